import { toCompany } from "../companies/company-dto";
import type { CompanyRow } from "../companies/rules-recipient";
import type * as api from "../contract/messages";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { findWriteError } from "./rules-message";
import { restoreVersion, saveReadMark, type VersionRow } from "./store-message-versions";

/** Rows to wire, latest first. A message from before versions were kept is the only one of its own. */
export function toMessageVersions(row: CompanyRow | undefined, kept: VersionRow[]): api.MessageVersion[] {
  if (!row) throw new ApiError("not_found");
  if (kept.length === 0 && row.message !== "")
    return [
      {
        version: row.messageVersion,
        author: row.messageAuthor ?? "unknown",
        subject: row.subject,
        message: row.message,
        created_at: row.createdAt,
      },
    ];
  return kept.map(({ version, author, subject, message, createdAt }) => ({
    version,
    author,
    subject,
    message,
    created_at: createdAt,
  }));
}

/** @throws ApiError not_found, already_sent, in_flight, generating, message_changed */
export async function restoreMessage(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.restoreMessageVersion>,
) {
  // A number that no version has finds none.
  const version = /^\d{1,9}$/u.test(params.version) ? Number(params.version) : -1;
  const now = deps.now();
  const key = { userId: user.id, companyId: params.id, version, replaces: body?.replaces };
  const { restored, row } = await restoreVersion(deps.db, key, now);
  if (restored) return { company: toCompany(restored, now) };
  const writeError = findWriteError(row, now);
  if (row && !writeError && key.replaces !== undefined && row.messageVersion !== key.replaces)
    throw new ApiError("message_changed");
  if (!row || writeError || row.messageVersion !== version) throw writeError ?? new ApiError("not_found");
  return { company: toCompany(row, now) };
}

/** @throws ApiError not_found, message_changed */
export async function markRead(
  { deps, user }: SignedInContext,
  { params, body: { version } }: RequestInput<typeof api.markMessageRead>,
) {
  const { marked, row } = await saveReadMark(deps.db, { userId: user.id, companyId: params.id, version });
  if (!marked) throw new ApiError(row ? "message_changed" : "not_found");
  return { company: toCompany(marked, deps.now()) };
}
