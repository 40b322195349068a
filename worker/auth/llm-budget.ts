import type { SharedDatabase, UserDatabase } from "../db/client";
import { log, logError } from "../lib/log";
import type { Metrics } from "../monitoring/metrics";
import type { Config } from "../platform/config";
import { ExternalServiceError, BUDGET_EXCEEDED, USER_SHARE_EXCEEDED } from "../platform/ports";
import { DAY_MS, findReachedMark, toPeriod } from "./rules-quotas";
import { consumeLlmShareQuery, refundLlmShare } from "./store-quotas";
import { consumeLlmCall, refundLlmCall } from "./store-shared-counts";

interface LlmBudgetDeps {
  db: UserDatabase;
  sharedDb: SharedDatabase;
  config: Config;
  now(): Date;
  metrics: Metrics;
}

/** The share that a user's LLM calls count against. */
export const toLlmCaller = ({ modelShare }: Config, userId: string) => ({ userId, share: modelShare });

/**
 * A user's share of the day's LLM calls, then those of all users: who has used up their share takes nothing from the
 * others. After a crash between the two, the user's share lacks one call.
 */
export function createLlmBudget({ db, sharedDb, config, now, metrics }: LlmBudgetDeps, userId: string) {
  const toUsedUpError = (reason: string) =>
    new ExternalServiceError("writer", "refused", "No question is left for today", {
      reason,
      retryAfterSeconds: toPeriod(now(), DAY_MS).secondsLeft,
    });
  const giveShareBack = () => refundLlmShare(db, userId, now());
  return {
    async takeShare(): Promise<void> {
      const counted = await consumeLlmShareQuery(db, toLlmCaller(config, userId), now());
      if (counted.length === 0)
        throw toUsedUpError(config.modelCallsPerDay > 0 ? USER_SHARE_EXCEEDED : BUDGET_EXCEEDED);
    },
    async takeCall(): Promise<void> {
      const count = await consumeLlmCall(sharedDb, config.modelCallsPerDay, now());
      if (count === undefined) {
        await giveShareBack();
        throw toUsedUpError(BUDGET_EXCEEDED);
      }
      reportBudget(metrics, count, config.modelCallsPerDay);
    },
    giveShareBack,
    async giveBack(): Promise<void> {
      await refundLlmCall(sharedDb, now());
      await giveShareBack();
    },
  };
}

/** Writes what of the day's calls is used, and logs when that is a good part. */
function reportBudget(metrics: Metrics, count: number, limit: number): void {
  metrics.write({ kind: "budget", used: count, per_day: limit });
  const percent = findReachedMark(count, limit);
  if (percent === undefined) return;
  if (percent < 80) log("model_calls_used", { percent, count, limit });
  else
    logError("model_calls_used", new Error(`${percent} % of MODEL_CALLS_PER_DAY is used`), { percent, count, limit });
}
