import { DurableObject } from "cloudflare:workers";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { log } from "../log";
import type { Gate } from "../objects";
import { type Area, type DirectoryAnswer, type DirectoryQuery, type GateAnswer, OutsideError, type TagFilter } from "../ports";
import { askInTurn, type Manners } from "./in-turn";
import { KeptAnswers } from "./kept-answers";

/** Answers are kept for 7 days; one that ran out of time for an hour, in which nobody else pays for it again. Milliseconds. */
const KEPT = 7 * 86_400_000;
const KEPT_BRIEFLY = 3_600_000;

/**
 * The one place of the whole product that asks OpenStreetMap's servers: one request at a time, a pause between two, silence as long as
 * a server asks for it, and no question twice within a week.
 */
export class OsmGate extends DurableObject<Env> implements Gate {
  readonly #answers: KeptAnswers;
  #line: Promise<unknown> = Promise.resolve();
  #lastEnd = 0;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#answers = new KeptAnswers(context.storage.sql);
  }

  locate(city: string): Promise<GateAnswer<Area | null>> {
    const ask = () => askInTurn("nominatim", depsOf(this.env).osm.geocoders, (geocoder) => geocoder.locate(city), this.#manners());
    return this.#ask(JSON.stringify(["nominatim", city.trim().toLowerCase()]), ask, () => KEPT);
  }

  find(query: DirectoryQuery): Promise<GateAnswer<DirectoryAnswer>> {
    const { area, filters, names } = query;
    const ask = () => askInTurn("overpass", depsOf(this.env).osm.directories, (directory) => directory.find(query), this.#manners());
    const question = JSON.stringify(["overpass", area.osm, filters.map(written).sort(), names.toSorted()]);
    return this.#ask(question, ask, ({ incomplete }) => (incomplete === "out_of_time" ? KEPT_BRIEFLY : KEPT));
  }

  async #ask<T>(question: string, ask: () => Promise<T>, keptFor: (value: T) => number): Promise<GateAnswer<T>> {
    const known = this.#recall(question);
    if (known) return known as GateAnswer<T>;
    // Somebody before us in the line may have asked the same.
    const turn = this.#line.then(async () => this.#recall(question) as GateAnswer<T> | undefined ?? await this.#request(question, ask, keptFor));
    // Whoever asked learns of a failure from the turn itself.
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async #request<T>(question: string, ask: () => Promise<T>, keptFor: (value: T) => number): Promise<GateAnswer<T>> {
    try {
      const value = await ask();
      this.#answers.keep(question, value, Date.now(), Date.now() + keptFor(value));
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      const { service, failure, message, details } = error;
      log("osm_failed", { service, failure, message, status: details.status });
      return { ok: false, error: { service, failure, message, details } };
    }
  }

  /** What a server asked for outlives this instance. */
  #manners(): Manners {
    const { kv } = this.ctx.storage;
    return {
      silentUntil: (url) => kv.get<number>(`silent ${url}`) ?? 0,
      keepSilent: (url, until) => kv.put(`silent ${url}`, until),
      request: async (work) => {
        const wait = this.#lastEnd + depsOf(this.env).config.osmDelayMs - Date.now();
        if (wait > 0) await scheduler.wait(wait);
        try {
          return await work();
        } finally {
          this.#lastEnd = Date.now();
        }
      },
      now: Date.now,
    };
  }

  #recall(question: string): GateAnswer<unknown> | undefined {
    const known = this.#answers.recall(question, Date.now());
    return known && { ok: true, value: known.value };
  }
}

const written = (filter: TagFilter): string => filter.map((tag) => tag.join("=")).join("+");
