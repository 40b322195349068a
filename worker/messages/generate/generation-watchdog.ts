import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../../compose";
import { logError } from "../../lib/log";
import { invalidateActivity } from "../../platform/activity-signals";
import type { GenerationRpc } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import { restartStaleGeneration } from "./restart-stale-generation";

const WATCH_INTERVAL_MS = 5_000;

/** One a user: an alarm that looks after the generation under way, whatever became of queue and consumers. */
export class GenerationObject extends DurableObject<Env> implements GenerationRpc {
  async watch(userId: string): Promise<void> {
    await this.ctx.storage.put("userId", userId);
    await this.ctx.storage.setAlarm(Date.now() + WATCH_INTERVAL_MS);
  }

  override async alarm(): Promise<void> {
    const userId = await this.ctx.storage.get<string>("userId");
    if (userId === undefined) return;
    let left = true;
    try {
      left = await restartStaleGeneration(composeDeps(this.env), userId);
      if (!left) await invalidateActivity(composeDeps(this.env), userId);
    } catch (error) {
      logError("generation_tend_failed", error);
    } finally {
      if (left) await this.ctx.storage.setAlarm(Date.now() + WATCH_INTERVAL_MS);
    }
  }

  /** Forgets everything; for the deletion of the account. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
