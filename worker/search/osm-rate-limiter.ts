import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import { getKindKey, getPlaceKey, mergeKindAnswers } from "../directory/osm/merge-osm-answers";
import { requestWithFailover, type FailoverOptions } from "../directory/osm/osm-failover";
import { RequestQueue, type RequestQueueWork, type RequestOutcome } from "../directory/osm/osm-request-queue";
import { ResponseCache } from "../directory/osm/osm-response-cache";
import { foldName } from "../directory/place-keys";
import { logError } from "../lib/log";
import type { OsmRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import {
  type Area,
  type OsmRequester,
  type DirectoryAnswer,
  type RpcResult,
  type CompanyKind,
  QUEUE_FULL,
  ExternalServiceError,
  type Service,
  type QueuedResult,
} from "../platform/ports";

/** How long answers are cached (ms): complete ones, those cut off by a timeout, and timeouts without any result. */
const WHOLE_ANSWER_TTL_MS = 7 * 86_400_000;
const CUT_ANSWER_TTL_MS = 3_600_000;
const TIMED_OUT_ANSWER_TTL_MS = 600_000;
const EVICTION_INTERVAL_MS = 600_000;
/** How long one call waits for its turn before it returns the place in the queue (ms). */
const MAX_CALL_WAIT_MS = 2_000;
/** Waiting questions in all, and of one user. */
const QUEUE_LIMITS = { maxTickets: 300, maxPerUser: 2 };
const MAX_KINDS_PER_REQUEST = 10;
/** More than one only while requests time out. */
const MAX_REQUESTS_PER_QUESTION = 3;

interface PlaceQuestion {
  groupKey: string;
  city: string;
}

interface CompaniesQuestion {
  groupKey: string;
  area: Area;
  /** By key in the cache. */
  kinds: Map<string, CompanyKind>;
  /** Answers so far: one too large for the cache is only here. */
  answered: Map<string, DirectoryAnswer>;
  requests: number;
}

/**
 * The only caller of OpenStreetMap's servers, one object for all users: one request at a time, a pause between two,
 * pauses that servers ask for, a cache of a week, users in turn. The platform has stored the class name.
 */
export class OsmGate extends DurableObject<Env> implements OsmRpc {
  readonly #cache: ResponseCache;
  readonly #placeQueue: RequestQueue<PlaceQuestion, Area | null>;
  readonly #companyQueue: RequestQueue<CompaniesQuestion, DirectoryAnswer>;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#cache = new ResponseCache(context.storage.sql);
    const clock = { now: Date.now, wait: (ms: number) => scheduler.wait(ms) };
    const { config } = composeDeps(env);
    this.#placeQueue = new RequestQueue(this.#createPlaceWork(config.osmDelayMs), QUEUE_LIMITS, clock);
    this.#companyQueue = new RequestQueue(
      this.#createCompanyWork(config.overpassParallel, config.overpassDelayMs),
      QUEUE_LIMITS,
      clock,
    );
  }

  async locate(requester: OsmRequester, city: string): Promise<RpcResult<QueuedResult<Area | null>>> {
    const key = JSON.stringify(["nominatim", foldName(city)]);
    return toRpcResult(await this.#placeQueue.ask(requester, key, { groupKey: key, city }, MAX_CALL_WAIT_MS));
  }

  async find(
    requester: OsmRequester,
    { area, kinds }: { area: Area; kinds: CompanyKind[] },
  ): Promise<RpcResult<QueuedResult<DirectoryAnswer>>> {
    const groupKey = getPlaceKey(area);
    const kindsByKey = new Map(kinds.map((kind) => [JSON.stringify(["overpass", groupKey, getKindKey(kind)]), kind]));
    const question = { groupKey, area, kinds: kindsByKey, answered: new Map<string, DirectoryAnswer>(), requests: 0 };
    return toRpcResult(
      await this.#companyQueue.ask(requester, [...kindsByKey.keys()].sort().join("\n"), question, MAX_CALL_WAIT_MS),
    );
  }

  leave(searchId: string): void {
    for (const queue of [this.#placeQueue, this.#companyQueue]) queue.leave(searchId);
  }

  override async alarm(): Promise<void> {
    const { more, left } = this.#cache.evict(Date.now());
    if (left) await this.ctx.storage.setAlarm(Date.now() + (more ? 0 : EVICTION_INTERVAL_MS));
  }

  #createPlaceWork(pauseMs: number): RequestQueueWork<PlaceQuestion, Area | null> {
    const servers = () => composeDeps(this.env).osmServers.geocoders;
    return {
      parallel: 1,
      pauseMs,
      getPausedUntil: () => this.#getPausedUntil(servers()),
      toRefusal: (why, seconds) => toRateLimitedError("nominatim", why, seconds),
      findCached: ({ groupKey }) => this.#cache.get(groupKey, Date.now()) as { value: Area | null } | undefined,
      request: ({ groupKey, city }) =>
        this.#catchError(async () => {
          const value = await requestWithFailover(
            "nominatim",
            servers(),
            (geocoder) => geocoder.locate(city),
            this.#getFailoverOptions(),
          );
          this.#cacheAnswer(groupKey, value, WHOLE_ANSWER_TTL_MS);
          return { value };
        }),
    };
  }

  #createCompanyWork(parallel: number, pauseMs: number): RequestQueueWork<CompaniesQuestion, DirectoryAnswer> {
    const servers = () => composeDeps(this.env).osmServers.companies;
    return {
      parallel,
      pauseMs,
      getPausedUntil: () => this.#getPausedUntil(servers()),
      toRefusal: (why, seconds) => toRateLimitedError("overpass", why, seconds),
      findCached: (question) =>
        this.#listMissingKinds(question).length === 0 ? this.#mergeAnswers(question) : undefined,
      request: (question, others) =>
        this.#catchError(async () => {
          const wanted = [
            ...new Map([
              ...this.#listMissingKinds(question),
              ...others.flatMap((other) => this.#listMissingKinds(other).filter(([, kind]) => "filters" in kind)),
            ]),
          ].slice(0, MAX_KINDS_PER_REQUEST);
          const answers = await requestWithFailover(
            "overpass",
            servers(),
            (server) => server.find({ area: question.area, kinds: wanted.map(([, kind]) => kind) }),
            this.#getFailoverOptions(),
          );
          for (const [i, [key]] of wanted.entries()) {
            const answer = answers[i];
            if (!answer) continue;
            if (question.kinds.has(key)) question.answered.set(key, answer);
            this.#cacheAnswer(key, answer, getAnswerTtlMs(answer));
          }
          question.requests += 1;
          if (this.#listMissingKinds(question).length > 0 && question.requests < MAX_REQUESTS_PER_QUESTION)
            return undefined;
          return this.#mergeAnswers(question);
        }),
    };
  }

  /** The kinds of a question without an answer, neither in the question nor in the cache. */
  #listMissingKinds({ kinds, answered }: CompaniesQuestion): [string, CompanyKind][] {
    return [...kinds].filter(([key]) => !answered.has(key) && !this.#cache.has(key, Date.now()));
  }

  /** Kinds still without an answer have timed out. */
  #mergeAnswers({ kinds, answered }: CompaniesQuestion): RequestOutcome<DirectoryAnswer> {
    const answers = [...kinds.keys()].map(
      (key) =>
        answered.get(key) ??
        (this.#cache.get(key, Date.now())?.value as DirectoryAnswer | undefined) ??
        TIMED_OUT_ANSWER,
    );
    try {
      return { value: mergeKindAnswers(answers) };
    } catch (error) {
      return { error };
    }
  }

  async #catchError<A>(work: () => Promise<RequestOutcome<A> | undefined>): Promise<RequestOutcome<A> | undefined> {
    try {
      return await work();
    } catch (error) {
      return { error };
    }
  }

  /** Failures are logged and ignored: the answer is valid without the cache. */
  #cacheAnswer(question: string, value: unknown, ttlMs: number): void {
    try {
      this.#cache.set(question, value, Date.now() + ttlMs);
    } catch (error) {
      logError("osm_answer_not_kept", error);
    }
    this.ctx.waitUntil(this.#armEviction());
  }

  async #armEviction(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + EVICTION_INTERVAL_MS);
  }

  #getPausedUntil(servers: { url: string }[]): number {
    const { getPausedUntil } = this.#getFailoverOptions();
    return servers.length === 0 ? 0 : Math.min(...servers.map(({ url }) => getPausedUntil(url)));
  }

  /** Stored: the pause a server asked for outlives this instance. */
  #getFailoverOptions(): FailoverOptions {
    const { kv } = this.ctx.storage;
    return {
      getPausedUntil: (url) => kv.get<number>(`silent ${url}`) ?? 0,
      pauseUntil: (url, until) => kv.put(`silent ${url}`, until),
      now: Date.now,
    };
  }
}

