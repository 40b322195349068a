import { toCompany } from "../companies/company-dto";
import { type CompanyRow, splitList } from "../companies/rules-recipient";
import { companyQuery, updateCompany } from "../companies/store-companies";
import type * as api from "../contract/companies";
import type { BatchResponse } from "../db/client";
import type { ShardContext, SignedInContext } from "../http/request-context";
import type { ClaimedSession, RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { checkMessageText, needsReview, setDoubt, toMessageSources, toStoredWarnings } from "./check-message";
import { toCandidateCv } from "./cv-context";
import { listDoubts } from "./second-reading";
import { candidateQuery, chooseCandidate, requireCandidate } from "./store-candidate";

type EditInput = RequestInput<typeof api.patchCompany>;

/** What an edit of the message is checked against: two rows, because an edit of anything else reads them too. */
export const editReads = (
  { deps: { db } }: ShardContext,
  { userId }: ClaimedSession,
  { params }: Pick<EditInput, "params">,
) => [companyQuery(db, userId, params.id), candidateQuery(db, userId)] as const;
type EditRows = BatchResponse<ReturnType<typeof editReads>>;

/**
 * Changes message, subject, recipient, language or profile of a company that was not sent; name, town or favourite mark
 * of any. A text that was edited by hand loses its writer's claims, but not the doubts, and is checked for the warnings
 * that are kept with it; it is never refused.
 */
export async function editCompany({ deps, user }: SignedInContext, { params, body }: EditInput, rows: EditRows) {
  const now = deps.now();
  const { profile_id: profileId, replaces, ...patch } = body;
  requireCandidate(rows[1], profileId);
  const checked = checkEdit(body, rows);
  const change = { ...patch, ...(profileId !== undefined && { profileId }) };
  const key = { userId: user.id, id: params.id, replaces };
  const { changed, row } = await updateCompany(deps.db, key, change, checked, now.toISOString());
  if (!changed || !row) throw toEditError(row, body);
  return { company: toCompany(row, now) };
}

/**
 * Warnings and doubts of an edited text; undefined when the text stays. Other messages are not compared: reading them
 * would cost more than the edit, and the sentences of a text do not depend on them.
 */
function checkEdit({ message, subject, language, profile_id }: EditInput["body"], [[row], candidates]: EditRows) {
  const candidate = chooseCandidate(candidates, profile_id ?? row?.profileId);
  if (message === undefined || !row || !candidate || message === row.message) return undefined;
  const cv = toCandidateCv(candidate)?.text ?? "";
  const edited = { ...row, language: language ?? row.language };
  const claims = listDoubts(row.messageClaims);
  const text = { subject: subject ?? row.subject, body: message, claims };
  const checked = checkMessageText(text, toMessageSources(edited, candidate, cv, []), []);
  // Nothing refuses the user's own text: what would refuse an assistant's is a doubt like a sentence without source.
  return { warnings: setDoubt(toStoredWarnings(checked), needsReview(checked)), claims };
}

/** The error for an edit that changed no row, given the row as it is now. */
function toEditError(row: CompanyRow | undefined, { replaces, recipient }: EditInput["body"]): ApiError {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  if (replaces !== undefined && row.messageVersion !== replaces) return new ApiError("message_changed");
  // One of its addresses is refused only where a mail came back from it.
  if (recipient !== undefined && splitList(row.email).includes(recipient))
    return new ApiError("dead_address", { fields: { recipient: "dead_address" } });
  return new ApiError("recipient_invalid", { fields: { recipient: "recipient_invalid" } });
}
