import { AsyncLocalStorage } from "node:async_hooks";
import type { Env } from "../../../worker/platform/env";
import type { SqlOutcome, SqlStatement } from "../../../worker/platform/sql-rpc";
import { CHARACTERS_PER_TOKEN } from "../../sandbox/openai/prompt-cache";
import { type AddCounts, countDatabase } from "./d1-counts";
import { countObjectWrites, takeRowsWritten } from "./rows-written";
import { memoizeByEnv, overrideMembers } from "./wrap-bindings";

/*
 * Counts what the product uses of the platform, as it is billed and limited, through wrapped bindings. The names of
 * units are explained in ../scale/units.ts.
 */

const sums = new Map<string, number>();
/** Bytes now, by what holds them; what was there at the last call is subtracted. */
const sizes = new Map<string, number>();
let sizesBefore = new Map<string, number>();
/** The running invocation: its calls that count as subrequests, and the object whose it is. */
const invocations = new AsyncLocalStorage<{ calls: number; object?: object }>();

const addUnits = (name: string, count: number): void => void sums.set(name, (sums.get(name) ?? 0) + count);

function addSubrequest(): void {
  const invocation = invocations.getStore();
  if (!invocation) return;
  invocation.calls += 1;
  sums.set("most subrequests", Math.max(sums.get("most subrequests") ?? 0, invocation.calls));
}

/** Units since the last call. */
export function takeUnits(): Record<string, number> {
  for (const [name, rows] of Object.entries(takeRowsWritten()))
    if (name.startsWith("object ")) addUnits("object rows written", rows);
  for (const [holder, bytes] of sizes) {
    // `object SEARCH <id>`: of all objects of a class together.
    const kind = holder.split(" ", 2).join(" ");
    addUnits(`${kind} bytes`, bytes - (sizesBefore.get(holder) ?? 0));
  }
  sizesBefore = new Map(sizes);
  const taken = Object.fromEntries(sums);
  sums.clear();
  return taken;
}

/** The database of what is everybody's; all others are of users. */
const SHARED_BINDING = "SHARED_DB";

function countTrip(binding: string, results: Parameters<AddCounts>[0]): void {
  addSubrequest();
  const kind = binding === SHARED_BINDING ? "d1 shared" : "d1 user";
  addUnits(`${kind} trips`, 1);
  addUnits(`${kind} statements`, results.length);
  for (const { meta } of results) {
    addUnits(`${kind} rows read`, meta.rows_read);
    addUnits(`${kind} rows written`, meta.rows_written);
  }
  const size = results.at(-1)?.meta.size_after;
  if (size !== undefined) sizes.set(binding === SHARED_BINDING ? kind : `${kind} ${binding}`, size);
}

function countBucket(bucket: R2Bucket, name: string): R2Bucket {
  const count = (kind: "reads" | "writes") => {
    addSubrequest();
    addUnits(`r2 ${kind}`, 1);
  };
  return overrideMembers(bucket, {
    async get(...args: Parameters<R2Bucket["get"]>) {
      count("reads");
      return bucket.get(...args);
    },
    async head(key: string) {
      count("reads");
      return bucket.head(key);
    },
    async list(...args: Parameters<R2Bucket["list"]>) {
      count("writes");
      return bucket.list(...args);
    },
    async put(...args: Parameters<R2Bucket["put"]>) {
      count("writes");
      const stored = await bucket.put(...args);
      sizes.set(`r2 ${name}`, (sizes.get(`r2 ${name}`) ?? 0) + stored.size);
      return stored;
    },
  });
}

function countQueue<Body>(queue: Queue<Body>, name: string): Queue<Body> {
  const count = (messages: number) => {
    addSubrequest();
    addUnits(`queue ${name.replace(/_QUEUE$/u, "").toLowerCase()} messages`, messages);
  };
  return overrideMembers(queue, {
    async send(...args: Parameters<Queue<Body>["send"]>) {
      count(1);
      return queue.send(...args);
    },
    async sendBatch(messages: Iterable<MessageSendRequest<Body>>, options?: QueueSendBatchOptions) {
      const batch = [...messages];
      count(batch.length);
      return queue.sendBatch(batch, options);
    },
  });
}

/** Of Gmail's quota. */
const UNITS_A_MAIL = 100;

/** The outside world: the sandbox of this bench. */
const countOutside = (outside: Fetcher): Fetcher =>
  overrideMembers(outside, {
    async fetch(input: RequestInfo, init?: RequestInit) {
      addSubrequest();
      const request = new Request(input, init);
      const { hostname, pathname } = new URL(request.url);
      addUnits("fetches", 1);
      if (hostname === "gmail.googleapis.com" && pathname.endsWith("/messages/send"))
        addUnits("gmail units", UNITS_A_MAIL);
      if (hostname !== "api.openai.com") return outside.fetch(request);
      const asked = await request.clone().text();
      const answer = await outside.fetch(request);
      const text = await answer.clone().text();
      if (pathname === "/v1/chat/completions") {
        addUnits("model calls", 1);
        addUnits("model tokens in", countTokens(asked, "messages"));
        addUnits("model tokens out", countTokens(text, "choices"));
        countCached(text);
      } else if (pathname === "/v1/files" && request.method === "POST") countBatch("in", asked);
      else if (pathname.endsWith("/content")) countBatch("out", text);
      return answer;
    },
  });

/** Tokens of a prompt that were read from the model's cache, and written to it. */
function countCached(answer: string): void {
  const read = /"cached_tokens":(\d+)/u.exec(answer)?.[1];
  const written = /"cache_write_tokens":(\d+)/u.exec(answer)?.[1];
  addUnits("model tokens cached", Number(read ?? 0));
  addUnits("model tokens written to the cache", Number(written ?? 0));
}

