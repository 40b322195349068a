import type { Context, Hono } from "hono";
import type * as z from "zod/mini";
import { isRecent } from "./account/rules";
import { overQuota } from "./account/rules-spending";
import { readClaim, SESSION_IDLE, type SessionClaim, tendSession } from "./account/session";
import { holdsToken, type SessionUser, sessionQuery } from "./account/store-sessions";
import { spendQuota } from "./account/store-spending";
import type { Endpoint } from "./contract/endpoint";
import type { BatchResponse, Condition, Statement } from "./db/client";
import type { Deps } from "./deps";
import type { Env } from "./env";
import { readBody, readFile, validate } from "./input";
import { logFault } from "./log";
import { Refusal } from "./refusal";

export interface AppEnv {
  Bindings: Env;
  Variables: { deps: Deps; requestId: string };
}
export type App = Hono<AppEnv>;

/** What a handler gets beside its validated input. */
export interface Call {
  c: Context<AppEnv>;
  deps: Deps;
  /** When it came in. */
  at: Date;
  /** Origin the browser knows us by. */
  origin: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  /** Goes on after the answer; must not fail silently (it is logged). */
  later(work: Promise<unknown>): void;
}
export type UserCall = Call & { user: SessionUser };

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;
type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export interface Input<E extends Endpoint> {
  params: Params<E["path"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
  file: E["file"] extends string ? File : undefined;
}
type Select<S> = (call: Call, userId: string, signedIn: Condition, claim: SessionClaim) => S;
type Given<E extends Endpoint> = z.input<E["answer"]>;
type CallOf<E extends Endpoint> = E["access"] extends "public" ? Call : UserCall;

/** A GET as `serveTogether` has it answered beside others. */
interface Read {
  endpoint: Endpoint;
  select: (call: Call, userId: string, input: Input<Endpoint>) => readonly Statement[];
  answer: (rows: readonly unknown[], call: UserCall, input: Input<Endpoint>) => unknown;
}
const reads = new WeakMap<App, Map<string, Read>>();

function keepRead(app: App, read: Read): void {
  const known = reads.get(app) ?? new Map<string, Read>();
  reads.set(app, known.set(`/api${read.endpoint.path}`, read));
}

/** Serves an endpoint: guard, validation, handler, JSON. The session is checked before the handler runs. */
export function serve<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: CallOf<E>, input: Input<E>) => Promise<Given<E>>,
): void {
  if (endpoint.method === "GET")
    keepRead(app, { endpoint, select: () => [], answer: (_, call, input) => handler(call, input) });
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = callOf(c);
    const signedIn = endpoint.access === "public" ? call : (await signInWith(call, endpoint, () => [])).signedIn;
    const input = await readInput(c, endpoint);
    return c.json((await handler(signedIn as CallOf<E>, input)) as object);
  });
}

/**
 * Serves a call whose handler wants rows beside the check of the session: their statements go out with it.
 * `select` gets the user id the cookie claims, and a condition for what it writes: what it selects must be that user's alone, and what it
 * changes must change only under the condition. `undo` gives back what they took of a call that does not get to its handler.
 */
export function serveBeside<const E extends Endpoint, const S extends readonly [Statement, ...Statement[]]>(
  app: App,
  endpoint: E,
  select: Select<S>,
  handler: (rows: BatchResponse<S>, call: UserCall, input: Input<E>) => Promise<Given<E>>,
  undo?: (call: Call, userId: string) => Promise<void>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = callOf(c);
    const claim = await claimOf(c);
    const arrive = async () => ({
      ...(await signInWith(call, endpoint, select, claim)),
      input: await readInput(c, endpoint),
    });
    const { signedIn, rows, input } = await arrive().catch((error: unknown) => {
      if (undo) call.later(undo(call, claim.userId));
      throw error;
    });
    return c.json((await handler(rows, signedIn, input)) as object);
  });
}

/**
 * Serves a read in one round trip: the statements go out with the check of the session, and their rows are looked at only if it holds.
 * `select` gets the user id the cookie claims; what it selects must be that user's alone.
 * `answerFirst` may know the answer without D1, and who asks; null when it does not.
 */
export function serveRead<const E extends Endpoint, const S extends readonly [Statement, ...Statement[]]>(
  app: App,
  endpoint: E,
  select: (call: Call, userId: string, input: Input<E>) => S,
  answer: (rows: BatchResponse<S>, call: UserCall, input: Input<E>) => Given<E> | Promise<Given<E>>,
  answerFirst?: (call: Call) => Promise<Given<E> | null>,
): void {
  keepRead(app, { endpoint, select, answer } as unknown as Read);
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = callOf(c);
    const known = (await answerFirst?.(call)) ?? null;
    if (known !== null) return c.json(known as object);
    const claim = await claimOf(c);
    const input = await readInput(c, endpoint);
    const [sessions, ...rows] = await call.deps.db.batch([
      liveSession(call, claim),
      ...select(call, claim.userId, input),
    ]);
    const user = await admit(call, claim, sessions[0], endpoint);
    return c.json((await answer(rows as BatchResponse<S>, { ...call, user }, input)) as object);
  });
}

/**
 * Serves what several GETs answer, by the address of each, in one round trip with one check of the session. What is refused is left out, and so is
 * what fails, which is logged.
 * @param addresses of calls served above, none with a parameter in its path
 */
