import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { tellSessionEnded } from "../activity/tell";
import type { Database, Statement } from "../db/client";
import type { Deps } from "../deps";
import { logFault } from "../log";
import { randomToken } from "../random-token";
import { sha256 } from "../sha256";
import { identifyDevice } from "./device";
import { hasEnded } from "./end-sessions";
import { describeBrowser } from "./rules-sign-in";
import { rememberDevice } from "./store-devices";
import {
  addToken,
  closeOthers,
  endingQueries,
  endToken,
  newSession,
  renewSession,
  type SessionUser,
  touchSession,
} from "./store-sessions";

const COOKIE = "session";
const ATTRIBUTES = { prefix: "host", secure: true, httpOnly: true, sameSite: "Lax", path: "/" } as const;

/** A session lasts 30 days at most and ends after 7 days without a call. Milliseconds. */
const SESSION_ABSOLUTE = 30 * 86_400_000;
export const SESSION_IDLE = 7 * 86_400_000;
/** How stale `last_seen_at` may get before it is written again. */
const TOUCH = 3_600_000;
/** A token older than this is exchanged for a new one. */
const RENEW = 86_400_000;
/** How long the token before still counts: for calls that were under way, and for a new token whose answer got lost. */
const GRACE = 60_000;

/** What a cookie claims; the session row decides whether it is true. */
export interface SessionClaim {
  userId: string;
  tokenHash: string;
}

/** Reads the cookie `<user id>.<token>`. The user id lets a read go out in one round trip with the check of the session. */
export async function readClaim(c: Context): Promise<SessionClaim | null> {
  const [userId, token, rest] = (getCookie(c, COOKIE, "host") ?? "").split(".");
  if (!userId || !token || rest !== undefined || userId.length > 64 || token.length > 64) return null;
  return { userId, tokenHash: await sha256(token) };
}

/** What is about to be written, and the cookies for once it has been. */
interface Opening {
  statements: [Statement, ...Statement[]];
  giveCookies(): void;
}

/** The same for a new session, which may take the place of another. */
interface NewOpening extends Pick<Opening, "statements"> {
  settle(answers: readonly unknown[]): Promise<void>;
}
type Opener = Pick<Deps, "db" | "activities" | "now">;

/**
 * Opens a new session (never reuses a token); the one the browser had, if any, is closed by the last statement. The
 * browser becomes a known device of the user's. The statements go into a batch, and its answers to `settle`.
 */
export async function openingOf(c: Context, deps: Opener, userId: string): Promise<NewOpening> {
  const { db } = deps;
  const now = deps.now();
  const previous = await readClaim(c);
  const token = randomToken();
  const tokenHash = await sha256(token);
  const { deviceHash, giveDeviceCookie } = await identifyDevice(c);
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + SESSION_ABSOLUTE).toISOString();
  const label = describeBrowser(c.req.header("user-agent") ?? "");
  const times = { createdAt: at, lastSeenAt: at, startedAt: at, authenticatedAt: at, expiresAt };
  const session = { tokenHash, firstHash: tokenHash, userId, ...times, label, deviceHash };
  return {
    statements: [
      ...newSession(db, session),
      ...rememberDevice(db, session, now),
      ...(previous ? [endingQueries(db, previous.userId, { which: "of_token", claim: previous }).end] : []),
    ],
    settle: async (answers) => {
      keepToken(c, { userId, token, expiresAt }, now);
      giveDeviceCookie();
      if (previous && hasEnded(answers)) await tellSessionEnded(deps, previous.userId);
    },
  };
}

/** The same with a trip of its own. @param also statements for that trip */
export async function openSession(
  c: Context,
  deps: Opener,
  userId: string,
  also: readonly Statement[] = [],
): Promise<void> {
  const {
    statements: [first, ...rest],
    settle,
  } = await openingOf(c, deps, userId);
  await settle(await deps.db.batch([first, ...also, ...rest]));
}

/**
 * A new token for a session whose user has just proved who they are. The one before counts until the browser has shown
 * the new one, as an answer may get lost; a minute at most where the session is to be out of the reach of whoever has
 * copied its cookie.
 */
export async function replaceToken(
  c: Context,
  db: Database,
  { claim, expiresAt, endsPrevious }: { claim: SessionClaim; expiresAt: string; endsPrevious: boolean },
  now: Date,
): Promise<Opening> {
  const token = randomToken();
  const at = now.toISOString();
  const end = new Date(now.getTime() + GRACE).toISOString();
  return {
    statements: [
      addToken(db, claim, { tokenHash: await sha256(token), at, authenticatedAt: at }),
      ...(endsPrevious ? [endToken(db, claim, end)] : []),
    ],
    giveCookies: () => keepToken(c, { userId: claim.userId, token, expiresAt }, now),
  };
}

function keepToken(
  c: Context,
  { userId, token, expiresAt }: { userId: string; token: string; expiresAt: string },
  now: Date,
): void {
  setCookie(c, COOKIE, `${userId}.${token}`, {
    ...ATTRIBUTES,
    maxAge: Math.floor((Date.parse(expiresAt) - now.getTime()) / 1_000),
  });
}

/**
 * Looks after a session that has just been found good: notes that it lives, gives it a new token once a day, and ends the one
 * before when the browser has shown the new one. Until then both count, as an answer may get lost with the cookie in it.
 * A call that is asked ahead of its page (`Sec-Purpose: prefetch`) is given no token: its answer may come without its headers.
 * @param later takes the work that need not be waited for
 */
export async function tendSession(
  c: Context,
  db: Database,
  claim: SessionClaim,
  session: SessionUser,
  now: Date,
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  const age = (time: string) => now.getTime() - Date.parse(time);
  const moment = (ms: number) => new Date(now.getTime() + ms).toISOString();
  if (age(session.sessionSeenAt) > TOUCH) later(touchSession(db, claim.tokenHash, moment(0)));
  if (session.sessionFresh) later(closeOthers(db, claim, moment(0), moment(GRACE)));
  if (c.req.header("sec-purpose") === "prefetch") return;
  if (age(session.tokenGivenAt) <= RENEW || session.sessionEndsAt <= moment(GRACE)) return;
  const token = randomToken();
  const renewed = await renewSession(db, claim, {
    tokenHash: await sha256(token),
    at: moment(0),
    givenBefore: moment(-GRACE),
    endsAfter: moment(GRACE),
  }).catch((error: unknown) => {
    // The token it has is still good: the next call tries again.
    logFault("session_not_renewed", error);
    return false;
  });
  if (renewed) keepToken(c, { userId: claim.userId, token, expiresAt: session.sessionEndsAt }, now);
}

export function forgetSession(c: Context): void {
  deleteCookie(c, COOKIE, { prefix: "host", secure: true, path: "/" });
}
