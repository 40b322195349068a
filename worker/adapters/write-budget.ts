import { logFault } from "../log";
import type { WriteBudget } from "../ports";

/**
 * Cloudflare's own counter, kept where the user is: coarse, and no trip to the database.
 * @param limiter undefined where the worker was deployed without it, which `/api/health` tells
 */
export function createWriteBudget(limiter: RateLimit | undefined): WriteBudget {
  return {
    async spend(userId) {
      if (!limiter) return true;
      try {
        return (await limiter.limit({ key: userId })).success;
      } catch (error) {
        // A budget that cannot be counted must not keep anybody from their work.
        logFault("write_budget_failed", error);
        return true;
      }
    },
  };
}
