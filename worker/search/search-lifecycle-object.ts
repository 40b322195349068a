import { DurableObject } from "cloudflare:workers";
import { findKnownIdentities } from "../companies/store-import";
import { composeDeps, type Deps } from "../compose";
import type { ErrorCode } from "../contract/errors";
import { LIMITS } from "../contract/limits";
import type { FoundCompany, Search } from "../contract/search";
import { logError, logOrdinary } from "../lib/log";
import { invalidateActivity, tellTabs } from "../platform/activity-signals";
import { toApiError } from "../platform/api-error";
import type { SearchRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import type {
  Heartbeat,
  HeartbeatAnswer,
  FoundCompanyRow,
  OwnCompany,
  SearchRequest,
  SearchTraces,
  TypedEmail,
} from "../platform/search-rpc";
import { applyCityAnswer } from "./apply-city-answer";
import { ConsumerPool } from "./crawl/consumer-pool";
import { CONSUMERS_PER_SEARCH, LEASES_PER_CONSUMER } from "./crawl/crawl-protocol";
import { lookUpCity } from "./directory-lookup";
import { Frontier, type PendingCity } from "./frontier";
import { addListed, findListed, toKeptCompany } from "./own-list/add-listed";
import { toWantedKinds } from "./rules-business-types";
import { explainFailure, isFinished } from "./rules-search-failure";
import { toSearchFromState, type SearchState, toFoundCompany } from "./search-dto";
import { saveRunOfSavedSearch } from "./store-saved-searches";
import { markSearchDiscarded, saveFinalState } from "./store-searches";

/** Alarm interval of an idle search (ms). */
const IDLE_STEP_MS = 2_000;
/** Failed steps in a row that end the search, about five minutes after the first. */
const MAX_FAILED_STEPS = 10;
/** Longest pause between two failed steps (ms). */
const MAX_BACKOFF_MS = 60_000;

/** Exponential backoff after failures; no delay while a city is due. */
const computeStepDelayMs = (faults: number, isCityDue: boolean): number =>
  faults > 0 ? Math.min(MAX_BACKOFF_MS, IDLE_STEP_MS * 2 ** (faults - 1)) : isCityDue ? 0 : IDLE_STEP_MS;

/** Consumers renew their leases every second; after this long without renewal a lease has expired (ms). */
const LEASE_TIMEOUT_MS = 8_000;

/** Active leases, in memory; renewed every second, so a restart recovers them. */
class SiteLeases {
  readonly #startedAt = Date.now();
  readonly #renewedAt = new Map<number, number>();

  renew(numbers: number[]): void {
    for (const number of numbers) this.#renewedAt.set(number, Date.now());
  }

  /** @returns null right after a start, before every consumer has had time to renew */
  listActive(): number[] | null {
    const since = Date.now() - LEASE_TIMEOUT_MS;
    if (this.#startedAt > since) return null;
    for (const [number, at] of this.#renewedAt) if (at < since) this.#renewedAt.delete(number);
    return [...this.#renewedAt.keys()];
  }
}

/** How often the user's tabs are told of a search, and how often it is tried while none is open (ms). */
const TELL_INTERVAL_MS = 1_000;
const UNHEARD_INTERVAL_MS = 10_000;

const MAX_LEASED_SITES = CONSUMERS_PER_SEARCH * LEASES_PER_CONSUMER;
/** Results that were not added to the dashboard are deleted after 30 days (ms). */
const RESULT_RETENTION_MS = 30 * 86_400_000;
const PURGE_RETRY_MS = 3_600_000;

/** Where the companies of a list wait until they are added. */
const LIST_KEY = "list";

/** One search. Every alarm does one bounded step, saves it and sets the next alarm. */
export class SearchObject extends DurableObject<Env> implements SearchRpc {
  readonly #frontier: Frontier;
  readonly #leases = new SiteLeases();
  readonly #consumers = new ConsumerPool();
  #state: SearchState | undefined;
  /** Place in the queue for OpenStreetMap, as last reported. */
  #queuePlace: Search["waiting"];
  /** When the user's tabs are told next (ms). */
  #tellAt = 0;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#frontier = new Frontier(context.storage.sql);
    this.#state = context.storage.kv.get<SearchState>("state");
    void context.blockConcurrencyWhile(() => this.#ensureAlarm());
  }

  /** Restores the alarm of a running search after a crash. */
  async #ensureAlarm(): Promise<void> {
    if (!this.#state) return;
    // Adds the tables of a newer version before they are queried.
    this.#frontier.createTables(this.#state.cities);
    if (isFinished(this.#state.status)) return;
    const delay = this.#state.status === "waiting" ? RESULT_RETENTION_MS : IDLE_STEP_MS;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  /** Idempotent: a second call continues the search. */
  async start(request: SearchRequest, companies: OwnCompany[] = []): Promise<Search> {
    if (this.#state?.status === "waiting")
      this.#saveState({ ...this.#state, status: "running", createdAt: request.createdAt });
    const state = this.#state ?? this.#create(request, "running", companies);
    if (!isFinished(state.status)) await this.ctx.storage.setAlarm(Date.now());
    return this.#toSearch(state);
  }

  async keep(request: SearchRequest, companies: OwnCompany[]): Promise<Search> {
    const state = this.#state ?? this.#create(request, "waiting", companies);
    await this.#ensureAlarm();
    return this.#toSearch(state);
  }

  #create({ saved, ...request }: SearchRequest, status: "running" | "waiting", companies: OwnCompany[]): SearchState {
    if (companies.length > 0) this.ctx.storage.kv.put(LIST_KEY, companies);
    const state = this.#saveState({
      ...request,
      ...(saved && { savedId: saved.id }),
      status,
      warnings: [],
      discarded: false,
      added: false,
      error: null,
      completedAt: null,
      faults: 0,
    });
    this.#frontier.createTables(state.cities);
    if (saved) this.#frontier.rememberSeen(saved.seen);
    return state;
  }

  setEmail(userId: string, companyId: string, typed: TypedEmail): FoundCompany | null {
    if (this.#state?.userId !== userId || this.#state.discarded) return null;
    const row = this.#frontier.setEmail(companyId, typed);
    return row ? toFoundCompany(row) : null;
  }

  /** @returns null if the search is not this user's or has not started */
  status(userId: string): Search | null {
    return this.#state?.userId === userId ? this.#toSearch(this.#state) : null;
  }

  /** Ends the search and keeps its results; a finished search stays as it is. */
  async stop(userId: string): Promise<Search | null> {
    const state = this.#getRunning(userId);
    if (!state || state.status === "waiting") return this.status(userId);
    const stopping = this.#toSearch(this.#saveState({ ...state, status: "stopping", stopped: true }));
    // Not awaited: a running alarm would delay the answer. The alarm set here finishes the search after a crash.
    await this.ctx.storage.setAlarm(Date.now());
    this.ctx.waitUntil(this.#finish("completed"));
    return stopping;
  }

  /** Goes on with a search that was stopped. Idempotent. @param createdAt from now on it is the latest search */
  async resume(userId: string, createdAt: string): Promise<Search | null> {
    const state = this.#state;
    if (state?.userId !== userId) return null;
    if (!isFinished(state.status) || !state.stopped || state.discarded) return this.#toSearch(state);
    this.#frontier.takeUpSites();
    const resumed = this.#saveState({
      ...state,
      createdAt,
      status: "running",
      stopped: false,
      added: false,
      completedAt: null,
      faults: 0,
    });
    const search = this.#toSearch(resumed);
    await this.ctx.storage.setAlarm(Date.now());
    return search;
  }

  /** Ends the search and deletes its results. @returns null for another user; a finished search as it is */
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

  companies(userId: string, after: number, limit: number): { companies: FoundCompany[]; next: number | null } {
    if (this.#state?.userId !== userId || this.#state.discarded) return { companies: [], next: null };
    if (this.#state.status === "waiting") {
      const kept = this.#readList() ?? [];
      const page = kept.slice(after, after + limit).map((company, at) => toKeptCompany(company, after + at));
      return { companies: page, next: kept.length > after + limit ? after + limit : null };
    }
    const rows = this.#frontier.listCompanies(after, limit + 1);
    const page = rows.slice(0, limit);
    return {
      companies: page.map((row) => toFoundCompany(row)),
      next: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
    };
  }

  /** @param ids only these; undefined for all new companies */
  rowsToAdd(userId: string, ids: string[] | undefined): FoundCompanyRow[] {
    return this.#state?.userId === userId && this.#state.status === "completed"
      ? this.#frontier.listNewCompanies(ids)
      : [];
  }

  /**
   * @param listed those of `ids` that are on the dashboard from this search: the user had the others already; a worker
   * of the release before names none
   */
  markAdded(userId: string, ids: string[], listed: string[] = ids): Search | null {
    if (this.#state?.userId !== userId) return null;
    this.#frontier.markAdded(ids, new Set(listed));
    return this.#toSearch(this.#saveState({ ...this.#state, added: true }));
  }

  /** @returns null if the search is not this user's */
  traces(userId: string): SearchTraces | null {
    if (this.#state?.userId !== userId) return null;
    return { ...this.#frontier.listTraces(LIMITS.seenCompanies), release: this.#state.release ?? null };
  }

  /** Takes a consumer's reports and leases more sites to it. */
  async exchange({ consumer, reports, held, room, takesMore }: Heartbeat): Promise<HeartbeatAnswer> {
    const moved = reports.flatMap(({ movedTo }) => movedTo?.identity ?? []);
    const known =
      moved.length > 0 && this.#state
        ? await findKnownIdentities((await this.#openShard(this.#state)).db, this.#state.userId, moved)
        : new Set<string>();
    if (this.#state?.status !== "running") return { goOn: false, sites: [] };
    for (const report of reports) this.#frontier.completeSite(report, known);
    const sites =
      room > 0
        ? this.#frontier.leaseSites(Math.min(room, MAX_LEASED_SITES - this.#frontier.countSites("out")), held)
        : [];
    this.#consumers.markSeen(consumer, { held: held.length + sites.length, takesMore }, Date.now());
    this.#leases.renew([...held, ...sites.map((site) => site.number)]);
    if (this.#isDone()) await this.#finish();
    // A failure must not stop this consumer; the alarm wakes others later.
    else
      await this.#wakeConsumers().catch((error: unknown) =>
        logError("crawl_not_woken", error, { searchId: this.#state?.searchId }),
      );
    this.#tellProgress();
    return { goOn: true, sites };
  }

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
      // However long the user is being moved, the search waits for it.
      const most = toApiError(error)?.code === "account_moving" ? MAX_FAILED_STEPS - 1 : MAX_FAILED_STEPS;
      if (this.#state && !isFinished(this.#state.status))
        this.#saveState({ ...this.#state, faults: Math.min(this.#state.faults + 1, most) });
    } finally {
      this.#tellProgress();
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
    // A list that nobody has started while results are kept.
    if (state.status === "waiting") return this.#finish("cancelled");
    if (state.faults >= MAX_FAILED_STEPS) return this.#finish("failed", "search_crashed");
    const active = this.#leases.listActive();
    if (active) this.#frontier.expireLeases(active);
    await this.#wakeConsumers();
    await this.#addListedCompanies(state);
    const next = this.#frontier.findNextCity(Date.now());
    if (next) await this.#lookUpNextCity(state, next);
    if (this.#isDone()) await this.#finish();
  }

  /** The companies of a list come in place of cities. */
  async #addListedCompanies(state: SearchState): Promise<void> {
    const companies = this.#readList();
    if (companies === undefined) return;
    const deps = await this.#openShard(state);
    const found = await findListed(deps, state.userId, companies);
    if (this.#state?.status !== "running") return;
    const objected = addListed(this.#frontier, found, deps.now());
    this.ctx.storage.kv.delete(LIST_KEY);
    if (objected !== "") this.#addWarning("list_objections", objected);
    if (!deps.readsSites) this.#frontier.abandonSites();
    await this.#wakeConsumers();
  }

  /** The companies of a list that have not been added yet. */
  #readList(): OwnCompany[] | undefined {
    return this.#state?.list && this.ctx.storage.kv.get<OwnCompany[]>(LIST_KEY);
  }

  async #lookUpNextCity(state: SearchState, next: PendingCity): Promise<void> {
    const [{ city }, wanted] = [next, toWantedKinds(state.businessTypes)];
    const deps = await this.#openShard(state);
    const requester = {
      userId: state.userId,
      searchId: state.searchId,
      places: state.places ?? [],
      seenCompanies: this.#frontier.countSeen(),
      release: state.release,
      pinRelease: (release: string | null) => this.#pinRelease(release),
    };
    const answer = await lookUpCity(deps, requester, next, wanted);
    if (this.#state?.status !== "running") return;
    this.#queuePlace =
      answer.outcome === "waiting" && answer.place > 0
        ? { city, place: answer.place, seconds: answer.seconds }
        : undefined;
    if (answer.outcome === "waiting") return;
    for (const code of applyCityAnswer(this.#frontier, city, answer, wanted, deps.now())) this.#addWarning(code, city);
    if (!deps.readsSites) this.#frontier.abandonSites();
    if (answer.outcome !== "found") return;
    await this.#wakeConsumers();
  }

  /** Wakes as many consumers as the sites still to read would keep busy. */
  async #wakeConsumers(): Promise<void> {
    const waiting = this.#frontier.countSites("waiting");
    if (!this.#state || waiting === 0) return;
    const sites = waiting + this.#frontier.countSites("out");
    const wanted = Math.min(CONSUMERS_PER_SEARCH, Math.ceil(sites / LEASES_PER_CONSUMER));
    const wake = { body: { searchId: this.#state.searchId } };
    const wakeUps = Array.from({ length: this.#consumers.takeWakeUps(wanted, Date.now()) }, () => wake);
    if (wakeUps.length > 0) await composeDeps(this.env).queues.crawl.sendBatch(wakeUps);
  }

  #isDone(): boolean {
    return (
      this.#state?.status === "running" &&
      this.#readList() === undefined &&
      this.#frontier.listCities("waiting").length === 0 &&
      this.#frontier.countSites("waiting") + this.#frontier.countSites("out") === 0
    );
  }

  /** Saves the final state here, then in D1; the alarm repeats what a crash interrupts. */
  async #finish(
    wanted: "completed" | "cancelled" | "failed" = "completed",
    error: ErrorCode | null = null,
  ): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (!isFinished(state.status)) {
      const failure =
        error ?? (wanted === "completed" && state.status === "running" ? this.#explainFailure(state) : null);
      this.ctx.storage.kv.delete(LIST_KEY);
      if (wanted === "cancelled") this.#frontier.deleteCompanies();
      else if (state.status === "stopping") this.#frontier.skipSites();
      else this.#frontier.abandonSites();
      this.#saveState({
        ...state,
        status: failure ? "failed" : wanted,
        error: failure,
        completedAt: new Date().toISOString(),
      });
      this.#leaveOsmQueue(state);
      this.#tellAt = 0;
      this.#tellProgress();
    }
    const final = this.#state;
    // Set the alarm first: until D1 has the final state, the user cannot start another search.
    await this.ctx.storage.setAlarm(Date.now() + IDLE_STEP_MS);
    try {
      if (final) await this.#saveEnd(final);
    } catch (fault) {
      return logError("search_end_unwritten", fault, { searchId: state.searchId });
    }
    await this.ctx.storage.setAlarm(Date.now() + RESULT_RETENTION_MS);
    await invalidateActivity(composeDeps(this.env), state.userId);
    logOrdinary("search_ended", { searchId: state.searchId, status: final?.status });
  }

  /** Tells the user's tabs how far the search is, if it is time to; what they do not hear they poll for. */
  #tellProgress(): void {
    const now = Date.now();
    if (!this.#state || now < this.#tellAt) return;
    this.#tellAt = now + TELL_INTERVAL_MS;
    this.ctx.waitUntil(this.#tell(this.#state, now));
  }

  async #tell(state: SearchState, now: number): Promise<void> {
    const isHeard = await tellTabs(composeDeps(this.env), state.userId, { search: this.#toSearch(state) });
    if (!isHeard) this.#tellAt = Math.max(this.#tellAt, now + UNHEARD_INTERVAL_MS);
  }

  /** A list without any company was lost before it came here. */
  #explainFailure({ list, warnings }: SearchState): ErrorCode | null {
    if (!list) return explainFailure(this.#frontier, warnings);
    return this.#frontier.readCounts().total_companies === 0 && warnings.length === 0 ? "search_crashed" : null;
  }

  async #saveEnd(final: SearchState): Promise<void> {
    const { db } = await this.#openShard(final);
    await saveFinalState(db, final.userId, this.#toSearch(final));
    const traces = final.savedId !== undefined && final.status === "completed" ? this.traces(final.userId) : null;
    if (traces) await saveRunOfSavedSearch(db, final.userId, final.savedId ?? "", traces, final.completedAt ?? "");
  }

  async #purgeResults(state: SearchState): Promise<void> {
    if (Date.now() - Date.parse(state.completedAt ?? state.createdAt) < RESULT_RETENTION_MS) return this.#finish();
    this.#frontier.deleteCompanies();
    this.#saveState({ ...state, discarded: true });
    if (state.added) return;
    // Set the alarm first: until D1 knows, the history still offers the deleted results.
    await this.ctx.storage.setAlarm(Date.now() + PURGE_RETRY_MS);
    const deps = await this.#openShard(state);
    await markSearchDiscarded(deps.db, state.userId, state.searchId);
    await invalidateActivity(deps, state.userId);
    await this.ctx.storage.deleteAlarm();
  }

  #openShard({ userId }: SearchState): Promise<Deps> {
    return composeDeps(this.env).openUserShard(userId);
  }

  #getRunning(userId: string): SearchState | undefined {
    return this.#state?.userId === userId && !isFinished(this.#state.status) ? this.#state : undefined;
  }

  /** Frees the search's place in the queue for OpenStreetMap. */
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

  /** All cities are looked up in one release, even when another is published meanwhile. */
  #pinRelease(release: string | null): void {
    if (this.#state) this.#saveState({ ...this.#state, release });
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
