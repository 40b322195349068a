import type { Quota } from "../contract/limits";
import { Refusal } from "../refusal";

/** What quotas are counted by. Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The hour or day of the clock (UTC) that `now` is in: when it began, ISO 8601, and how many seconds are left of it. */
export function periodOf(now: Date, length: number): { began: string; secondsLeft: number } {
  const past = now.getTime() % length;
  return { began: new Date(now.getTime() - past).toISOString(), secondsLeft: Math.ceil((length - past) / 1_000) };
}

/** The refusal of what the hour's quota no longer allows. */
export const overQuota = (quota: Quota, now: Date): Refusal => new Refusal(`${quota}_limit`, { retryAfterSeconds: periodOf(now, HOUR).secondsLeft });
