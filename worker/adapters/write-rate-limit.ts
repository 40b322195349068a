import { logError } from "../lib/log";
import type { WriteLimiter } from "../platform/ports";

/**
 * Cloudflare's own counter, kept where the user is: coarse, and no trip to the database.
 * @param limiter undefined where the worker was deployed without it, which `/api/health` tells
 */
export function createWriteLimiter(limiter: RateLimit | undefined): WriteLimiter {
  return {
    async tryConsume(userId) {
      if (!limiter) return true;
      try {
        return (await limiter.limit({ key: userId })).success;
      } catch (error) {
        // A budget that cannot be counted must not keep anybody from their work.
        logError("write_budget_failed", error);
        return true;
      }
    },
  };
}
