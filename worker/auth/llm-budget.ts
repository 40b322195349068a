import type { Database } from "../db/client";
import { log, logError } from "../lib/log";
import type { Metrics } from "../monitoring/metrics";
import type { Config } from "../platform/config";
import { ExternalServiceError, BUDGET_EXCEEDED, USER_SHARE_EXCEEDED } from "../platform/ports";
import { DAY_MS, findReachedMark, toPeriod, isLlmCallCounted } from "./rules-quotas";
import { refundLlmCall, consumeLlmCallQueries } from "./store-quotas";

interface LlmBudgetDeps {
  db: Database;
  config: Config;
  now(): Date;
  metrics: Metrics;
}

/** Limits that a user's LLM calls count against. */
export const toLlmCaller = ({ modelCallsPerDay, modelShare }: Config, userId: string) => ({
  userId,
  limit: modelCallsPerDay,
  share: modelShare,
});

/** Daily LLM budget of all users and a user's share of it. */
export const createLlmBudget = ({ db, config, now, metrics }: LlmBudgetDeps, userId: string) => ({
  async take(): Promise<void> {
    const counted = await db.batch(consumeLlmCallQueries(db, toLlmCaller(config, userId), now()));
    const [[everybody], [own]] = counted;
    if (everybody) reportBudget(metrics, everybody.count, config.modelCallsPerDay);
    if (isLlmCallCounted(counted)) return;
    const isShare = own === undefined && config.modelCallsPerDay > 0;
    throw new ExternalServiceError("writer", "refused", "No question is left for today", {
      reason: isShare ? USER_SHARE_EXCEEDED : BUDGET_EXCEEDED,
      retryAfterSeconds: toPeriod(now(), DAY_MS).secondsLeft,
    });
  },
  giveBack: () => refundLlmCall(db, userId, now()),
});

/** Writes what of the day's calls is used, and logs when that is a good part. */
export function reportBudget(metrics: Metrics, count: number, limit: number): void {
  metrics.write({ kind: "budget", used: count, per_day: limit });
  const percent = findReachedMark(count, limit);
  if (percent === undefined) return;
  if (percent < 80) log("model_calls_used", { percent, count, limit });
  else
    logError("model_calls_used", new Error(`${percent} % of MODEL_CALLS_PER_DAY is used`), { percent, count, limit });
}
