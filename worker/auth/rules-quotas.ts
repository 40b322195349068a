import type { Quota } from "../contract/limits";
import { ApiError } from "../platform/api-error";

/** What quotas are counted by. Milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The hour or day of the clock (UTC) that `now` is in: when it began, ISO 8601, and how many seconds are left of it. */
export function toPeriod(now: Date, length: number): { began: string; secondsLeft: number } {
  const past = now.getTime() % length;
  return { began: new Date(now.getTime() - past).toISOString(), secondsLeft: Math.ceil((length - past) / 1_000) };
}

/** The refusal of what the hour's quota no longer allows. */
export const quotaError = (quota: Quota, now: Date): ApiError =>
  new ApiError(`${quota}_limit`, { retryAfterSeconds: toPeriod(now, HOUR_MS).secondsLeft });

interface CountRow {
  count: number;
}

/** Whether a question was counted both for everybody and for the user. @param rows what consumeLlmCallQueries answered */
export const isLlmCallCounted = ([everybody, own]: readonly [readonly CountRow[], readonly CountRow[]]): boolean =>
  everybody.length > 0 && own.length > 0;

/** Shares of the day's ceiling, in percent, whose reaching the operator is told. */
const BUDGET_MARKS_PERCENT = [50, 80, 100];

/** The mark that this very question has reached; undefined for most. */
export const findReachedMark = (count: number, limit: number): number | undefined =>
  BUDGET_MARKS_PERCENT.find((percent) => count === Math.ceil((limit * percent) / 100));
