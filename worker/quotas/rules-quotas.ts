import type { Quota } from "../contract/limits";
import { ApiError } from "../platform/api-error";

/** Quota periods. Milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC hour or day that `now` is in: its start, ISO 8601, and the seconds left. */
export function toPeriod(now: Date, length: number): { began: string; secondsLeft: number } {
  const past = now.getTime() % length;
  return { began: new Date(now.getTime() - past).toISOString(), secondsLeft: Math.ceil((length - past) / 1_000) };
}

/** The error for a used-up hourly quota. */
export const quotaError = (quota: Quota, now: Date): ApiError =>
  new ApiError(`${quota}_limit`, { retryAfterSeconds: toPeriod(now, HOUR_MS).secondsLeft });
