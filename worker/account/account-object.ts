import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import { logError } from "../lib/log";
import type { AccountRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { runDeletionStep } from "./account-deletion";

/** First and longest pause before a failed deletion is retried. Milliseconds. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;

/** Finishes the deletion of one account by its alarm, whatever interrupted it. */
export class AccountObject extends DurableObject<Env> implements AccountRpc {
  async close(userId: string, shard: number): Promise<boolean> {
    const { kv } = this.ctx.storage;
    kv.put("userId", userId);
    kv.put("shard", shard);
    if (kv.get("since") === undefined) kv.put("since", Date.now());
    // Armed before the first step, so that an interrupted one is resumed.
    await this.ctx.storage.setAlarm(Date.now() + FIRST_RETRY_MS);
    return this.#runStep(userId);
  }

  override async alarm(): Promise<void> {
    const userId = this.ctx.storage.kv.get<string>("userId");
    if (userId !== undefined) await this.#runStep(userId);
  }

  /** @returns whether the step succeeded */
  async #runStep(userId: string): Promise<boolean> {
    // Retry a persistent failure less and less often.
    let wait: number | null = Math.min(
      MAX_RETRY_MS,
      Math.max(FIRST_RETRY_MS, Date.now() - (this.ctx.storage.kv.get<number>("since") ?? 0)),
    );
    try {
      const shard = this.ctx.storage.kv.get<number>("shard");
      wait = await runDeletionStep(await composeDeps(this.env).openUserShard(userId, shard), userId);
      return true;
    } catch (error) {
      logError("deletion_unfinished", error);
      return false;
    } finally {
      if (wait === null) {
        await this.ctx.storage.deleteAlarm();
        await this.ctx.storage.deleteAll();
      } else {
        await this.ctx.storage.setAlarm(Date.now() + wait);
      }
    }
  }
}
