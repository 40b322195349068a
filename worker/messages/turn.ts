import { overQuota } from "../account/rules-spending";
import { spendQuota } from "../account/store-spending";
import type { Deps } from "../deps";
import { log, logFault } from "../log";
import { ApiError } from "../platform/api-error";
import { OutsideError } from "../ports";
import { isFault } from "../status/rules";
import { afterFailure, stopsAll } from "./rules";
import { claimQueries, hasVersion, releaseClaim, takenOf } from "./store";
import { failGeneration, failTurn, requeueTurn, type Run, startTurn, type Turn } from "./store-generations";
import { besidesOf, besidesQueries } from "./store-review";
import { writeMessage } from "./write";

/**
 * Does a company's turn of a generation, if it is still to be done.
 * @returns seconds after which to try again; null when there is nothing more to do
 */
export async function takeTurn(deps: Deps, turn: Turn): Promise<number | null> {
  const run = await startTurn(deps.db, turn, deps.now().toISOString());
  if (!run) return null;
  try {
    // Each message counts once, however often it is tried.
    if (
      run.attempt === 1 &&
      (
        await spendQuota(
          deps.db,
          { userId: run.userId, quota: "generation", limit: deps.config.quotas.generation },
          deps.now(),
        )
      ).length === 0
    ) {
      throw overQuota("generation", deps.now());
    }
    // Before anything is claimed: without a key there is nobody to write.
    const writer = deps.writerFor(run.userId);
    const claim = { userId: run.userId, companyId: run.companyId, claimedAt: run.startedAt };
    const taken = takenOf(
      await deps.db
        .batch(claimQueries(deps.db, claim, hasVersion(run.messageVersion)))
        .catch(async (error: unknown) => {
          // It may have been taken all the same, and would keep everybody from writing for two minutes.
          await releaseClaim(deps.db, claim).catch((fault: unknown) => logFault("claim_not_released", fault));
          throw error;
        }),
    );
    // Looked up when the letter is there: others of the same generation are written at the same time.
    await writeMessage(
      { db: deps.db, now: deps.now, writer },
      { claim, taken, run, besides: async () => besidesOf(await deps.db.batch(besidesQueries(deps.db, claim))) },
    );
    return null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof OutsideError) return await settleFailure(deps, run, error);
    throw error;
  }
}

async function settleFailure(deps: Deps, run: Run, error: ApiError | OutsideError): Promise<number | null> {
  const next = afterFailure(error, run.attempt);
  const now = deps.now();
  tellFailure(run, error, "refusal" in next);
  if ("refusal" in next) {
    await (stopsAll(next.refusal) ? failGeneration : failTurn)(deps.db, run, next.refusal, now.toISOString());
    return null;
  }
  await requeueTurn(deps.db, run, new Date(now.getTime() + next.retryInSeconds * 1_000).toISOString());
  return next.retryInSeconds;
}

/** A letter that is given up because of something outside is a fault; what nobody could do anything about has been told by the service's own line. */
function tellFailure({ generationId, attempt }: Run, error: ApiError | OutsideError, isLast: boolean): void {
  if (error instanceof ApiError) return log("generation_turn_failed", { generationId, attempt, failure: error.code });
  const {
    failure,
    details: { status, reason },
  } = error;
  const fields = { generationId, attempt, failure, status, reason };
  if (isLast && isFault(error)) logFault("generation_turn_failed", error, fields);
  else log("generation_turn_failed", fields);
}
