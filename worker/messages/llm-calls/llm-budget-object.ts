import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../../compose";
import { log, logError } from "../../lib/log";
import type { HeldLease, LlmBudgetRpc, LlmLease, LlmRefusal } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import { BUDGET_EXCEEDED, USER_SHARE_EXCEEDED } from "../../platform/ports";
import { DAY_MS, toPeriod } from "../../quotas/rules-quotas";
import { computeLease, findReachedMark, LEASE_MS } from "./rules-leases";

/** Ended leases that are asked for at a time: each call brings at most one more. */
const LEASES_PER_COLLECTION = 4;

interface Day {
  /** ISO 8601. */
  began: string;
  /** Of all users, those on lease included. */
  used: number;
  /** The highest percentage that was logged. */
  mark: number;
  /** The number of the last lease, over all days: no lease is taken for another. */
  lastLease: number;
}

const FIRST_DAY: Day = { began: "", used: 0, mark: 0, lastLease: 0 };

/** With its day: no call of one day is made on another. */
const toEnd = (now: number): number =>
  Math.min(now + LEASE_MS, Date.parse(toPeriod(new Date(now), DAY_MS).began) + DAY_MS);

/** What the object of a user has had of the day, with the calls of its lease; null where that has ended. */
type Holder = {
  used: number;
  lease: number | null;
  calls: number;
};

/**
 * The day's LLM calls of all users, in one object named "llm-budget". It leases a few of them to the object of a user,
 * which hands them out one by one and tells with its next question what was left. Who does not come back is asked once
 * the lease has ended.
 */
export class LlmBudgetObject extends DurableObject<Env> implements LlmBudgetRpc {
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    // Holders are named by the ids of their objects, which tell no user.
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS holders (
        holder TEXT PRIMARY KEY, used INTEGER NOT NULL, lease INTEGER, calls INTEGER NOT NULL, ends_at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS holders_on_lease ON holders (ends_at) WHERE lease IS NOT NULL`);
  }

  async lease(holder: string, held: HeldLease | null): Promise<LlmLease | LlmRefusal> {
    await this.#collectEndedLeases();
    const now = Date.now();
    this.#openDay(now);
    const { modelCallsPerDay: perDay, modelShare } = composeDeps(this.env).config;
    this.#settle(holder, held);
    const own = this.#findHolder(holder);
    // Its holder does not know it, so the answer was lost on the way: none of its calls can have been made.
    const endsAt = toEnd(now);
    if (own && own.lease !== null) {
      this.#sql.exec("UPDATE holders SET ends_at = ? WHERE holder = ?", endsAt, holder);
      return { id: own.lease, calls: own.calls, endsAt };
    }
    const day = this.#loadDay();
    const { used } = day;
    const ownUsed = own?.used ?? 0;
    const calls = computeLease({ perDay, used, ownUsed, share: modelShare.usual });
    if (calls === 0) return used < perDay ? USER_SHARE_EXCEEDED : BUDGET_EXCEEDED;
    const id = day.lastLease + 1;
    this.#sql.exec(
      "INSERT OR REPLACE INTO holders (holder, used, lease, calls, ends_at) VALUES (?, ?, ?, ?, ?)",
      holder,
      ownUsed + calls,
      id,
      calls,
      endsAt,
    );
    const mark = Math.max(day.mark, findReachedMark(used + calls, perDay));
    this.#storeDay({ ...day, used: used + calls, mark, lastLease: id });
    this.#report(used + calls, perDay, mark > day.mark ? mark : null);
    return { id, calls, endsAt };
  }

  async forget(holder: string, held: HeldLease): Promise<void> {
    this.#openDay(Date.now());
    this.#settle(holder, held);
    this.#sql.exec("DELETE FROM holders WHERE holder = ? AND lease IS NULL", holder);
  }

  #findHolder(holder: string): Holder | undefined {
    return this.#sql.exec<Holder>("SELECT used, lease, calls FROM holders WHERE holder = ?", holder).toArray()[0];
  }

  /** Ends a lease and takes back what was left of it; one that has ended already changes nothing. */
  #settle(holder: string, held: HeldLease | null): void {
    const own = this.#findHolder(holder);
    if (!own || own.lease === null || held?.id !== own.lease) return;
    this.#sql.exec("UPDATE holders SET used = ?, lease = NULL WHERE holder = ?", own.used - held.left, holder);
    const day = this.#loadDay();
    if (held.left > 0) this.#storeDay({ ...day, used: day.used - held.left });
  }

  /** Asks holders whose lease has ended what was left. One that does not answer is asked again later. */
  async #collectEndedLeases(): Promise<void> {
    const now = Date.now();
    this.#openDay(now);
    const { generations } = composeDeps(this.env);
    const ended = this.#sql
      .exec<{ holder: string; lease: number; calls: number }>(
        "SELECT holder, lease, calls FROM holders WHERE lease IS NOT NULL AND ends_at <= ? ORDER BY ends_at LIMIT ?",
        now,
        LEASES_PER_COLLECTION,
      )
      .toArray();
    await Promise.all(
      ended.map(async ({ holder, lease, calls }) => {
        try {
          const left = await generations.get(generations.idFromString(holder)).endLlmLease(lease);
          this.#settle(holder, { id: lease, left: left ?? calls });
        } catch (error) {
          logError("llm_lease_not_ended", error);
          this.#sql.exec(
            "UPDATE holders SET ends_at = ? WHERE holder = ? AND lease = ?",
            now + LEASE_MS,
            holder,
            lease,
          );
        }
      }),
    );
  }

  /** Begins a new day with all calls. Leases of the day before are void by then. */
  #openDay(now: number): void {
    const { began } = toPeriod(new Date(now), DAY_MS);
    const day = this.#loadDay();
    if (day.began === began) return;
    this.#sql.exec("DELETE FROM holders");
    this.#storeDay({ ...FIRST_DAY, began, lastLease: day.lastLease });
  }

  #loadDay(): Day {
    return this.ctx.storage.kv.get<Day>("day") ?? FIRST_DAY;
  }

  #storeDay(day: Day): void {
    this.ctx.storage.kv.put("day", day);
  }

  /** Writes what of the day's calls is used, and logs when that is a good part. */
  #report(count: number, limit: number, reachedMark: number | null): void {
    composeDeps(this.env).metrics.write({ kind: "budget", used: count, per_day: limit });
    if (reachedMark === null) return;
    const fields = { percent: reachedMark, count, limit };
    if (reachedMark < 80) log("model_calls_used", fields);
    else logError("model_calls_used", new Error(`${reachedMark} % of MODEL_CALLS_PER_DAY is used`), fields);
  }
}
