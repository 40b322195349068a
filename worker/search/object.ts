import { DurableObject } from "cloudflare:workers";
import { tellActivity } from "../activity/tell";
import { knownAmong } from "../companies/store-found";
import type { ErrorCode } from "../contract/errors";
import type { FoundCompany, Search } from "../contract/search";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { log, logFault } from "../log";
import type { RunningSearch } from "../objects";
import { askDirectory } from "./ask-directory";
import type { CityToAsk } from "./city-to-ask";
import { Frontier, type FoundRow } from "./frontier";
import { Held } from "./held";
import { type Exchange, type ExchangeAnswer, IN_HAND } from "./jobs";
import { HEARTBEAT, MOST_FAULTS, pauseAfter } from "./rhythm";
import { explainFailure, isOver, wantedOf } from "./rules";
import { answerOf, type SearchOrder, type State } from "./state";
import { discardSearch, finishSearch } from "./store";
import { takeIn } from "./take-in";
import { WakeUps } from "./wake-ups";
import { toFound } from "./wire";

/** Sites out at a time, which is two consumers: one user cannot take them all. */
const MOST_OUT = 2 * IN_HAND;
/** Results nobody added are forgotten after 30 days; milliseconds. */
const KEPT = 30 * 86_400_000;
const PURGE_AGAIN = 3_600_000;

/** One search: it owns what is left to do and what has been found. Every wake-up does one bounded step, saves it and arms the next. */
export class SearchObject extends DurableObject<Env> implements RunningSearch {
  readonly #frontier: Frontier;
  readonly #held = new Held();
  readonly #wakeUps = new WakeUps();
  #state: State | undefined;
  /** Its place in the line of the directory, as last told. */
  #waiting: Search["waiting"];

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#frontier = new Frontier(context.storage.sql);
    this.#state = context.storage.kv.get<State>("state");
    void context.blockConcurrencyWhile(() => this.#revive());
  }

  /** A running search always has an alarm, whatever became of the instance before. */
  async #revive(): Promise<void> {
    if (!this.#state || isOver(this.#state.status)) return;
    // Tables that a newer version has are there before they are asked.
    this.#frontier.open(this.#state.cities);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT);
  }

