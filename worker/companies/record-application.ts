import * as api from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { withdrawMails } from "../platform/outbox-signals";
import { listObjected } from "../suppression/store-objections";
import { toCompany } from "./company-dto";
import { type CompanyRow, splitList } from "./rules-recipient";
import { deleteApplication, insertApplication } from "./store-applications";

/**
 * Records that the user has called a company or has filled in its form.
 * @throws ApiError `not_found`, `invalid`, `do_not_contact`
 */
export async function recordApplication(
  { deps, user }: SignedInContext,
  { params, body: { way, target } }: RequestInput<typeof api.recordApplication>,
  company: CompanyRow | undefined,
) {
  if (!company || company.archivedAt !== null) throw new ApiError("not_found");
  const isKnown = way === "phone" ? splitList(company.phone).includes(target) : isWebPage(target);
  if (!isKnown) throw new ApiError("invalid", { fields: { target: "invalid" } });
  // Before: a company that was called or got a form should get no letter by surprise.
  await withdrawMails(deps, user.id, [params.id], "applied");
  const now = deps.now();
  const listed = listGuardedEntries(company);
  if ((await listObjected(deps.sharedDb, listed)).size > 0) throw new ApiError("do_not_contact");
  const { recorded, row } = await insertApplication(deps.db, {
    userId: user.id,
    companyId: params.id,
    way,
    target,
    at: now.toISOString(),
    listed,
  });
  if (!row || row.archivedAt !== null) throw new ApiError("not_found");
  if (!recorded) throw new ApiError("do_not_contact");
  return { company: toCompany(row, now) };
}

/** @throws ApiError `not_found` */
export async function undoApplication(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.undoApplication>,
) {
  const way = api.ApplicationWay.safeParse(params.way);
  const row = way.success ? await deleteApplication(deps.db, user.id, params.id, way.data) : undefined;
  if (!row) throw new ApiError("not_found");
  return { company: toCompany(row, deps.now()) };
}

const isWebPage = (text: string): boolean => /^https?:\/\//iu.test(text) && URL.canParse(text);

/** What a do-not-contact list may hold of a company: its addresses, and its domain as "@firm.example". */
const listGuardedEntries = ({ website, email }: CompanyRow): string[] => [
  ...splitList(email.toLowerCase()),
  ...(URL.canParse(website) ? [`@${new URL(website).hostname}`] : []),
];
