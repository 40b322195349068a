import type { z } from "zod";
import { tellActivity } from "../activity/tell";
import { type bulkGenerate, SkipReason } from "../contract/messages";
import type { Deps } from "../deps";
import { logFault } from "../log";
import { ApiError } from "../platform/api-error";
import { createGeneration, type Turn } from "./store-generations";

const SEND_AT_ONCE = 100;

type Bulk = z.input<typeof bulkGenerate.answer>;

/**
 * Starts writing for many companies as a job of the server. Rows first; the messages only wake it up, and the user's
 * GenerationObject wakes it again if they are lost.
 * @throws ApiError generation_in_progress
 */
export async function startGeneration(
  deps: Deps,
  userId: string,
  asked: { companyIds: string[]; overwrite: boolean },
): Promise<Bulk> {
  const id = crypto.randomUUID();
  // The watch first: without it nothing is begun, and with nothing to watch it ends by itself.
  await deps.generations.get(deps.generations.idFromName(userId)).watch(userId);
  const { running, items } = await createGeneration(deps.db, userId, id, asked.companyIds, asked.overwrite, deps.now());
  if (running) throw new ApiError("generation_in_progress");
  const queued = items.filter(({ reason }) => reason === null).map((item) => item.id);
  const skipped = items.flatMap((item) =>
    item.reason === null ? [] : [{ id: item.id, reason: SkipReason.parse(item.reason) }],
  );
  if (queued.length === 0) return { generation_id: null, queued, skipped };
  await tellActivity(deps, userId);
  // The rows stand and are watched: a queue that takes nothing now only delays them.
  await wake(
    deps,
    queued.map((companyId) => ({ userId, generationId: id, companyId })),
  ).catch((error: unknown) => logFault("generation_not_queued", error));
  return { generation_id: id, queued, skipped };
}

/** Sends one message a turn, in order. */
export async function wake(deps: Pick<Deps, "queues">, turns: Turn[]): Promise<void> {
  for (let at = 0; at < turns.length; at += SEND_AT_ONCE) {
    await deps.queues.generation.sendBatch(turns.slice(at, at + SEND_AT_ONCE).map((body) => ({ body })));
  }
}
