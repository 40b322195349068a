import { DurableObject } from "cloudflare:workers";
import { composeDeps, type Deps } from "../../compose";
import { logError } from "../../lib/log";
import { invalidateActivity } from "../../platform/activity-signals";
import type { GenerationRpc, LlmRefusal } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import type { LetterRevocation, LetterRun } from "../../platform/letter-runs";
import { LetterBatches } from "../batch/letter-batches";
import { UserLlmCalls } from "../llm-calls/user-llm-calls";
import { getGenerationObject } from "./generation-signals";
import { DEAD_AFTER_MS, LiveRuns } from "./live-runs";
import { type GenerationRow, isWaiting, MAX_ATTEMPTS } from "./rules-generation";
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
  readonly #batches = new LetterBatches(this.ctx.storage.kv, this.#calls);

  async watch(userId: string, delayMs = ALARM_INTERVAL_MS): Promise<void> {
    await this.ctx.storage.put("userId", userId);
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }

  async renew(userId: string, run: LetterRun, isNew: boolean): Promise<boolean> {
    const isWanted = this.#runs.renew(run, isNew, Date.now());
    if (isWanted !== null) return isWanted;
    // Known to the object before it started again, or restarted as dead: the claim is that of the latest run.
    const claim = { userId, companyId: run.companyId, claimedAt: run.startedAt };
    if (!(await hasClaim((await composeDeps(this.env).openUserShard(userId)).db, claim))) return false;
    return this.#runs.renew(run, true, Date.now()) ?? true;
  }

  async revoke(what: LetterRevocation): Promise<void> {
    this.#runs.revoke(what, Date.now());
    if ("generationId" in what && this.#batches.has(what.generationId)) await this.ctx.storage.setAlarm(Date.now());
  }

  async findBatchAnswer(id: string): Promise<string | null> {
    return this.#batches.findAnswer(id);
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
    let nextMs: number | null = ALARM_INTERVAL_MS;
    try {
      if (userId === undefined) await this.#batches.discardOthers(composeDeps(this.env), null);
      const isOpen = userId !== undefined && (await this.#tend(userId));
      const pollMs = this.#batches.computePollMs(Date.now());
      nextMs = isOpen ? Math.min(ALARM_INTERVAL_MS, pollMs ?? ALARM_INTERVAL_MS) : pollMs;
    } catch (error) {
      logError("generation_tend_failed", error);
    } finally {
      if (nextMs !== null) await this.#wakeBy(Date.now() + nextMs);
    }
  }

  /** What was asked for while an alarm ran may be sooner. */
  async #wakeBy(time: number): Promise<void> {
    const asked = await this.ctx.storage.getAlarm();
    if (asked === null || asked > time) await this.ctx.storage.setAlarm(time);
  }

  /** @returns whether letters are being written */
  async #tend(userId: string): Promise<boolean> {
    // After a start those that are alive have to tell so first.
    await scheduler.wait(this.#runs.computeSettlingMs(Date.now()));
    const deps = await composeDeps(this.env).openUserShard(userId);
    const open = await restartStaleGeneration(deps, userId, this.#runs.listAlive(Date.now()));
    const waiting = open && isWaiting(open) ? open : null;
    await this.#batches.discardOthers(deps, waiting?.id ?? null);
    if (waiting) await this.#batches.advance(deps, waiting);
    if (!open) {
      this.#batches.forgetAnswers();
      await invalidateActivity(deps, userId);
    }
    // Its batch may have ended just now.
    return open !== null && !(waiting && this.#batches.has(waiting.id));
  }

  /** For account deletion. What the model's service has of letters is deleted by the alarm, which names no user. */
  async erase(): Promise<void> {
    this.#runs = new LiveRuns(Date.now());
    await this.#calls.forget();
    const batches = this.#batches.list();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#batches.restore(batches);
    if (batches.length > 0) await this.ctx.storage.setAlarm(Date.now());
  }
}

/**
 * Starts dead runs again and requeues items whose queue messages were lost.
 * @param alive keys of the runs that are not dead
 * @returns the user's open generation
 */
export async function restartStaleGeneration(
  deps: Pick<Deps, "db" | "now" | "queues">,
  userId: string,
  alive: string[] = [],
): Promise<GenerationRow | null> {
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { requeued, open } = await requeueStaleItems(
    deps.db,
    userId,
    { deadBefore: ago(DEAD_AFTER_MS), overdueBefore: ago(MAX_GENERATION_AGE_MS), attempts: MAX_ATTEMPTS, alive },
    now.toISOString(),
  );
  await enqueueItems(deps, requeued);
  return open ?? null;
}

/** The cron's backstop for lost alarms. Only the user's object knows which runs are alive, so it looks itself. */
export async function restartAllStaleGenerations(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - 2 * DEAD_AFTER_MS).toISOString();
  for (const userId of await listUsersWithStaleItems(deps.db, before))
    await getGenerationObject(deps, userId).watch(userId, 0);
}
