import type { OutcomeEvent } from "../../../../worker/contract/applications";
import { type Company, Outcome } from "../../../../worker/contract/companies";

/** One key for each outcome, in the same order. */
export const OUTCOME_KEYS: Readonly<Record<string, Outcome>> = Object.fromEntries(
  Outcome.options.map((outcome, at) => [String(at + 1), outcome]),
);
/** The key that takes the last one back. */
export const TAKE_BACK_KEY = "0";

/** Whether there is an application that something can become of. */
export const isApplied = ({ email_sent: sent, applied, outcome }: Company): boolean =>
  sent || applied !== null || outcome !== null;

/** Since when an application waits; null for none. */
export const findWaitingSince = ({ outcome, sent_at: sent, applied }: Company): string | null =>
  outcome === null ? (sent ?? applied?.at ?? null) : null;

/** The event that counts: the last one that was confirmed. */
export const findLastOutcome = (events: readonly OutcomeEvent[]): OutcomeEvent | undefined =>
  events
    .filter(({ status }) => status === "confirmed")
    .reduce<OutcomeEvent | undefined>(
      (last, each) => (last && (last.decided_at ?? "") >= (each.decided_at ?? "") ? last : each),
      undefined,
    );

/** The value of a field for date and time, which is local, as ISO 8601; null where it is none. */
export function parseLocalTime(value: string): string | null {
  const time = new Date(value);
  return value === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** A mail as a file in base64, cut off where the server would refuse it: an answer stands at its beginning. */
export async function encodeMailFile(file: Blob, maxCharacters: number): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, Math.floor(maxCharacters / 4) * 3).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