  /** Starts, or goes on if it has been started already. */
  async start(order: SearchOrder): Promise<Search> {
    const state =
      this.#state ??
      this.#save({
        ...order,
        status: "running",
        warnings: [],
        discarded: false,
        added: false,
        error: null,
        completedAt: null,
        faults: 0,
      });
    this.#frontier.open(state.cities);
    if (!isOver(state.status)) await this.ctx.storage.setAlarm(Date.now());
    return this.#search(state);
  }

  /** @returns null for a stranger, and before the start */
  status(userId: string): Search | null {
    return this.#state?.userId === userId ? this.#search(this.#state) : null;
  }

  /** Ends the search and keeps what has arrived; one that is over stays as it is. */
  async stop(userId: string): Promise<Search | null> {
    const state = this.#running(userId);
    if (!state) return this.status(userId);
    const stopping = this.#search(this.#save({ ...state, status: "stopping" }));
    // The alarm finishes it even if this instance dies now; a running alarm must not hold it up.
    await this.ctx.storage.setAlarm(Date.now());
    this.ctx.waitUntil(this.#finish("completed"));
    return stopping;
  }

  /** Ends the search and throws away what it found. @returns null for a stranger; a search that ended otherwise is answered as it is */
  async cancel(userId: string): Promise<Search | null> {
    if (this.#running(userId)) await this.#finish("cancelled");
    return this.status(userId);
  }

  discard(userId: string): Search | null {
    const state = this.#state;
    if (state?.userId !== userId) return null;
    if (!isOver(state.status)) return this.#search(state);
    return this.#search(this.#save({ ...state, discarded: true }));
  }

  companies(userId: string, after: number, most: number): { companies: FoundCompany[]; next: number | null } {
    if (this.#state?.userId !== userId || this.#state.discarded) return { companies: [], next: null };
    const rows = this.#frontier.companies(after, most + 1);
    const page = rows.slice(0, most);
    return {
      companies: page.map((row) => toFound(row)),
      next: rows.length > most ? (page.at(-1)?.number ?? null) : null,
    };
  }

  /** The rows to add to the dashboard: the new ones, or those of them that are ticked. */
  rowsToAdd(userId: string, ticked: string[] | undefined): FoundRow[] {
    return this.#state?.userId === userId && this.#state.status === "completed"
      ? this.#frontier.newCompanies(ticked)
      : [];
  }

  markAdded(userId: string): Search | null {
    return this.#state?.userId === userId ? this.#search(this.#save({ ...this.#state, added: true })) : null;
  }

  /** A consumer's news, and more to read for it. */
  async exchange({ reports, held, room }: Exchange): Promise<ExchangeAnswer> {
    const moved = reports.flatMap(({ movedTo }) => movedTo?.identity ?? []);
    const known =
      moved.length > 0 && this.#state
        ? await knownAmong(depsOf(this.env).db, this.#state.userId, moved)
        : new Set<string>();
    if (this.#state?.status !== "running") return { goOn: false, sites: [] };
    this.#wakeUps.heard();
    for (const report of reports) this.#frontier.settleSite(report, known);
    const sites = room > 0 ? this.#frontier.handOut(Math.min(room, MOST_OUT - this.#frontier.sites("out"))) : [];
    this.#held.hear([...held, ...sites.map((site) => site.number)]);
    if (this.#isDone()) await this.#finish();
    // Whoever reads goes on reading; the alarm wakes others.
    else
      await this.#wake().catch((error: unknown) =>
        logFault("crawl_not_woken", error, { searchId: this.#state?.searchId }),
      );
    return { goOn: true, sites };
  }

  /** Leaves nothing behind. */
  async erase(): Promise<void> {
    if (this.#state) this.#leaveLine(this.#state);
    this.#state = undefined;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    try {
      await this.#step();
      if (this.#state && this.#state.faults > 0) this.#save({ ...this.#state, faults: 0 });
    } catch (error) {
      logFault("search_step_failed", error, { searchId: this.#state?.searchId });
      if (this.#state && !isOver(this.#state.status)) this.#save({ ...this.#state, faults: this.#state.faults + 1 });
    } finally {
      if (this.#state && !isOver(this.#state.status))
        await this.ctx.storage.setAlarm(
          Date.now() + pauseAfter(this.#state.faults, this.#frontier.nextCity(Date.now()) !== undefined),
        );
    }
  }

  async #step(): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (isOver(state.status)) return this.#purge(state);
    if (state.status === "stopping") return this.#finish("completed");
    if (state.faults >= MOST_FAULTS) return this.#finish("failed", "search_crashed");
    const alive = this.#held.alive();
    if (alive) this.#frontier.takeBack(alive);
    await this.#wake();
    const next = this.#frontier.nextCity(Date.now());
    if (next) await this.#ask(state, next);
    if (this.#isDone()) await this.#finish();
  }

  async #ask(state: State, next: CityToAsk): Promise<void> {
    const [{ city }, deps, wanted] = [next, depsOf(this.env), wantedOf(state.businessTypes)];
    const answer = await askDirectory(deps, state, next, wanted);
    if (this.#state?.status !== "running") return;
    this.#waiting =
      answer.outcome === "waiting" && answer.place > 0
        ? { city, place: answer.place, seconds: answer.seconds }
        : undefined;
    if (answer.outcome === "waiting") return;
    for (const code of takeIn(this.#frontier, city, answer, wanted, deps.now())) this.#warn(code, city);
    if (!deps.readsSites) this.#frontier.abandonSites();
    if (answer.outcome !== "found") return;
    this.#wakeUps.hurry();
    await this.#wake();
  }

  /** Wakes as many consumers as there is work and room for. */
  async #wake(): Promise<void> {
    const [waiting, out] = [this.#frontier.sites("waiting"), this.#frontier.sites("out")];
    const consumers = Math.min(Math.ceil(waiting / IN_HAND), Math.floor((MOST_OUT - out) / IN_HAND));
    if (!this.#state || consumers <= 0 || !this.#wakeUps.take()) return;
    const wake = { body: { searchId: this.#state.searchId } };
    await depsOf(this.env).queues.crawl.sendBatch(Array.from({ length: consumers }, () => wake));
  }

  #isDone(): boolean {
    return (
      this.#state?.status === "running" &&
      this.#frontier.cities("waiting").length === 0 &&
      this.#frontier.sites("waiting") + this.#frontier.sites("out") === 0
    );
  }

  /** Reaches a final state, first here, then in D1; the alarm repeats what a crash cuts off. */
  async #finish(
    wanted: "completed" | "cancelled" | "failed" = "completed",
    error: ErrorCode | null = null,
  ): Promise<void> {
    const state = this.#state;
    if (!state) return;
    if (!isOver(state.status)) {
      const failure =
        error ??
        (wanted === "completed" && state.status === "running" ? explainFailure(this.#frontier, state.warnings) : null);
      if (wanted === "cancelled") this.#frontier.forgetCompanies();
      else this.#frontier.abandonSites();
      this.#save({
        ...state,
        status: failure ? "failed" : wanted,
        error: failure,
        completedAt: new Date().toISOString(),
      });
      this.#leaveLine(state);
    }
    const final = this.#state;
    // Armed first: while D1 does not know of the end, the user can start no other search.
    await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT);
    try {
      if (final) await finishSearch(depsOf(this.env).db, final.userId, this.#search(final));
    } catch (fault) {
      return logFault("search_end_unwritten", fault, { searchId: state.searchId });
    }
    await this.ctx.storage.setAlarm(Date.now() + KEPT);
    await tellActivity(depsOf(this.env), state.userId);
    log("search_ended", { searchId: state.searchId, status: final?.status });
  }

  async #purge(state: State): Promise<void> {
    if (Date.now() - Date.parse(state.completedAt ?? state.createdAt) < KEPT) return this.#finish();
    this.#frontier.forgetCompanies();
    this.#save({ ...state, discarded: true });
    if (state.added) return;
    // Armed first: while D1 does not know of it, the history still offers what is gone.
    await this.ctx.storage.setAlarm(Date.now() + PURGE_AGAIN);
    await discardSearch(depsOf(this.env).db, state.userId, state.searchId);
    await tellActivity(depsOf(this.env), state.userId);
    await this.ctx.storage.deleteAlarm();
  }

  #running(userId: string): State | undefined {
    return this.#state?.userId === userId && !isOver(this.#state.status) ? this.#state : undefined;
  }

  /** Nobody waits for its question any more: the line moves up at once. */
  #leaveLine({ searchId }: State): void {
    this.#waiting = undefined;
    if (this.#frontier.cities("waiting").length === 0) return;
    this.ctx.waitUntil(
      (depsOf(this.env).osm?.leave(searchId) ?? Promise.resolve()).catch((error: unknown) =>
        logFault("line_not_left", error, { searchId }),
      ),
    );
  }

  #warn(code: Search["warnings"][number]["code"], detail: string): void {
    if (this.#state)
      this.#save({
        ...this.#state,
        warnings: [
          ...this.#state.warnings.filter((warning) => warning.code !== code || warning.detail !== detail),
          { code, detail },
        ],
      });
  }

  #save(state: State): State {
    this.#state = state;
    this.ctx.storage.kv.put("state", state);
    return state;
  }

  #search(state: State): Search {
    return answerOf(state, this.#frontier.counts(), this.#waiting);
  }
}
