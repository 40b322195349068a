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
    /** The handler has been called: what the reads changed is its own to undo. */
    isHandled?: true;
  };
}
export type App = Hono<AppEnv>;

/** What a handler gets besides its validated input. */
export interface RequestContext {
  c: Context<AppEnv>;
  deps: Deps;
  /** When the request came in. */
  at: Date;
  /** Origin under which the browser knows this server. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Keeps work going after the response; its failure is logged. */
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

/** `new URL` parses the whole address, which every request would pay for. */
const parseOrigin = (url: string): string => url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