/** A file of prompts, in the parts of a form, or of answers: a line of JSON each. */
function countBatch(direction: "in" | "out", file: string): void {
  for (const line of file.split(/\r?\n/u).filter((each) => each.startsWith("{"))) {
    const { body, response } = JSON.parse(line) as { body?: unknown; response?: { body: unknown } };
    if (direction === "in") addUnits("batch calls", 1);
    const part = direction === "in" ? "messages" : "choices";
    addUnits(`batch tokens ${direction}`, countTokens(JSON.stringify(body ?? response?.body), part));
  }
}

/** The texts of a request or an answer, without the JSON around them. */
function countTokens(json: string, part: "messages" | "choices"): number {
  const characters = (value: unknown): number =>
    typeof value === "string"
      ? value.length
      : value !== null && typeof value === "object"
        ? Object.values(value).reduce((sum: number, each: unknown) => sum + characters(each), 0)
        : 0;
  try {
    const { [part]: texts, response_format: schema } = JSON.parse(json) as Record<string, unknown>;
    return Math.ceil((characters(texts) + JSON.stringify(schema ?? "").length) / CHARACTERS_PER_TOKEN);
  } catch {
    return 0;
  }
}

const hasMethods = (value: unknown, ...names: string[]): value is object =>
  typeof value === "object" && value !== null && names.every((name) => typeof Reflect.get(value, name) === "function");

/** Shards of users in objects, counted as those in D1. */
const countShards = (shards: Env["USER_SHARD"]): Env["USER_SHARD"] =>
  overrideMembers(shards, {
    getByName: (name: string) => ({
      async run(statements: SqlStatement[]): Promise<SqlOutcome> {
        const outcome = await shards.getByName(name).run(statements);
        if ("error" in outcome) return outcome;
        const results = outcome.answers.map(({ rowsRead, rowsWritten, bytes }) => ({
          meta: { rows_read: rowsRead, rows_written: rowsWritten, size_after: bytes },
        }));
        countTrip(`SHARD_${name}`, results);
        return outcome;
      },
    }),
  });

/** The binding with counts, whatever it is. */
function countBinding(name: string, binding: unknown): unknown {
  if (name === "USER_SHARD") return countShards(binding as Env["USER_SHARD"]);
  if (hasMethods(binding, "prepare", "batch"))
    return countDatabase(binding as D1Database, "user", (results) => countTrip(name, results));
  if (hasMethods(binding, "put", "head", "list")) return countBucket(binding as R2Bucket, name);
  if (hasMethods(binding, "send", "sendBatch")) return countQueue(binding as Queue, name);
  return binding;
}

/** An environment whose bindings count. */
export const countEnv = memoizeByEnv((env) => {
  const counted = Object.fromEntries(
    Object.entries(env).map(([name, binding]) => [name, countBinding(name, binding)]),
  ) as Env;
  if (env.SANDBOX) counted.SANDBOX = countOutside(env.SANDBOX);
  return counted;
});

/** Runs one invocation, and counts it, and its wall time under a name where one is given. */
export async function countInvocation<T>(work: () => T | Promise<T>, timedAs?: string): Promise<T> {
  addUnits("requests", 1);
  const began = performance.now();
  try {
    return await invocations.run({ calls: 0 }, async () => work());
  } finally {
    if (timedAs !== undefined) addUnits(timedAs, (performance.now() - began) / 1000);
  }
}

/** Counts the lines that are logged. */
export function countLogLines(): void {
  for (const level of ["log", "info", "warn", "error"] as const) {
    const write = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      addUnits("log lines", 1);
      write(...parts);
    };
  }
}

type ObjectClass = new (context: DurableObjectState, env: Env) => object;

/** How many calls an object is busy with, and since when. */
const busyObjects = new WeakMap<object, { calls: number; since: number }>();

/** The class of a Durable Object with counts: of its calls, the seconds it is busy, and its storage. */
export function countObject<Class extends ObjectClass>(name: string, product: Class): Class {
  const begin = (object: object, method: string) => {
    addUnits(`object ${name} requests`, 1);
    addUnits(`call ${name}.${method}`, 1);
    const busy = busyObjects.get(object) ?? { calls: 0, since: 0 };
    if (busy.calls === 0) busy.since = performance.now();
    busy.calls += 1;
    busyObjects.set(object, busy);
  };
  const end = (object: object) => {
    const busy = busyObjects.get(object);
    if (!busy) return;
    busy.calls -= 1;
    if (busy.calls === 0) addUnits(`object ${name} seconds`, (performance.now() - busy.since) / 1000);
    const { storage, id } = Reflect.get(object, "ctx") as DurableObjectState;
    sizes.set(`object ${name} ${id.toString()}`, storage.sql.databaseSize);
  };
  const counted = class extends (product as ObjectClass) {
    constructor(context: DurableObjectState, env: Env) {
      countObjectWrites(context);
      super(context, countEnv(env));
    }
  };
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(product.prototype as object))) {
    if (method === "constructor" || typeof value !== "function") continue;
    const original = value as (...args: unknown[]) => unknown;
    Object.defineProperty(counted.prototype, method, {
      configurable: true,
      writable: true,
      value(this: object, ...args: unknown[]): unknown {
        // A method that the object calls itself.
        if (invocations.getStore()?.object === this) return Reflect.apply(original, this, args);
        begin(this, method);
        const answer = invocations.run({ calls: 0, object: this }, () => {
          try {
            return Reflect.apply(original, this, args);
          } catch (error) {
            end(this);
            throw error;
          }
        });
        if (!(answer instanceof Promise)) {
          end(this);
          return answer;
        }
        return answer.finally(() => end(this));
      },
    });
  }
  return counted as unknown as Class;
}
