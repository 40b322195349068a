import type { Company } from "../../../worker/contract/companies";
import type { SendReason } from "../../../worker/contract/mail";

type Sendable = Pick<Company, "id" | "recipient" | "message" | "email_sent" | "send_status">;

/** Why a company cannot be sent to now; null when it can. */
export function blockOf(company: Omit<Sendable, "id">): Extract<SendReason, "already_sent" | "missing_email" | "missing_message" | "in_flight"> | null {
  if (company.email_sent) return "already_sent";
  if (company.send_status === "sending") return "in_flight";
  if (company.recipient === null) return "missing_email";
  return company.message.trim() === "" ? "missing_message" : null;
}

export interface Batch<T> {
  ready: T[];
  skipped: { company: T; reason: SendReason }[];
}

/** Parts a selection into what can be sent in a batch and what is left out; an unknown outcome needs a look of its own. */
export function batchOf<T extends Sendable>(companies: readonly T[]): Batch<T> {
  const batch: Batch<T> = { ready: [], skipped: [] };
  for (const company of companies) {
    const reason = blockOf(company) ?? (company.send_status === "unknown" ? "outcome_unknown" : null);
    if (reason === null) batch.ready.push(company);
    else batch.skipped.push({ company, reason });
  }
  return batch;
}

/** How many of each reason, the most frequent first. */
export function countReasons(reasons: readonly SendReason[]): [SendReason, number][] {
  const counts = new Map<SendReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** True when a box on screen is scrolled to its end, or needs no scrolling. All in CSS pixels; a fraction of one is rounding. */
export const isAtEnd = (box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean =>
  box.clientHeight > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
