import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Database } from "../db/client";
import { randomToken } from "../random-token";
import { sha256 } from "../sha256";
import { createSession, deleteSession } from "./store-sessions";

const COOKIE = "session";
const ATTRIBUTES = { prefix: "host", secure: true, httpOnly: true, sameSite: "Lax", path: "/" } as const;

/** A session lasts 30 days at most and ends after 7 days without a call. Milliseconds. */
const SESSION_ABSOLUTE = 30 * 86_400_000;
export const SESSION_IDLE = 7 * 86_400_000;
/** How stale `last_seen_at` may get before it is written again. */
export const SESSION_TOUCH = 3_600_000;

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

/** Opens a new session (never reuses a token) and sets its cookie; the one the browser had, if any, is closed. */
export async function openSession(c: Context, db: Database, userId: string, now: Date): Promise<void> {
  const previous = await readClaim(c);
  const token = randomToken();
  await createSession(db, {
    tokenHash: await sha256(token), userId,
    createdAt: now.toISOString(), lastSeenAt: now.toISOString(), expiresAt: new Date(now.getTime() + SESSION_ABSOLUTE).toISOString(),
  }, previous);
  setCookie(c, COOKIE, `${userId}.${token}`, { ...ATTRIBUTES, maxAge: SESSION_ABSOLUTE / 1000 });
}

/** Closes the session of the cookie, which need not be valid. */
export async function closeSession(c: Context, db: Database): Promise<void> {
  const claim = await readClaim(c);
  if (claim) await deleteSession(db, claim);
  forgetSession(c);
}

export function forgetSession(c: Context): void {
  deleteCookie(c, COOKIE, { prefix: "host", secure: true, path: "/" });
}
