import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { UserDatabase, Statement } from "../db/client";
import { sha256 } from "../lib/hash";
import { logError } from "../lib/log";
import { randomToken } from "../lib/random-token";
import { revokePollTokens } from "../platform/activity-signals";
import { identifyDevice } from "./device-cookie";
import { describeBrowser } from "./device-label";
import { endSessions, hasEndedSessions, type SessionDeps } from "./end-sessions";
import { rememberDeviceQueries } from "./store-devices";
import {
  addTokenQuery,
  revokeOldTokens,
  endSessionQueries,
  endTokenQuery,
  insertSessionQueries,
  renewSession,
  type SessionUser,
  touchSession,
} from "./store-sessions";

const SESSION_COOKIE_NAME = "session";
const COOKIE_ATTRIBUTES = { prefix: "host", secure: true, httpOnly: true, sameSite: "Lax", path: "/" } as const;

/** A session lasts 30 days at most and ends after 7 days without a call. Milliseconds. */
const SESSION_MAX_AGE_MS = 30 * 86_400_000;
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** How stale `last_seen_at` may get before it is written again. */
const TOUCH_INTERVAL_MS = 3_600_000;
/** A token older than this is replaced. */
const TOKEN_RENEWAL_MS = 86_400_000;
/** How long the previous token stays valid: for requests in flight, and for a new token whose response got lost. */
const OLD_TOKEN_GRACE_MS = 60_000;

/** User and token of a cookie; the session row decides whether they are valid. */
export interface SessionCookie {
  /** Where the user's rows were when it was set. */
  shard: number;
  userId: string;
  tokenHash: string;
}

/** `<user id>.<token>` on shard 0, which every installation has, `<shard>.<user id>.<token>` on a further one. */
const COOKIE_FORMAT = /^(?:([1-9]\d{0,3})\.)?([^.]{1,64})\.([^.]{1,64})$/u;

const formatCookie = (shard: number, userId: string, token: string): string =>
  `${shard === 0 ? "" : `${shard}.`}${userId}.${token}`;

function parseCookie(c: Context) {
  const parts = COOKIE_FORMAT.exec(getCookie(c, SESSION_COOKIE_NAME, "host") ?? "");
  if (!parts) return null;
  const [, shard = "0", userId = "", token = ""] = parts;
  return { shard: Number(shard), userId, token };
}

/** With the user id in the cookie, reads go out in one round trip with the session check. */
export async function readSessionCookie(c: Context): Promise<SessionCookie | null> {
  const parts = parseCookie(c);
  return parts && { shard: parts.shard, userId: parts.userId, tokenHash: await sha256(parts.token) };
}

/** The shard of a user who signs in, and those of others: the browser's previous session may be of another user. */
interface NewSessionDeps extends SessionDeps {
  shard: number;
  openUserShard(userId: string): Promise<SessionDeps>;
}

/** Statements to run, and the cookies to set afterwards. */
interface PreparedToken {
  statements: [Statement, ...Statement[]];
  setCookies(): void;
}

/** The same for a new session, which may replace another. */
interface PreparedSession extends Pick<PreparedToken, "statements"> {
  finish(answers: readonly unknown[]): Promise<void>;
}

/**
 * Prepares a new session with a new token; the last statement ends the browser's previous session, if any. The browser
 * becomes a known device of the user. Pass the results of the statements to `finish`.
 */
export async function prepareSession(c: Context, deps: NewSessionDeps, userId: string): Promise<PreparedSession> {
  const { db, shard } = deps;
  const now = deps.now();
  const cookie = await readSessionCookie(c);
  const previous = cookie?.shard === shard ? cookie : null;
  const token = randomToken();
  const tokenHash = await sha256(token);
  const { deviceHash, setDeviceCookie } = await identifyDevice(c);
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + SESSION_MAX_AGE_MS).toISOString();
  const label = describeBrowser(c.req.header("user-agent") ?? "");
  const times = { createdAt: at, lastSeenAt: at, startedAt: at, authenticatedAt: at, expiresAt };
  const session = { tokenHash, firstHash: tokenHash, userId, ...times, label, deviceHash };
  return {
    statements: [
      ...insertSessionQueries(db, session),
      ...rememberDeviceQueries(db, session, now),
      ...(previous ? [endSessionQueries(db, previous.userId, { which: "of_token", cookie: previous }).end] : []),
    ],
    finish: async (answers) => {
      setSessionCookie(c, { shard, userId, token, expiresAt }, now);
      setDeviceCookie();
      if (previous && hasEndedSessions(answers)) await revokePollTokens(deps, previous.userId);
      if (cookie && !previous) await endPreviousElsewhere(deps, cookie);
    },
  };
}

