import { DurableObject } from "cloudflare:workers";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { logFault } from "../log";
import type { Closing } from "../objects";
import { eraseAccount } from "./deletion";

/** How soon a deletion that failed is gone on with, at first and at last. Milliseconds. */
const SOON = 5_000;
const AT_LAST = 300_000;

/** The end of one account: what its deletion begins is ended by its alarm, whatever was cut off on the way. */
export class AccountObject extends DurableObject<Env> implements Closing {
  async close(userId: string): Promise<boolean> {
    const { kv } = this.ctx.storage;
    kv.put("userId", userId);
    if (kv.get("since") === undefined) kv.put("since", Date.now());
    // Armed before the first step: cut off anywhere, it is taken up again.
    await this.ctx.storage.setAlarm(Date.now() + SOON);
    return this.#goOn(userId);
  }

  override async alarm(): Promise<void> {
    const userId = this.ctx.storage.kv.get<string>("userId");
    if (userId !== undefined) await this.#goOn(userId);
  }

  /** @returns whether the step did not fail */
  async #goOn(userId: string): Promise<boolean> {
    // A fault that lasts is asked about less and less often.
    let wait: number | null = Math.min(
      AT_LAST,
      Math.max(SOON, Date.now() - (this.ctx.storage.kv.get<number>("since") ?? 0)),
    );
    try {
      wait = await eraseAccount(depsOf(this.env), userId);
      return true;
    } catch (error) {
      logFault("deletion_unfinished", error);
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
