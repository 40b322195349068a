import { logError } from "../lib/log";
import type { WriteLimiter } from "../platform/ports";

/**
 * Cloudflare's own counter near the user: approximate, and without a database call.
 * @param limiter undefined when the worker was deployed without it, which `/api/health` reports
 */
export function createWriteLimiter(limiter: RateLimit | undefined): WriteLimiter {
  return {
    async tryConsume(userId) {
      if (!limiter) return true;
      try {
        return (await limiter.limit({ key: userId })).success;
      } catch (error) {
        // A failing counter must not stop users.
        logError("write_budget_failed", error);
        return true;
      }
    },
  };
}
