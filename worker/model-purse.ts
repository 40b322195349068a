import { DAY, markReached, periodOf, wasCounted } from "./account/rules-spending";
import { giveBackModelCall, modelCallQueries } from "./account/store-spending";
import type { Config } from "./config";
import type { Database } from "./db/client";
import { log, logFault } from "./log";
import { OutsideError, OVER_BUDGET, OVER_SHARE } from "./ports";

interface Ports {
  db: Database;
  config: Config;
  now(): Date;
}

/** What a user's questions are counted by. */
export const askerFor = ({ modelCallsPerDay, modelShare }: Config, userId: string) => ({
  userId,
  limit: modelCallsPerDay,
  share: modelShare,
});

/** The day's ceiling of questions and a user's share of it, as a writer pays from them. */
export const createPurse = ({ db, config, now }: Ports, userId: string) => ({
  async take(): Promise<void> {
    const counted = await db.batch(modelCallQueries(db, askerFor(config, userId), now()));
    const [[everybody], [own]] = counted;
    if (everybody) tellMark(everybody.count, config.modelCallsPerDay);
    if (wasCounted(counted)) return;
    const isShare = own === undefined && config.modelCallsPerDay > 0;
    throw new OutsideError("writer", "refused", "No question is left for today", {
      reason: isShare ? OVER_SHARE : OVER_BUDGET,
      retryAfterSeconds: periodOf(now(), DAY).secondsLeft,
    });
  },
  giveBack: () => giveBackModelCall(db, userId, now()),
});

/** Tells the operator when a good part of the day's questions is used. */
export function tellMark(count: number, limit: number): void {
  const percent = markReached(count, limit);
  if (percent === undefined) return;
  if (percent < 80) log("model_calls_used", { percent, count, limit });
  else
    logFault("model_calls_used", new Error(`${percent} % of MODEL_CALLS_PER_DAY is used`), { percent, count, limit });
}
