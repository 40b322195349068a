import type { CommonDeps, Deps } from "../../compose";
import type { GenerationItemState } from "../../contract/messages";
import { log, logError } from "../../lib/log";
import { isLoggedAsError } from "../../monitoring/rules-service-status";
import { invalidateActivity, tellTabs } from "../../platform/activity-signals";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError } from "../../platform/ports";
import { GenerationWakeUp } from "../../platform/queue-messages";
import { quotaError } from "../../quotas/rules-quotas";
import { consumeQuotaQuery } from "../../quotas/store-quotas";
import { withBatchAnswers } from "../batch/batch-answers";
import { checkContextQueries, toCheckContext } from "../store-check-context";
import { generateMessage } from "./generate-message";
import { decideRetry, endsGeneration } from "./rules-generation";
import { failGeneration, failItem, type ItemAttempt, type ItemKey, requeueItem, startItem } from "./store-generations";
import {
  hasVersion,
  type MessageClaim,
  messageClaimQueries,
  releaseClaim,
  toClaimResult,
} from "./store-message-claims";

/** Messages written at once in one invocation: a Worker has six connections, one is for the database. */
const MAX_PARALLEL_ITEMS = 5;
const RETRY_AFTER_BUG_S = 10;

/** Consumer of the generation queue. A queue message is only a wake-up: the row decides whether the item is written. */
export async function consumeGenerationQueue(batch: MessageBatch, deps: CommonDeps): Promise<void> {
  const waiting = [...batch.messages];
  const work = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) await handleQueueMessage(message, deps);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_ITEMS }, work));
}

async function handleQueueMessage(message: Message, deps: CommonDeps): Promise<void> {
  const wakeUp = GenerationWakeUp.safeParse(message.body);
  if (!wakeUp.success) {
    log("generation_message_malformed", { message: message.id });
    return message.ack();
  }
  try {
    const retryInSeconds = await generateItem(await deps.openUserShard(wakeUp.data.userId), wakeUp.data);
    if (retryInSeconds === null) message.ack();
    else message.retry({ delaySeconds: retryInSeconds });
  } catch (error) {
    // The row stays `running`; the watchdog restarts it once it is stale.
    logError("generation_turn_broke", error, { generationId: wakeUp.data.generationId });
    message.retry({ delaySeconds: RETRY_AFTER_BUG_S });
  }
}

/**
 * Writes one item of a generation, if it is still queued.
 * @returns seconds until the next attempt; null when the item has ended
 */
async function generateItem(deps: Deps, key: ItemKey): Promise<number | null> {
  const run = await startItem(deps.db, key, deps.now().toISOString());
  if (!run) return null;
  // Not awaited: the letter is more urgent.
  void tellProgress(deps, run, "running");
  try {
    await consumeGenerationQuota(deps, run);
    // Before the claim: without a key no message can be written.
    const llm = deps.getLlm(run.userId);
    const writer = run.batchUntil === null ? llm : withBatchAnswers(deps, run, llm);
    const claim = { userId: run.userId, companyId: run.companyId, claimedAt: run.startedAt };
    const claimResult = await claimCompany(deps, claim, run);
    // Loaded after writing: other items of the same generation are written at the same time.
    const loadCheckContext = async () => toCheckContext(await deps.db.batch(checkContextQueries(deps.db, claim)));
    const { db, now, config, generations } = deps;
    const { generationEnded } = await generateMessage(
      { db, now, config, generations, writer },
      { claim, claimResult, run, rewrite: null, loadCheckContext },
    );
    await tellProgress(deps, run, "done", { ended: generationEnded });
    return null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof ExternalServiceError)
      return await recordItemFailure(deps, run, error);
    throw error;
  }
}

/** Each item counts once, at its first attempt, or before its batch was made. @throws ApiError generation_limit */
async function consumeGenerationQuota(deps: Deps, { userId, attempt, batchUntil }: ItemAttempt): Promise<void> {
  if (attempt > 1 || batchUntil !== null) return;
  const limit = deps.config.quotas.generation;
  const counted = await consumeQuotaQuery(deps.db, { userId, quota: "generation", limit }, deps.now());
  if (counted.length === 0) throw quotaError("generation", deps.now());
}

async function claimCompany({ db }: Deps, claim: MessageClaim, { messageVersion, profileId }: ItemAttempt) {
  const rows = await db
    .batch(messageClaimQueries(db, claim, hasVersion(messageVersion)))
    .catch(async (error: unknown) => {
      // The claim may have been written all the same, and would block the company for two minutes.
      await releaseClaim(db, claim).catch((fault: unknown) => logError("claim_not_released", fault));
      throw error;
    });
  return toClaimResult(rows, profileId);
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
    const fail = endsGeneration(next.refusal) ? failGeneration : failItem;
    const ended = await fail(deps.db, run, next.refusal, now.toISOString());
    await tellProgress(deps, run, "failed", { error: next.refusal, ended });
    return null;
  }
  await requeueItem(deps.db, run, new Date(now.getTime() + next.retryInSeconds * 1_000).toISOString());
  await tellProgress(deps, run, "queued");
  return next.retryInSeconds;
}

/** Tells the user's tabs how a letter has gone on. @param ended the generation has ended with it */
async function tellProgress(
  deps: Deps,
  { userId, generationId, companyId, messageVersion }: ItemAttempt,
  state: GenerationItemState,
  { error, ended = false }: { error?: ApiError; ended?: boolean } = {},
): Promise<void> {
  const item = {
    company_id: companyId,
    message_version: messageVersion,
    state,
    error_code: error?.code ?? null,
    fields: error?.options.fields ?? null,
  };
  await tellTabs(deps, userId, { letter: { generation_id: generationId, item } });
  if (ended) await invalidateActivity(deps, userId);
}

/** Logs an error only for a final failure that isLoggedAsError counts: other failures are logged elsewhere. */
function logItemFailure(
  { generationId, attempt }: ItemAttempt,
  error: ApiError | ExternalServiceError,
  isLast: boolean,
): void {
  if (error instanceof ApiError) return log("generation_turn_failed", { generationId, attempt, failure: error.code });
  const { failure, details } = error;
  const { status, reason } = details;
  const fields = { generationId, attempt, failure, status, reason };
  if (isLast && isLoggedAsError(error)) logError("generation_turn_failed", error, fields);
  else log("generation_turn_failed", fields);
}
