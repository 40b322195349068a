import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import type { Activity } from "../contract/activity";
import type { ActivityRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { loadActivity, isBusy } from "./current-activity";

/** How long what was read is taken for true while nothing else is heard: an end that was not told is found out by itself. Milliseconds. */
const BUSY_MAX_AGE_MS = 60_000;
const IDLE_MAX_AGE_MS = 24 * 3_600_000;

interface CachedActivity {
  activity: Activity;
  /** Milliseconds. */
  readAt: number;
}

/**
 * One a user: what runs for them, for the tabs that ask every few seconds. The rows are the truth; what was read of them is kept until somebody
 * tells that it has changed, and outlives an eviction.
 */
export class ActivityObject extends DurableObject<Env> implements ActivityRpc {
  #reading: Promise<Activity | null> | undefined;

  async status(userId: string, vouchedAt: number): Promise<Activity | null> {
    if (vouchedAt <= (this.ctx.storage.kv.get<number>("refuseBefore") ?? 0)) return null;
    const known = this.ctx.storage.kv.get<CachedActivity>("known");
    if (known && Date.now() - known.readAt < (isBusy(known.activity) ? BUSY_MAX_AGE_MS : IDLE_MAX_AGE_MS))
      return known.activity;
    return (this.#reading ??= this.#read(userId));
  }

  /** What is being read now may be older than what was told: it is not kept, and who asks from here on does not wait for it. */
  async invalidate(): Promise<void> {
    this.#reading = undefined;
    this.ctx.storage.kv.delete("known");
  }

  async rejectPollsBefore(time: number): Promise<void> {
    this.ctx.storage.kv.put("refuseBefore", Math.max(time, this.ctx.storage.kv.get<number>("refuseBefore") ?? 0));
  }

  /** Forgets everything; for the deletion of the account. */
  async erase(): Promise<void> {
    this.#reading = undefined;
    await this.ctx.storage.deleteAll();
  }

  #read(userId: string): Promise<Activity | null> {
    const reading = loadActivity(composeDeps(this.env), userId)
      .then((activity) => {
        if (activity && this.#reading === reading)
          this.ctx.storage.kv.put<CachedActivity>("known", { activity, readAt: Date.now() });
        return activity;
      })
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    return reading;
  }
}
