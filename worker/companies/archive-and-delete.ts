import type * as api from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { withdrawMails } from "../platform/outbox-signals";
import { deleteCompanies, setArchived } from "./store-companies";

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
  const { deleted } = await deleteCompanies(deps.db, user.id, body.company_ids, deps.now().toISOString());
  return { company_ids: deleted };
}

/** @throws ApiError `not_archived`, `in_flight`, `not_found` */
export async function deleteOneCompany(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.deleteCompany>,
) {
  const {
    deleted,
    left: [row],
  } = await deleteCompanies(deps.db, user.id, [params.id], deps.now().toISOString());
  if (row) throw new ApiError(row.archivedAt === null ? "not_archived" : "in_flight");
  if (deleted.length === 0) throw new ApiError("not_found");
  return { company_ids: deleted };
}