const TIMED_OUT_ANSWER: DirectoryAnswer = { companies: [], incomplete: "out_of_time" };

const getAnswerTtlMs = ({ companies, incomplete }: DirectoryAnswer): number =>
  incomplete !== "out_of_time"
    ? WHOLE_ANSWER_TTL_MS
    : companies.length > 0
      ? CUT_ANSWER_TTL_MS
      : TIMED_OUT_ANSWER_TTL_MS;

function toRateLimitedError(
  service: Service,
  why: "silent" | "full",
  seconds: number,
): { error: ExternalServiceError } {
  const details = { retryAfterSeconds: seconds, ...(why === "full" && { reason: QUEUE_FULL }) };
  return {
    error: new ExternalServiceError(
      service,
      "rate_limited",
      why === "full" ? "too many questions wait" : "told to wait",
      details,
    ),
  };
}

/** An ExternalServiceError becomes data, as errors lose their class between objects; any other error is thrown. */
function toRpcResult<A>(outcome: RequestOutcome<A> | { place: number; seconds: number }): RpcResult<QueuedResult<A>> {
  if ("place" in outcome) return { ok: true, value: { state: "waiting", ...outcome } };
  if ("value" in outcome) return { ok: true, value: { state: "answered", value: outcome.value } };
  if (!(outcome.error instanceof ExternalServiceError)) throw outcome.error;
  const { service, failure, message, details } = outcome.error;
  return { ok: false, error: { service, failure, message, details } };
}
