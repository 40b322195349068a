import { quotaError } from "../../auth/rules-quotas";
import { consumeQuota } from "../../auth/store-quotas";
import type { Deps } from "../../compose";
import { log, logError } from "../../lib/log";
import { isLoggedAsError } from "../../monitoring/rules-service-status";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError } from "../../platform/ports";
import { decideRetry, endsGeneration } from "../rules-message";
import { toCheckContext, checkContextQueries } from "../store-check-context";
import { messageClaimQueries, hasVersion, releaseClaim, toClaimResult } from "../store-messages";
import { generateMessage } from "./generate-message";
import { failGeneration, failItem, requeueItem, type ItemAttempt, startItem, type ItemKey } from "./store-generations";

/**
 * Does a company's turn of a generation, if it is still to be done.
 * @returns seconds after which to try again; null when there is nothing more to do
 */
export async function generateItem(deps: Deps, key: ItemKey): Promise<number | null> {
  const run = await startItem(deps.db, key, deps.now().toISOString());
  if (!run) return null;
  try {
    // Each message counts once, however often it is tried.
    if (
      run.attempt === 1 &&
      (
        await consumeQuota(
          deps.db,
          { userId: run.userId, quota: "generation", limit: deps.config.quotas.generation },
          deps.now(),
        )
      ).length === 0
    ) {
      throw quotaError("generation", deps.now());
    }
    // Before anything is claimed: without a key there is nobody to write.
    const writer = deps.getLlm(run.userId);
    const claim = { userId: run.userId, companyId: run.companyId, claimedAt: run.startedAt };
    const taken = toClaimResult(
      await deps.db
        .batch(messageClaimQueries(deps.db, claim, hasVersion(run.messageVersion)))
        .catch(async (error: unknown) => {
          // It may have been taken all the same, and would keep everybody from writing for two minutes.
          await releaseClaim(deps.db, claim).catch((fault: unknown) => logError("claim_not_released", fault));
          throw error;
        }),
    );
    // Looked up when the letter is there: others of the same generation are written at the same time.
    await generateMessage(
      { db: deps.db, now: deps.now, writer },
      {
        claim,
        claimResult: taken,
        run,
        besides: async () => toCheckContext(await deps.db.batch(checkContextQueries(deps.db, claim))),
      },
    );
    return null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof ExternalServiceError)
      return await recordItemFailure(deps, run, error);
    throw error;
  }
}

async function recordItemFailure(
  deps: Deps,
  run: ItemAttempt,
  error: ApiError | ExternalServiceError,
): Promise<number | null> {
  const next = decideRetry(error, run.attempt);
  const now = deps.now();
  logItemFailure(run, error, "refusal" in next);
  if ("refusal" in next) {
    await (endsGeneration(next.refusal) ? failGeneration : failItem)(deps.db, run, next.refusal, now.toISOString());
    return null;
  }
  await requeueItem(deps.db, run, new Date(now.getTime() + next.retryInSeconds * 1_000).toISOString());
  return next.retryInSeconds;
}

/** A letter that is given up because of something outside is a fault; what nobody could do anything about has been told by the service's own line. */
function logItemFailure(
  { generationId, attempt }: ItemAttempt,
  error: ApiError | ExternalServiceError,
  isLast: boolean,
): void {
  if (error instanceof ApiError) return log("generation_turn_failed", { generationId, attempt, failure: error.code });
  const {
    failure,
    details: { status, reason },
  } = error;
  const fields = { generationId, attempt, failure, status, reason };
  if (isLast && isLoggedAsError(error)) logError("generation_turn_failed", error, fields);
  else log("generation_turn_failed", fields);
}