export function serveTogether(app: App, endpoint: Endpoint, addresses: readonly string[]): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = callOf(c);
    const claim = await claimOf(c);
    const asked = addresses.map((address) => {
      const read = readAt(app, address);
      return { ...read, address, statements: read.select(call, claim.userId, read.input) };
    });
    const [sessions, ...rows] = await call.deps.db.batch([
      liveSession(call, claim),
      ...asked.flatMap(({ statements }) => statements),
    ]);
    const user = await admit(call, claim, sessions[0], endpoint);
    const answers = await Promise.all(
      asked.map(async ({ address, endpoint: { access, path }, statements, answer, input }) => {
        const own = rows.splice(0, statements.length);
        if (access === "ready" && !user.wizardCompleted) return [];
        try {
          return [[address, await answer(own, { ...call, user }, input)]];
        } catch (error) {
          if (!(error instanceof Refusal)) logFault("answer_left_out", error, { path });
          return [];
        }
      }),
    );
    return c.json({ answers: Object.fromEntries(answers.flat()) as Record<string, unknown> });
  });
}

/** The read at an address, with what the address asks of it. */
function readAt(app: App, address: string): Read & { input: Input<Endpoint> } {
  const [path = "", query] = address.split("?");
  const read = reads.get(app)?.get(path);
  if (!read) throw new Error(`no read is served at ${path}`);
  return {
    ...read,
    input: {
      params: {},
      query: read.endpoint.query && validate(read.endpoint.query, Object.fromEntries(new URLSearchParams(query))),
      body: undefined,
      file: undefined,
    },
  };
}

/** The call of a request, for what is served by hand. */
export function callOf(c: Context<AppEnv>): Call {
  const deps = c.get("deps");
  return {
    c,
    deps,
    signal: c.req.raw.signal,
    at: deps.now(),
    origin: deps.config.appUrl ?? originOf(c.req.url),
    later: (work) => c.executionCtx.waitUntil(work.catch((error: unknown) => logFault("later_failed", error))),
  };
}

/** Of an address as the runtime writes it; reading all of it would cost every call more. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", url.indexOf("//") + 2));

async function claimOf(c: Context<AppEnv>): Promise<SessionClaim> {
  const claim = await readClaim(c);
  if (!claim) throw new Refusal("unauthenticated");
  return claim;
}

function liveSession(call: Call, claim: SessionClaim) {
  return sessionQuery(call.deps.db, claim, {
    at: call.at.toISOString(),
    idleSince: new Date(call.at.getTime() - SESSION_IDLE).toISOString(),
  });
}

/** What the check of a session asks of an endpoint. */
type Guard = Pick<Endpoint, "access" | "method" | "recentSignIn">;

/** Checks the session of a call for the access an endpoint wants. Throws the refusal that fits. */
export async function signIn(call: Call, endpoint: Guard): Promise<UserCall> {
  return (await signInWith(call, endpoint, () => [])).signedIn;
}

/** The same, counting what the call spends, and with the rows of reads that nobody else may see: all of it in one round trip. */
export async function signInWith<const S extends readonly Statement[]>(
  call: Call,
  endpoint: Guard & Pick<Endpoint, "spends">,
  select: Select<S>,
  given?: SessionClaim,
): Promise<{ signedIn: UserCall; rows: BatchResponse<S> }> {
  const claim = given ?? (await claimOf(call.c));
  const { db, config, now } = call.deps;
  const { spends: quota } = endpoint;
  const held = holdsToken(claim);
  const reads = select(call, claim.userId, held, claim);
  if (!quota) {
    const [[session], ...rows] = await db.batch([liveSession(call, claim), ...reads]);
    return {
      signedIn: { ...call, user: await admit(call, claim, session, endpoint) },
      rows: rows as unknown as BatchResponse<S>,
    };
  }
  const [[session], spent, ...rows] = await db.batch([
    liveSession(call, claim),
    spendQuota(db, { userId: claim.userId, quota, limit: config.quotas[quota] }, now(), held),
    ...reads,
  ]);
  const user = await admit(call, claim, session, endpoint);
  if (spent.length === 0) throw overQuota(quota, now());
  return { signedIn: { ...call, user }, rows: rows as unknown as BatchResponse<S> };
}

/** How long a user who writes too much is told to wait. Seconds. */
const WRITES_WAIT = 60;

async function admit(
  call: Call,
  claim: SessionClaim,
  user: SessionUser | undefined,
  endpoint: Guard,
): Promise<SessionUser> {
  if (!user) throw new Refusal("unauthenticated");
  await tendSession(call.c, call.deps.db, claim, user, call.deps.now(), call.later);
  if (endpoint.access === "ready" && !user.wizardCompleted) throw new Refusal("wizard_incomplete");
  if (endpoint.recentSignIn && !isRecent(user.authenticatedAt, call.at)) throw new Refusal("reauthentication_required");
  // After the session: anybody can name a user in a cookie, and must not use up their budget.
  const mayWrite = endpoint.method === "GET" || (await call.deps.writes.spend(user.id));
  if (!mayWrite) throw new Refusal("write_limit", { retryAfterSeconds: WRITES_WAIT });
  return user;
}

/** A name given twice is a list, which no query takes. */
const queryOf = (c: Context<AppEnv>) =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

async function readInput<E extends Endpoint>(c: Context<AppEnv>, endpoint: E): Promise<Input<E>> {
  return {
    params: c.req.param(),
    query: endpoint.query && validate(endpoint.query, queryOf(c)),
    body: endpoint.file || endpoint.method === "GET" ? undefined : await readBody(c.req.raw, endpoint),
    file: endpoint.file && (await readFile(c.req.raw, endpoint.file)),
  } as Input<E>;
}
