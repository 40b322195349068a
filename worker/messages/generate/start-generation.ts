import type { z } from "zod";
import type { Deps } from "../../compose";
import { LIMITS } from "../../contract/limits";
import { type bulkGenerate, SkipReason } from "../../contract/messages";
import { logError } from "../../lib/log";
import { invalidateActivity } from "../../platform/activity-signals";
import { ApiError } from "../../platform/api-error";
import { HOUR_MS } from "../../quotas/rules-quotas";
import { getGenerationObject } from "./generation-signals";
import { createGeneration, type ItemKey } from "./store-generations";

const QUEUE_BATCH_SIZE = 100;

type BulkAnswer = z.input<typeof bulkGenerate.answer>;

/**
 * Starts a generation for many companies. The rows are the job; queue messages only wake it up, and the user's
 * GenerationObject sends them again if they are lost.
 * @throws ApiError generation_in_progress
 */
export async function startGeneration(
  deps: Deps,
  userId: string,
  { mayWait, ...request }: { companyIds: string[]; overwrite: boolean; profileId: string | null; mayWait: boolean },
): Promise<BulkAnswer> {
  const now = deps.now();
  const hours = mayWait ? deps.config.openai.batchHours : 0;
  const batch =
    hours > 0
      ? { until: new Date(now.getTime() + hours * HOUR_MS).toISOString(), minLetters: LIMITS.waitingLetters }
      : null;
  const id = crypto.randomUUID();
  // The watchdog first: no generation starts without it, and it stops by itself when none is open.
  await getGenerationObject(deps, userId).watch(userId);
  const { running, items } = await createGeneration(deps.db, { userId, id, batch, ...request }, now);
  if (running) throw new ApiError("generation_in_progress");
  const queued = items.filter(({ reason }) => reason === null).map((item) => item.id);
  const skipped = items.flatMap((item) =>
    item.reason === null ? [] : [{ id: item.id, reason: SkipReason.parse(item.reason) }],
  );
  if (queued.length === 0) return { generation_id: null, queued, skipped };
  if (batch && queued.length >= batch.minLetters) {
    // Now, or with the next alarm.
    await getGenerationObject(deps, userId)
      .watch(userId, 0)
      .catch((error: unknown) => logError("letter_batch_delayed", error));
    return { generation_id: id, queued, skipped };
  }
  await invalidateActivity(deps, userId);
  // The rows exist and are watched: a queue that fails now only delays them.
  await enqueueItems(
    deps,
    queued.map((companyId) => ({ userId, generationId: id, companyId })),
  ).catch((error: unknown) => logError("generation_not_queued", error));
  return { generation_id: id, queued, skipped };
}

/** Sends one queue message for each item, in order. */
export async function enqueueItems(deps: Pick<Deps, "queues">, items: ItemKey[]): Promise<void> {
  for (let at = 0; at < items.length; at += QUEUE_BATCH_SIZE) {
    await deps.queues.generation.sendBatch(items.slice(at, at + QUEUE_BATCH_SIZE).map((body) => ({ body })));
  }
}
