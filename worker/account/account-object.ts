import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import { logError } from "../lib/log";
import type { AccountRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { runDeletionStep } from "./account-deletion";

/** How soon a deletion that failed is gone on with, at first and at last. Milliseconds. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;

/** The end of one account: what its deletion begins is ended by its alarm, whatever was cut off on the way. */
export class AccountObject extends DurableObject<Env> implements AccountRpc {
  async close(userId: string): Promise<boolean> {
    const { kv } = this.ctx.storage;
    kv.put("userId", userId);
    if (kv.get("since") === undefined) kv.put("since", Date.now());
    // Armed before the first step: cut off anywhere, it is taken up again.
    await this.ctx.storage.setAlarm(Date.now() + FIRST_RETRY_MS);
    return this.#runStep(userId);
  }

  override async alarm(): Promise<void> {
    const userId = this.ctx.storage.kv.get<string>("userId");
    if (userId !== undefined) await this.#runStep(userId);
  }

  /** @returns whether the step did not fail */
  async #runStep(userId: string): Promise<boolean> {
    // A fault that lasts is asked about less and less often.
    let wait: number | null = Math.min(
      MAX_RETRY_MS,
      Math.max(FIRST_RETRY_MS, Date.now() - (this.ctx.storage.kv.get<number>("since") ?? 0)),
    );
    try {
      wait = await runDeletionStep(composeDeps(this.env), userId);
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
