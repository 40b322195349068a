import { overQuota } from "../account/rules-spending";
import { spendQuota } from "../account/store-spending";
import type { Deps } from "../deps";
import { log } from "../log";
import { OutsideError } from "../ports";
import { Refusal } from "../refusal";
import { afterFailure } from "./rules";
import { failTurn, requeueTurn, type Run, startTurn, type Turn } from "./store-generations";
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
    if (run.attempt === 1 && (await spendQuota(deps.db, { userId: run.userId, quota: "generation", limit: deps.config.quotas.generation }, deps.now())).length === 0) {
      throw overQuota("generation", deps.now());
    }
    await writeMessage(deps, run, run);
    return null;
  } catch (error) {
    if (error instanceof Refusal || error instanceof OutsideError) return await settleFailure(deps, run, error);
    throw error;
  }
}

async function settleFailure(deps: Deps, run: Run, error: Refusal | OutsideError): Promise<number | null> {
  const next = afterFailure(error, run.attempt);
  const now = deps.now();
  log("generation_turn_failed", { generationId: run.generationId, attempt: run.attempt, failure: error instanceof Refusal ? error.code : error.failure });
  if ("refusal" in next) {
    await failTurn(deps.db, run, next.refusal, now.toISOString());
    return null;
  }
  await requeueTurn(deps.db, run, new Date(now.getTime() + next.retryInSeconds * 1_000).toISOString());
  return next.retryInSeconds;
}
