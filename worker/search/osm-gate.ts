import { DurableObject } from "cloudflare:workers";
import { foldName } from "../db/directory/keys";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { logFault } from "../log";
import type { Gate } from "../objects";
import {
  type Area,
  type Asker,
  type DirectoryAnswer,
  type GateAnswer,
  type Kind,
  LINE_FULL,
  OutsideError,
  type Service,
  type Turn,
} from "../ports";
import { askInTurn, type Manners } from "./in-turn";
import { KeptAnswers } from "./kept-answers";
import { getKindKey, getPlaceKey, mergeKinds } from "./kind-answers";
import { Lane, type LaneWork, type Outcome } from "./lane";

/**
 * How long answers are kept: whole ones, those that the time cut short, and the news that a kind takes more time than
 * there is. Milliseconds.
 */
const KEPT_MS = 7 * 86_400_000;
const KEPT_CUT_MS = 3_600_000;
const KEPT_NOTHING_MS = 600_000;
const SWEEP_MS = 600_000;
/** How long one call waits; whoever is not answered by then asks again. Milliseconds. */
const PATIENCE_MS = 2_000;
/** Questions in line, and of one user; kinds in one request, and requests for one question whose time ran out. */
const BOUNDS = { most: 300, mostOfUser: 2 };
const MOST_KINDS = 10;
const MOST_REQUESTS = 3;

interface PlaceQuestion {
  about: string;
  city: string;
}

interface CompaniesQuestion {
  about: string;
  area: Area;
  /** Each kind once, by its key in the store. */
  kinds: Map<string, Kind>;
  /** What has been answered so far: the store may have had no room for it. */
  answered: Map<string, DirectoryAnswer>;
  requests: number;
}

/**
 * The one place of the whole product that asks OpenStreetMap's servers: one request at a time, a pause between two,
 * silence as long as a server asks for it, no question twice within a week, users in turn.
 */