/** The new session is there already, and what fails here ends by itself. */
async function endPreviousElsewhere(deps: NewSessionDeps, cookie: SessionCookie): Promise<void> {
  try {
    await endSessions(await deps.openUserShard(cookie.userId), cookie.userId, { which: "of_token", cookie });
  } catch (error) {
    logError("previous_session_not_ended", error);
  }
}

/** The same with its own round trip. */
export async function startSession(c: Context, deps: NewSessionDeps, userId: string): Promise<void> {
  const { statements, finish } = await prepareSession(c, deps, userId);
  await finish(await deps.db.batch(statements));
}

/**
 * A new token for a session whose user has just confirmed who they are. The previous one stays valid until the browser
 * has used the new one, as a response may get lost; with `endsPrevious` a minute at most, against a copied cookie.
 */
export async function replaceToken(
  c: Context,
  { db, shard }: { db: UserDatabase; shard: number },
  { cookie, expiresAt, endsPrevious }: { cookie: SessionCookie; expiresAt: string; endsPrevious: boolean },
  now: Date,
): Promise<PreparedToken> {
  const token = randomToken();
  const at = now.toISOString();
  const end = new Date(now.getTime() + OLD_TOKEN_GRACE_MS).toISOString();
  return {
    statements: [
      addTokenQuery(db, cookie, { tokenHash: await sha256(token), at, authenticatedAt: at }),
      ...(endsPrevious ? [endTokenQuery(db, cookie, end)] : []),
    ],
    setCookies: () => setSessionCookie(c, { shard, userId: cookie.userId, token, expiresAt }, now),
  };
}

function setSessionCookie(
  c: Context,
  { shard, userId, token, expiresAt }: { shard: number; userId: string; token: string; expiresAt: string },
  now: Date,
): void {
  setCookie(c, SESSION_COOKIE_NAME, formatCookie(shard, userId, token), {
    ...COOKIE_ATTRIBUTES,
    maxAge: Math.floor((Date.parse(expiresAt) - now.getTime()) / 1_000),
  });
}

const isOlder = (time: string, ms: number, now: Date): boolean => now.getTime() - Date.parse(time) > ms;

/** Whether `refreshSession` has anything to do: to await it for nothing would cost every call. */
export const needsRefresh = (session: SessionUser, cookie: SessionCookie, shard: number, now: Date): boolean =>
  session.sessionFresh ||
  cookie.shard !== shard ||
  isOlder(session.sessionSeenAt, TOUCH_INTERVAL_MS, now) ||
  isOlder(session.tokenGivenAt, TOKEN_RENEWAL_MS, now);

/**
 * Maintains a valid session: records its use, corrects the cookie's shard, gives it a new token once a day, and revokes
 * the previous one when the browser has used the new one. Until then both are valid, as a response may lose the cookie.
 * Prefetched requests (`Sec-Purpose: prefetch`) get no token: their response may lose its headers.
 * @param runAfterResponse runs work after the response
 */
export async function refreshSession(
  c: Context,
  { db, shard, now: getNow }: { db: UserDatabase; shard: number; now(): Date },
  cookie: SessionCookie,
  session: SessionUser,
  runAfterResponse: (work: Promise<unknown>) => void,
): Promise<void> {
  const now = getNow();
  const { userId } = cookie;
  const toTime = (ms: number) => new Date(now.getTime() + ms).toISOString();
  if (isOlder(session.sessionSeenAt, TOUCH_INTERVAL_MS, now))
    runAfterResponse(touchSession(db, cookie.tokenHash, toTime(0)));
  if (session.sessionFresh) runAfterResponse(revokeOldTokens(db, cookie, toTime(0), toTime(OLD_TOKEN_GRACE_MS)));
  if (c.req.header("sec-purpose") === "prefetch") return;
  const { sessionEndsAt: expiresAt } = session;
  const known = cookie.shard === shard ? null : parseCookie(c);
  if (known) setSessionCookie(c, { shard, userId, token: known.token, expiresAt }, now);
  if (!isOlder(session.tokenGivenAt, TOKEN_RENEWAL_MS, now) || expiresAt <= toTime(OLD_TOKEN_GRACE_MS)) return;
  const token = randomToken();
  const renewed = await renewSession(db, cookie, {
    tokenHash: await sha256(token),
    at: toTime(0),
    givenBefore: toTime(-OLD_TOKEN_GRACE_MS),
    endsAfter: toTime(OLD_TOKEN_GRACE_MS),
  }).catch((error: unknown) => {
    // The present token is still valid: the next call tries again.
    logError("session_not_renewed", error);
    return false;
  });
  if (renewed) setSessionCookie(c, { shard, userId, token, expiresAt }, now);
}

export function clearSessionCookie(c: Context): void {
  deleteCookie(c, SESSION_COOKIE_NAME, { prefix: "host", secure: true, path: "/" });
}
