import type { Context, Hono } from "hono";
import type { SessionCookie } from "../auth/session-lifecycle";
import type { SessionUser } from "../auth/store-sessions";
import type { CommonDeps, Deps } from "../compose";
import { logError } from "../lib/log";
import type { Env } from "../platform/env";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    context: RequestContext;
    /** What the session cookie claims. */
    sessionCookie: SessionCookie;
    /** Set once the user's shard has been asked. */
    shardContext?: ShardContext;
    /** Set once the claim has been checked, with the rows of the endpoint's reads. */
    session?: CheckedSession;
    /** Set when the handler is called: from then on it undoes the reads' changes itself. */
    isHandled?: true;
  };
}
export type App = Hono<AppEnv>;

/** What the handler of a public endpoint gets besides its validated input. */
export interface RequestContext {
  c: Context<AppEnv>;
  deps: CommonDeps;
  /** Arrival time of the request. */
  at: Date;
  /** Origin under which the browser knows this server. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Keeps work running after the response; logs its failure. */
  runAfterResponse(work: Promise<unknown>): void;
}
/** The same with the shard of a user. */
export interface ShardContext extends RequestContext {
  deps: Deps;
}
/** What a handler gets once the session is checked. */
export interface SignedInContext extends ShardContext {
  user: SessionUser;
}
export interface CheckedSession {
  context: SignedInContext;
  rows: readonly unknown[];
}

export function toRequestContext(c: Context<AppEnv>, deps: CommonDeps): RequestContext {
  return {
    c,
    deps,
    signal: c.req.raw.signal,
    at: deps.now(),
    origin: deps.config.appUrl ?? parseOrigin(c.req.url),
    runAfterResponse: (work) =>
      c.executionCtx.waitUntil(work.catch((error: unknown) => logError("later_failed", error))),
  };
}

/** `new URL` parses the whole address, at a cost for every request. */
const parseOrigin = (url: string): string => url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
