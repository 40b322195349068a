import { LIMITS } from "../contract/limits";
import { ApiError } from "../platform/api-error";

/** Waits by failures left before the longest one. Milliseconds. */
const WAITS_MS = [LIMITS.signInWaitMs, 80_000, 40_000, 20_000, 10_000, 5_000];

/** When passwords are checked again after a failure at `now`, by failures left; none when many are left. ISO 8601. */
export const listBlockEnds = (now: Date): string[] =>
  WAITS_MS.map((wait) => new Date(now.getTime() + wait).toISOString());

/** The error for an attempt during a wait. @param until end of the wait, ISO 8601 */
export function signInBlockedError(until: string | null | undefined, now: Date): ApiError {
  const seconds = (Date.parse(until ?? "") - now.getTime()) / 1_000 || 1;
  return new ApiError("sign_in_blocked", { retryAfterSeconds: Math.max(1, seconds) });
}
