import type { WaitReason } from "../../contract/outbox";

/** Mails on the first days on which a mailbox sends from here; then the daily limit holds. */
const RAMP = [10, 20, 40];

/** Mails that may leave on a day, and what limits them. */
interface DailyMailLimit {
  limit: number;
  reason: Extract<WaitReason, "ramp" | "daily_limit">;
}

/** @param earlierDays days before on which the mailbox has sent mails */
export function findDailyMailLimit(earlierDays: number, dailyLimit: number): DailyMailLimit {
  const ramp = RAMP[earlierDays] ?? dailyLimit;
  return ramp < dailyLimit ? { limit: ramp, reason: "ramp" } : { limit: dailyLimit, reason: "daily_limit" };
}
