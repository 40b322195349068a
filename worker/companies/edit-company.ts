import type * as api from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { toCompany } from "./company-dto";
import type { CompanyRow } from "./rules-recipient";
import { updateCompany } from "./store-companies";

/** Changes message, subject, recipient, language or the favourite mark of a company that was not sent. */
export async function editCompany(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.patchCompany>,
) {
  const { changed, row } = await updateCompany(deps.db, user.id, params.id, body, deps.now().toISOString());
  if (!changed || !row) throw toEditError(row);
  return { company: toCompany(row, deps.now()) };
}

/** The error for an edit that changed no row, given the row as it is now. */
function toEditError(row: CompanyRow | undefined): ApiError {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  return new ApiError("recipient_invalid", { fields: { recipient: "recipient_invalid" } });
}