export class OsmGate extends DurableObject<Env> implements Gate {
  readonly #answers: KeptAnswers;
  readonly #places: Lane<PlaceQuestion, Area | null>;
  readonly #companies: Lane<CompaniesQuestion, DirectoryAnswer>;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#answers = new KeptAnswers(context.storage.sql);
    const clock = { now: Date.now, wait: (ms: number) => scheduler.wait(ms) };
    const { config } = depsOf(env);
    this.#places = new Lane(this.#placeWork(config.osmDelayMs), BOUNDS, clock);
    this.#companies = new Lane(this.#companiesWork(config.overpassParallel, config.overpassDelayMs), BOUNDS, clock);
  }

  async locate(asker: Asker, city: string): Promise<GateAnswer<Turn<Area | null>>> {
    const key = JSON.stringify(["nominatim", foldName(city)]);
    return toAnswer(await this.#places.ask(asker, key, { about: key, city }, PATIENCE_MS));
  }

  async find(asker: Asker, { area, kinds }: { area: Area; kinds: Kind[] }): Promise<GateAnswer<Turn<DirectoryAnswer>>> {
    const about = getPlaceKey(area);
    const asked = new Map(kinds.map((kind) => [JSON.stringify(["overpass", about, getKindKey(kind)]), kind]));
    const question = { about, area, kinds: asked, answered: new Map<string, DirectoryAnswer>(), requests: 0 };
    return toAnswer(await this.#companies.ask(asker, [...asked.keys()].sort().join("\n"), question, PATIENCE_MS));
  }

  leave(searchId: string): void {
    for (const lane of [this.#places, this.#companies]) lane.leave(searchId);
  }

  override async alarm(): Promise<void> {
    const { more, left } = this.#answers.sweep(Date.now());
    if (left) await this.ctx.storage.setAlarm(Date.now() + (more ? 0 : SWEEP_MS));
  }

  #placeWork(pauseMs: number): LaneWork<PlaceQuestion, Area | null> {
    const servers = () => depsOf(this.env).osmServers.geocoders;
    return {
      parallel: 1,
      pauseMs,
      silentUntil: () => this.#silentUntil(servers()),
      refuse: (why, seconds) => refuse("nominatim", why, seconds),
      recall: ({ about }) => this.#answers.recall(about, Date.now()) as { value: Area | null } | undefined,
      request: ({ about, city }) =>
        this.#attempt(async () => {
          const value = await askInTurn("nominatim", servers(), (geocoder) => geocoder.locate(city), this.#manners());
          this.#keep(about, value, KEPT_MS);
          return { value };
        }),
    };
  }

  #companiesWork(parallel: number, pauseMs: number): LaneWork<CompaniesQuestion, DirectoryAnswer> {
    const servers = () => depsOf(this.env).osmServers.companies;
    return {
      parallel,
      pauseMs,
      silentUntil: () => this.#silentUntil(servers()),
      refuse: (why, seconds) => refuse("overpass", why, seconds),
      recall: (question) => (this.#missing(question).length === 0 ? this.#merge(question) : undefined),
      request: (question, others) =>
        this.#attempt(async () => {
          const wanted = [
            ...new Map([
              ...this.#missing(question),
              ...others.flatMap((other) => this.#missing(other).filter(([, kind]) => "filters" in kind)),
            ]),
          ].slice(0, MOST_KINDS);
          const answers = await askInTurn(
            "overpass",
            servers(),
            (server) => server.find({ area: question.area, kinds: wanted.map(([, kind]) => kind) }),
            this.#manners(),
          );
          for (const [i, [key]] of wanted.entries()) {
            const answer = answers[i];
            if (!answer) continue;
            if (question.kinds.has(key)) question.answered.set(key, answer);
            this.#keep(key, answer, getKeptMs(answer));
          }
          question.requests += 1;
          if (this.#missing(question).length > 0 && question.requests < MOST_REQUESTS) return undefined;
          return this.#merge(question);
        }),
    };
  }

  /** The kinds of a question that neither it nor the store has an answer for. */
  #missing({ kinds, answered }: CompaniesQuestion): [string, Kind][] {
    return [...kinds].filter(([key]) => !answered.has(key) && !this.#answers.has(key, Date.now()));
  }

  /** What is still missing ran out of time. */
  #merge({ kinds, answered }: CompaniesQuestion): Outcome<DirectoryAnswer> {
    const answers = [...kinds.keys()].map(
      (key) =>
        answered.get(key) ??
        (this.#answers.recall(key, Date.now())?.value as DirectoryAnswer | undefined) ??
        NOTHING_IN_TIME,
    );
    try {
      return { value: mergeKinds(answers) };
    } catch (error) {
      return { error };
    }
  }

  async #attempt<A>(work: () => Promise<Outcome<A> | undefined>): Promise<Outcome<A> | undefined> {
    try {
      return await work();
    } catch (error) {
      return { error };
    }
  }

  /** An answer that cannot be kept is an answer all the same. */
  #keep(question: string, value: unknown, keptMs: number): void {
    try {
      this.#answers.keep(question, value, Date.now() + keptMs);
    } catch (error) {
      logFault("osm_answer_not_kept", error);
    }
    this.ctx.waitUntil(this.#armSweep());
  }

  async #armSweep(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
  }

  #silentUntil(servers: { url: string }[]): number {
    const { silentUntil } = this.#manners();
    return servers.length === 0 ? 0 : Math.min(...servers.map(({ url }) => silentUntil(url)));
  }

  /** What a server asked for outlives this instance. */
  #manners(): Manners {
    const { kv } = this.ctx.storage;
    return {
      silentUntil: (url) => kv.get<number>(`silent ${url}`) ?? 0,
      keepSilent: (url, until) => kv.put(`silent ${url}`, until),
      now: Date.now,
    };
  }
}

const NOTHING_IN_TIME: DirectoryAnswer = { companies: [], incomplete: "out_of_time" };

const getKeptMs = ({ companies, incomplete }: DirectoryAnswer): number =>
  incomplete !== "out_of_time" ? KEPT_MS : companies.length > 0 ? KEPT_CUT_MS : KEPT_NOTHING_MS;

function refuse(service: Service, why: "silent" | "full", seconds: number): { error: OutsideError } {
  const details = { retryAfterSeconds: seconds, ...(why === "full" && { reason: LINE_FULL }) };
  return {
    error: new OutsideError(
      service,
      "rate_limited",
      why === "full" ? "too many questions wait" : "told to wait",
      details,
    ),
  };
}

/** An error of the outside as data, for it would lose its class on the way between objects; any other is thrown. */
function toAnswer<A>(outcome: Outcome<A> | { place: number; seconds: number }): GateAnswer<Turn<A>> {
  if ("place" in outcome) return { ok: true, value: { state: "waiting", ...outcome } };
  if ("value" in outcome) return { ok: true, value: { state: "answered", value: outcome.value } };
  if (!(outcome.error instanceof OutsideError)) throw outcome.error;
  const { service, failure, message, details } = outcome.error;
  return { ok: false, error: { service, failure, message, details } };
}
