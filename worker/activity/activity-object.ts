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
  #pendingRead: Promise<Activity | null> | undefined;

  async status(userId: string, tokenIssuedAt: number): Promise<Activity | null> {
    if (tokenIssuedAt <= (this.ctx.storage.kv.get<number>("refuseBefore") ?? 0)) return null;
    const cached = this.ctx.storage.kv.get<CachedActivity>("known");
    if (cached && Date.now() - cached.readAt < (isBusy(cached.activity) ? BUSY_MAX_AGE_MS : IDLE_MAX_AGE_MS))
      return cached.activity;
    return (this.#pendingRead ??= this.#load(userId));
  }

  /** What is being read now may be older than what was told: it is not kept, and who asks from here on does not wait for it. */
  async invalidate(): Promise<void> {
    this.#pendingRead = undefined;
    this.ctx.storage.kv.delete("known");
  }

  async rejectPollsBefore(time: number): Promise<void> {
    this.ctx.storage.kv.put("refuseBefore", Math.max(time, this.ctx.storage.kv.get<number>("refuseBefore") ?? 0));
  }

  /** Forgets everything; for the deletion of the account. */
  async erase(): Promise<void> {
    this.#pendingRead = undefined;
    await this.ctx.storage.deleteAll();
  }

  #load(userId: string): Promise<Activity | null> {
    const pendingRead = loadActivity(composeDeps(this.env), userId)
      .then((activity) => {
        if (activity && this.#pendingRead === pendingRead)
          this.ctx.storage.kv.put<CachedActivity>("known", { activity, readAt: Date.now() });
        return activity;
      })
      .finally(() => {
        if (this.#pendingRead === pendingRead) this.#pendingRead = undefined;
      });
    return pendingRead;
  }
}
