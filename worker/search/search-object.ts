import { DurableObject } from "cloudflare:workers";
import { findKnownIdentities } from "../companies/store-import";
import { composeDeps } from "../compose";
import type { ErrorCode } from "../contract/errors";
import type { FoundCompany, Search } from "../contract/search";
import { log, logError } from "../lib/log";
import { invalidateActivity } from "../platform/activity-signals";
import type { SearchRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import type { Heartbeat, HeartbeatAnswer, FoundCompanyRow, SearchRequest } from "../platform/search-rpc";
import { applyCityAnswer } from "./apply-city-answer";
import { LEASES_PER_CONSUMER } from "./crawl/crawl-protocol";
import { WakeUpThrottle } from "./crawl/wake-up-throttle";
import { lookUpCity } from "./directory-lookup";
import { Frontier, type PendingCity } from "./frontier";
import { toWantedKinds } from "./rules-business-types";
import { explainFailure, isFinished } from "./rules-search-status";
import { toSearchFromState, type SearchState, toFoundCompany } from "./search-dto";
import { markSearchDiscarded, saveFinalState } from "./store-searches";

/** A search that has nothing to do at once is looked at so often. Milliseconds. */
const IDLE_STEP_MS = 2_000;
/** Steps that fail in a row before the search gives up, five minutes after the first; and the longest pause between two. Milliseconds. */
const MAX_FAILED_STEPS = 10;
const MAX_BACKOFF_MS = 60_000;

/** Milliseconds until the next step: after a fault longer and longer; at once while a city waits to be asked about. */
const computeStepDelayMs = (faults: number, cityWaits: boolean): number =>
  faults > 0 ? Math.min(MAX_BACKOFF_MS, IDLE_STEP_MS * 2 ** (faults - 1)) : cityWaits ? 0 : IDLE_STEP_MS;

/** A consumer says every second what it holds; a site that nobody has held for so long is lost. Milliseconds. */
const LEASE_TIMEOUT_MS = 8_000;

/** Which sites are in living hands. Kept in memory: after a restart those who hold some speak up within a second. */
class SiteLeases {
  readonly #startedAt = Date.now();
  readonly #renewedAt = new Map<number, number>();

  renew(numbers: number[]): void {
    for (const number of numbers) this.#renewedAt.set(number, Date.now());
  }

  /** @returns null while it is too early to tell */
  listActive(): number[] | null {
    const since = Date.now() - LEASE_TIMEOUT_MS;
    if (this.#startedAt > since) return null;
    for (const [number, at] of this.#renewedAt) if (at < since) this.#renewedAt.delete(number);
    return [...this.#renewedAt.keys()];
  }
}

/** Sites out at a time, which is two consumers: one user cannot take them all. */
const MAX_LEASED_SITES = 2 * LEASES_PER_CONSUMER;
/** Results nobody added are forgotten after 30 days; milliseconds. */
const RESULT_RETENTION_MS = 30 * 86_400_000;
const PURGE_RETRY_MS = 3_600_000;

/** One search: it owns what is left to do and what has been found. Every wake-up does one bounded step, saves it and arms the next. */
export class SearchObject extends DurableObject<Env> implements SearchRpc {
  readonly #frontier: Frontier;
  readonly #leases = new SiteLeases();
  readonly #wakeUpThrottle = new WakeUpThrottle();
  #state: SearchState | undefined;
  /** Its place in the line of the directory, as last told. */
  #queuePlace: Search["waiting"];

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#frontier = new Frontier(context.storage.sql);
    this.#state = context.storage.kv.get<SearchState>("state");
    void context.blockConcurrencyWhile(() => this.#ensureAlarm());
  }

  /** A running search always has an alarm, whatever became of the instance before. */
  async #ensureAlarm(): Promise<void> {
    if (!this.#state || isFinished(this.#state.status)) return;
    // Tables that a newer version has are there before they are asked.
    this.#frontier.createTables(this.#state.cities);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + IDLE_STEP_MS);
  }

  /** Starts, or goes on if it has been started already. */
  async start(order: SearchRequest): Promise<Search> {
    const state =
      this.#state ??
      this.#saveState({
        ...order,
        status: "running",
        warnings: [],
        discarded: false,
        added: false,
        error: null,
        completedAt: null,
        faults: 0,
      });
    this.#frontier.createTables(state.cities);
    if (!isFinished(state.status)) await this.ctx.storage.setAlarm(Date.now());
    return this.#toSearch(state);
  }

  /** @returns null for a stranger, and before the start */
  status(userId: string): Search | null {
    return this.#state?.userId === userId ? this.#toSearch(this.#state) : null;
  }

  /** Ends the search and keeps what has arrived; one that is over stays as it is. */
  async stop(userId: string): Promise<Search | null> {
    const state = this.#getRunning(userId);
    if (!state) return this.status(userId);
    const stopping = this.#toSearch(this.#saveState({ ...state, status: "stopping" }));
    // The alarm finishes it even if this instance dies now; a running alarm must not hold it up.
    await this.ctx.storage.setAlarm(Date.now());
    this.ctx.waitUntil(this.#finish("completed"));
    return stopping;
  }

  /** Ends the search and throws away what it found. @returns null for a stranger; a search that ended otherwise is answered as it is */
  async cancel(userId: string): Promise<Search | null> {
    if (this.#getRunning(userId)) await this.#finish("cancelled");
    return this.status(userId);
  }

  discard(userId: string): Search | null {
    const state = this.#state;
    if (state?.userId !== userId) return null;
    if (!isFinished(state.status)) return this.#toSearch(state);
    return this.#toSearch(this.#saveState({ ...state, discarded: true }));
  }

  companies(userId: string, after: number, most: number): { companies: FoundCompany[]; next: number | null } {
    if (this.#state?.userId !== userId || this.#state.discarded) return { companies: [], next: null };
    const rows = this.#frontier.listCompanies(after, most + 1);
    const page = rows.slice(0, most);
    return {
      companies: page.map((row) => toFoundCompany(row)),
      next: rows.length > most ? (page.at(-1)?.number ?? null) : null,
    };
  }

  /** The rows to add to the dashboard: the new ones, or those of them that are ticked. */
  rowsToAdd(userId: string, ticked: string[] | undefined): FoundCompanyRow[] {
    return this.#state?.userId === userId && this.#state.status === "completed"
      ? this.#frontier.listNewCompanies(ticked)
      : [];
  }

  markAdded(userId: string): Search | null {
    return this.#state?.userId === userId ? this.#toSearch(this.#saveState({ ...this.#state, added: true })) : null;
  }

  /** A consumer's news, and more to read for it. */
  async exchange({ reports, held, room }: Heartbeat): Promise<HeartbeatAnswer> {
    const moved = reports.flatMap(({ movedTo }) => movedTo?.identity ?? []);
    const known =
      moved.length > 0 && this.#state
        ? await findKnownIdentities(composeDeps(this.env).db, this.#state.userId, moved)
        : new Set<string>();
    if (this.#state?.status !== "running") return { goOn: false, sites: [] };
    this.#wakeUpThrottle.markConsumerSeen();
    for (const report of reports) this.#frontier.completeSite(report, known);
    const sites =
      room > 0 ? this.#frontier.leaseSites(Math.min(room, MAX_LEASED_SITES - this.#frontier.countSites("out"))) : [];
    this.#leases.renew([...held, ...sites.map((site) => site.number)]);
    if (this.#isDone()) await this.#finish();
    // Whoever reads goes on reading; the alarm wakes others.
    else
      await this.#wakeConsumers().catch((error: unknown) =>
        logError("crawl_not_woken", error, { searchId: this.#state?.searchId }),
      );
    return { goOn: true, sites };
  }

  /** Leaves nothing behind. */
  async erase(): Promise<void> {
    if (this.#state) this.#leaveOsmQueue(this.#state);
    this.#state = undefined;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    try {
      await this.#runStep();
      if (this.#state && this.#state.faults > 0) this.#saveState({ ...this.#state, faults: 0 });
    } catch (error) {
      logError("search_step_failed", error, { searchId: this.#state?.searchId });
      if (this.#state && !isFinished(this.#state.status))
        this.#saveState({ ...this.#state, faults: this.#state.faults + 1 });
    } finally {
      if (this.#state && !isFinished(this.#state.status))
        await this.ctx.storage.setAlarm(
          Date.now() + computeStepDelayMs(this.#state.faults, this.#frontier.findNextCity(Date.now()) !== undefined),
        );
    }
  }

  async #runStep(): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (isFinished(state.status)) return this.#purgeResults(state);
    if (state.status === "stopping") return this.#finish("completed");
    if (state.faults >= MAX_FAILED_STEPS) return this.#finish("failed", "search_crashed");
    const alive = this.#leases.listActive();
    if (alive) this.#frontier.expireLeases(alive);
    await this.#wakeConsumers();
    const next = this.#frontier.findNextCity(Date.now());
    if (next) await this.#lookUpNextCity(state, next);
    if (this.#isDone()) await this.#finish();
  }

  async #lookUpNextCity(state: SearchState, next: PendingCity): Promise<void> {
    const [{ city }, deps, wanted] = [next, composeDeps(this.env), toWantedKinds(state.businessTypes)];
    const answer = await lookUpCity(deps, state, next, wanted);
    if (this.#state?.status !== "running") return;
    this.#queuePlace =
      answer.outcome === "waiting" && answer.place > 0
        ? { city, place: answer.place, seconds: answer.seconds }
        : undefined;
    if (answer.outcome === "waiting") return;
    for (const code of applyCityAnswer(this.#frontier, city, answer, wanted, deps.now())) this.#addWarning(code, city);
    if (!deps.readsSites) this.#frontier.abandonSites();
    if (answer.outcome !== "found") return;
    this.#wakeUpThrottle.allowAtOnce();
    await this.#wakeConsumers();
  }

  /** Wakes as many consumers as there is work and room for. */
  async #wakeConsumers(): Promise<void> {
    const [waiting, out] = [this.#frontier.countSites("waiting"), this.#frontier.countSites("out")];
    const consumers = Math.min(
      Math.ceil(waiting / LEASES_PER_CONSUMER),
      Math.floor((MAX_LEASED_SITES - out) / LEASES_PER_CONSUMER),
    );
    if (!this.#state || consumers <= 0 || !this.#wakeUpThrottle.tryTake()) return;
    const wake = { body: { searchId: this.#state.searchId } };
    await composeDeps(this.env).queues.crawl.sendBatch(Array.from({ length: consumers }, () => wake));
  }

  #isDone(): boolean {
    return (
      this.#state?.status === "running" &&
      this.#frontier.listCities("waiting").length === 0 &&
      this.#frontier.countSites("waiting") + this.#frontier.countSites("out") === 0
    );
  }

  /** Reaches a final state, first here, then in D1; the alarm repeats what a crash cuts off. */
  async #finish(
    wanted: "completed" | "cancelled" | "failed" = "completed",
    error: ErrorCode | null = null,
  ): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (!isFinished(state.status)) {
      const failure =
        error ??
        (wanted === "completed" && state.status === "running" ? explainFailure(this.#frontier, state.warnings) : null);
      if (wanted === "cancelled") this.#frontier.deleteCompanies();
      else this.#frontier.abandonSites();
      this.#saveState({
        ...state,
        status: failure ? "failed" : wanted,
        error: failure,
        completedAt: new Date().toISOString(),
      });
      this.#leaveOsmQueue(state);
    }
    const final = this.#state;
    // Armed first: while D1 does not know of the end, the user can start no other search.
    await this.ctx.storage.setAlarm(Date.now() + IDLE_STEP_MS);
    try {
      if (final) await saveFinalState(composeDeps(this.env).db, final.userId, this.#toSearch(final));
    } catch (fault) {
      return logError("search_end_unwritten", fault, { searchId: state.searchId });
    }
    await this.ctx.storage.setAlarm(Date.now() + RESULT_RETENTION_MS);
    await invalidateActivity(composeDeps(this.env), state.userId);
    log("search_ended", { searchId: state.searchId, status: final?.status });
  }

  async #purgeResults(state: SearchState): Promise<void> {
    if (Date.now() - Date.parse(state.completedAt ?? state.createdAt) < RESULT_RETENTION_MS) return this.#finish();
    this.#frontier.deleteCompanies();
    this.#saveState({ ...state, discarded: true });
    if (state.added) return;
    // Armed first: while D1 does not know of it, the history still offers what is gone.
    await this.ctx.storage.setAlarm(Date.now() + PURGE_RETRY_MS);
    await markSearchDiscarded(composeDeps(this.env).db, state.userId, state.searchId);
    await invalidateActivity(composeDeps(this.env), state.userId);
    await this.ctx.storage.deleteAlarm();
  }

  #getRunning(userId: string): SearchState | undefined {
    return this.#state?.userId === userId && !isFinished(this.#state.status) ? this.#state : undefined;
  }

  /** Nobody waits for its question any more: the line moves up at once. */
  #leaveOsmQueue({ searchId }: SearchState): void {
    this.#queuePlace = undefined;
    if (this.#frontier.listCities("waiting").length === 0) return;
    this.ctx.waitUntil(
      (composeDeps(this.env).osm?.leave(searchId) ?? Promise.resolve()).catch((error: unknown) =>
        logError("line_not_left", error, { searchId }),
      ),
    );
  }

  #addWarning(code: Search["warnings"][number]["code"], detail: string): void {
    if (this.#state)
      this.#saveState({
        ...this.#state,
        warnings: [
          ...this.#state.warnings.filter((warning) => warning.code !== code || warning.detail !== detail),
          { code, detail },
        ],
      });
  }

  #saveState(state: SearchState): SearchState {
    this.#state = state;
    this.ctx.storage.kv.put("state", state);
    return state;
  }

  #toSearch(state: SearchState): Search {
    return toSearchFromState(state, this.#frontier.readCounts(), this.#queuePlace);
  }
}
