import type { UserDatabase } from "../db/client";
import type { Config } from "../platform/config";
import type { GenerationRpc, LlmRefusal } from "../platform/durable-objects";
import { ExternalServiceError, BUDGET_EXCEEDED, USER_SHARE_EXCEEDED } from "../platform/ports";
import { DAY_MS, toPeriod } from "./rules-quotas";
import { consumeLlmShareQuery, refundLlmShare } from "./store-quotas";

interface LlmBudgetDeps {
  db: UserDatabase;
  generations: DurableObjectNamespace<GenerationRpc>;
  config: Config;
  now(): Date;
}

/** The share that a user's LLM calls count against. */
export const toLlmCaller = ({ modelShare }: Config, userId: string) => ({ userId, share: modelShare });

/** The error of a call that is not made, with the time until the next day. */
export const toUsedUpError = (reason: LlmRefusal, now: Date) =>
  new ExternalServiceError("writer", "refused", "No question is left for today", {
    reason,
    retryAfterSeconds: toPeriod(now, DAY_MS).secondsLeft,
  });

/** Why a user's share is used up. */
export const toShareRefusal = ({ modelCallsPerDay }: Config): LlmRefusal =>
  modelCallsPerDay > 0 ? USER_SHARE_EXCEEDED : BUDGET_EXCEEDED;

/**
 * A user's share of the day's LLM calls, then those of all users, on lease in the user's object: who has used up their
 * share takes nothing from the others. After a crash between the two, the user's share lacks one call.
 */
export function createLlmBudget({ db, generations, config, now }: LlmBudgetDeps, userId: string) {
  const giveShareBack = () => refundLlmShare(db, userId, now());
  const getUserObject = () => generations.get(generations.idFromName(userId));
  let takenAt = 0;
  return {
    async takeShare(): Promise<void> {
      const counted = await consumeLlmShareQuery(db, toLlmCaller(config, userId), now());
      if (counted.length === 0) throw toUsedUpError(toShareRefusal(config), now());
    },
    async takeCall(): Promise<void> {
      takenAt = now().getTime();
      const refusal = await getUserObject().takeLlmCall();
      if (refusal === null) return;
      await giveShareBack();
      throw toUsedUpError(refusal, now());
    },
    giveShareBack,
    async giveBack(): Promise<void> {
      await getUserObject().giveLlmCallBack(takenAt);
      await giveShareBack();
    },
  };
}
