import type { Deps } from "../compose";
import type * as api from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { withdrawMails } from "../platform/outbox-signals";
import { listObjected } from "../suppression/store-objections";
import { splitList } from "./rules-recipient";
import { type CompanyAddresses, companyAddressesQuery, deleteCompanies, setArchived } from "./store-companies";

/** Archives companies, or restores them with null. One that is absent is an error, in a list it is left out. */
export async function setArchivedState(
  { deps, user }: SignedInContext,
  ids: string[],
  archivedAt: string | null,
  how: "one" | "many" = "many",
) {
  // Before: a mail must never be left in the outbox of a company that is archived and restored.
  if (archivedAt !== null) await withdrawMails(deps, user.id, ids, "archived");
  const done = await setArchived(deps.db, user.id, ids, archivedAt);
  if (how === "one" && done.length === 0) throw new ApiError("not_found");
  return { company_ids: done };
}

/** Deletes those of the companies that are archived and not being sent. */
export async function deleteArchivedCompanies(
  { deps, user }: SignedInContext,
  { body }: RequestInput<typeof api.bulkDelete>,
) {
  const ids = body.company_ids;
  const objected = await listObjecting(deps, await companyAddressesQuery(deps.db, user.id, ids));
  const { deleted } = await deleteCompanies(deps.db, user.id, { ids, objected }, deps.now().toISOString());
  return { company_ids: deleted };
}

/** @throws ApiError `not_archived`, `in_flight`, `not_found` */
export async function deleteOneCompany(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.deleteCompany>,
  rows: CompanyAddresses[],
) {
  const objected = await listObjecting(deps, rows);
  const {
    deleted,
    left: [row],
  } = await deleteCompanies(deps.db, user.id, { ids: [params.id], objected }, deps.now().toISOString());
  if (row) throw new ApiError(row.archivedAt === null ? "not_archived" : "in_flight");
  if (deleted.length === 0) throw new ApiError("not_found");
  return { company_ids: deleted };
}

/** Ids of the companies with an objection against their domain or an address. */
async function listObjecting(
  { sharedDb }: Pick<Deps, "sharedDb">,
  rows: readonly CompanyAddresses[],
): Promise<string[]> {
  const guarded = rows.map(({ id, identity, email }) => ({
    id,
    entries: [`@${identity}`, ...splitList(email)].map((entry) => entry.toLowerCase()),
  }));
  const objected = await listObjected(
    sharedDb,
    guarded.flatMap(({ entries }) => entries),
  );
  return guarded.filter(({ entries }) => entries.some((entry) => objected.has(entry))).map(({ id }) => id);
}
