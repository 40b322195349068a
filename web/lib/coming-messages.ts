import type { Company } from "../../worker/contract/companies";

/**
 * By when (ISO 8601) the messages of companies are written that may wait, and the version of the message that each
 * replaces.
 */
export type ComingMessages = ReadonlyMap<string, { by: string; version: number }>;

/** By when the message of a company is written; undefined for none, or where the user has written or sent one since. */
export function findComing(
  coming: ComingMessages,
  { id, message_version: version, email_sent: isSent }: Pick<Company, "id" | "message_version" | "email_sent">,
): string | undefined {
  const found = coming.get(id);
  return found?.version === version && !isSent ? found.by : undefined;
}
