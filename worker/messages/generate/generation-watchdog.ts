import { DurableObject } from "cloudflare:workers";
import { composeDeps, type Deps } from "../../compose";
import { logError } from "../../lib/log";
import { invalidateActivity } from "../../platform/activity-signals";
import type { GenerationRpc } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import { MAX_ATTEMPTS } from "./rules-generation";
import { enqueueItems } from "./start-generation";
import { listUsersWithStaleItems, requeueStaleItems } from "./store-generations";

// Restarts dead runs of a generation: an alarm for each user, and the cron as its backstop.

const ALARM_INTERVAL_MS = 5_000;

/** A run renews its item every second; without a renewal for this long it is dead. Milliseconds. */
const STALE_AFTER_MS = 15_000;

/** A generation still open after this time fails. Milliseconds. */
const MAX_GENERATION_AGE_MS = 2 * 3_600_000;

/** One object for each user: its alarm runs while a generation is open, whatever happens to queue and consumers. */
export class GenerationObject extends DurableObject<Env> implements GenerationRpc {
  async watch(userId: string): Promise<void> {
    await this.ctx.storage.put("userId", userId);
    await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
  }

  override async alarm(): Promise<void> {
    const userId = await this.ctx.storage.get<string>("userId");
    if (userId === undefined) return;
    let isOpen = true;
    try {
      isOpen = await restartStaleGeneration(composeDeps(this.env), userId);
      if (!isOpen) await invalidateActivity(composeDeps(this.env), userId);
    } catch (error) {
      logError("generation_tend_failed", error);
    } finally {
      if (isOpen) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    }
  }

  /** For account deletion. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}

/**
 * Starts dead runs again and requeues items whose queue messages were lost.
 * @returns whether the user has an open generation
 */
export async function restartStaleGeneration(
  deps: Pick<Deps, "db" | "now" | "queues">,
  userId: string,
): Promise<boolean> {
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { requeued, isOpen } = await requeueStaleItems(
    deps.db,
    userId,
    { deadBefore: ago(STALE_AFTER_MS), overdueBefore: ago(MAX_GENERATION_AGE_MS), attempts: MAX_ATTEMPTS },
    now.toISOString(),
  );
  await enqueueItems(deps, requeued);
  return isOpen;
}

/** The cron's backstop for lost alarms. It waits twice as long as they do, so normally it finds nothing. */
export async function restartAllStaleGenerations(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - 2 * STALE_AFTER_MS).toISOString();
  for (const userId of await listUsersWithStaleItems(deps.db, before)) {
    if (await restartStaleGeneration(deps, userId))
      await deps.generations.get(deps.generations.idFromName(userId)).watch(userId);
  }
}
