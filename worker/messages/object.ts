import { DurableObject } from "cloudflare:workers";
import { tellActivity } from "../activity/tell";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { logFault } from "../log";
import type { GenerationWatch } from "../objects";
import { tendGeneration } from "./tend";

const LOOK = 5_000;

/** One a user: an alarm that looks after the generation under way, whatever became of queue and consumers. */
export class GenerationObject extends DurableObject<Env> implements GenerationWatch {
  async watch(userId: string): Promise<void> {
    await this.ctx.storage.put("userId", userId);
    await this.ctx.storage.setAlarm(Date.now() + LOOK);
  }

  override async alarm(): Promise<void> {
    const userId = await this.ctx.storage.get<string>("userId");
    if (userId === undefined) return;
    let left = true;
    try {
      left = await tendGeneration(depsOf(this.env), userId);
      if (!left) await tellActivity(depsOf(this.env), userId);
    } catch (error) {
      logFault("generation_tend_failed", error);
    } finally {
      if (left) await this.ctx.storage.setAlarm(Date.now() + LOOK);
    }
  }

  /** Forgets everything; for the deletion of the account. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
