import type { Context, Hono } from "hono";
import type { SessionCookie } from "../auth/session-lifecycle";
import type { SessionUser } from "../auth/store-sessions";
import type { Deps } from "../compose";
import { logError } from "../lib/log";
import type { Env } from "../platform/env";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    context: RequestContext;
    /** What the session cookie claims. */
    sessionCookie: SessionCookie;
    /** Set once the claim has been checked, with the rows of the endpoint's reads. */
    session?: { user: SessionUser; rows: readonly unknown[] };
    /** Set when the handler is called: from then on it undoes the reads' changes itself. */
    isHandled?: true;
  };
}
export type App = Hono<AppEnv>;

/** What a handler gets besides its validated input. */
export interface RequestContext {
  c: Context<AppEnv>;
  deps: Deps;
  /** Arrival time of the request. */
  at: Date;
  /** Origin under which the browser knows this server. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Keeps work running after the response; logs its failure. */
  runAfterResponse(work: Promise<unknown>): void;
}
export type SignedInContext = RequestContext & { user: SessionUser };

export function toRequestContext(c: Context<AppEnv>, deps: Deps): RequestContext {
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
