import { ApiError } from "../platform/api-error";
import type { CompanyRow } from "./rules-recipient";

/** Why an edit of a company did not happen, given the row as it is now. */
export function toEditError(row: CompanyRow | undefined): ApiError {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  return new ApiError("recipient_invalid", { fields: { recipient: "recipient_invalid" } });
}
