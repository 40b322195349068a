import { DurableObject } from "cloudflare:workers";
import { composeDeps, type Deps } from "../../compose";
import { logError } from "../../lib/log";
import { invalidateActivity } from "../../platform/activity-signals";
import type { GenerationRpc, LlmRefusal } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import type { LetterRevocation, LetterRun } from "../../platform/letter-runs";
import { UserLlmCalls } from "../llm-calls/user-llm-calls";
import { getGenerationObject } from "./generation-signals";
import { DEAD_AFTER_MS, LiveRuns } from "./live-runs";
import { MAX_ATTEMPTS } from "./rules-generation";
import { enqueueItems } from "./start-generation";
import { listUsersWithStaleItems, requeueStaleItems } from "./store-generations";
import { hasClaim } from "./store-message-claims";

// Knows the runs that are alive and restarts dead ones: an alarm for each user, and the cron as its backstop.

/** Each alarm is a row written, so there is none while most letters are written. */
const ALARM_INTERVAL_MS = 20_000;

/** A generation still open after this time fails. Milliseconds. */
const MAX_GENERATION_AGE_MS = 2 * 3_600_000;

/** One object for each user: its alarm runs while a generation is open, whatever happens to queue and consumers. */
export class GenerationObject extends DurableObject<Env> implements GenerationRpc {
  #runs = new LiveRuns(Date.now());
  readonly #calls = new UserLlmCalls(
    this.ctx.storage.kv,
    this.ctx.id.toString(),
    () => composeDeps(this.env).llmBudget,
  );

  async watch(userId: string, delayMs = ALARM_INTERVAL_MS): Promise<void> {
    await this.ctx.storage.put("userId", userId);
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }

  async renew(userId: string, run: LetterRun, isNew: boolean): Promise<boolean> {
    const isWanted = this.#runs.renew(run, isNew, Date.now());
    if (isWanted !== null) return isWanted;
    // Known to the object before it started again, or restarted as dead: the claim is that of the latest run.
    const claim = { userId, companyId: run.companyId, claimedAt: run.startedAt };
    if (!(await hasClaim(composeDeps(this.env).db, claim))) return false;
    return this.#runs.renew(run, true, Date.now()) ?? true;
  }

  async revoke(what: LetterRevocation): Promise<void> {
    this.#runs.revoke(what, Date.now());
  }

  takeLlmCall(): Promise<LlmRefusal | null> {
    return this.#calls.take();
  }

  giveLlmCallBack(takenAt: number): Promise<void> {
    return this.#calls.giveBack(takenAt);
  }

  async endLlmLease(id: number): Promise<number | null> {
    return this.#calls.end(id);
  }

  override async alarm(): Promise<void> {
    const userId = await this.ctx.storage.get<string>("userId");
    if (userId === undefined) return;
    let isOpen = true;
    try {
      // After a start those that are alive have to tell so first.
      await scheduler.wait(this.#runs.computeSettlingMs(Date.now()));
      isOpen = await restartStaleGeneration(composeDeps(this.env), userId, this.#runs.listAlive(Date.now()));
      if (!isOpen) await invalidateActivity(composeDeps(this.env), userId);
    } catch (error) {
      logError("generation_tend_failed", error);
    } finally {
      if (isOpen) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    }
  }

  /** For account deletion. */
  async erase(): Promise<void> {
    this.#runs = new LiveRuns(Date.now());
    await this.#calls.forget();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}

/**
 * Starts dead runs again and requeues items whose queue messages were lost.
 * @param alive keys of the runs that are not dead
 * @returns whether the user has an open generation
 */
export async function restartStaleGeneration(
  deps: Pick<Deps, "db" | "now" | "queues">,
  userId: string,
  alive: string[] = [],
): Promise<boolean> {
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { requeued, isOpen } = await requeueStaleItems(
    deps.db,
    userId,
    { deadBefore: ago(DEAD_AFTER_MS), overdueBefore: ago(MAX_GENERATION_AGE_MS), attempts: MAX_ATTEMPTS, alive },
    now.toISOString(),
  );
  await enqueueItems(deps, requeued);
  return isOpen;
}

/** The cron's backstop for lost alarms. Only the user's object knows which runs are alive, so it looks itself. */
export async function restartAllStaleGenerations(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - 2 * DEAD_AFTER_MS).toISOString();
  for (const userId of await listUsersWithStaleItems(deps.db, before))
    await getGenerationObject(deps, userId).watch(userId, 0);
}
