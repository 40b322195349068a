import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { SessionUser } from "./store-sessions";

const POLL_COOKIE_NAME = "poll";
/** How long search polls skip the session row, in milliseconds; their object hears of no logout. */
export const SEARCH_POLL_MAX_AGE_MS = 5 * 60_000;
/** The same for the activity poll: its object hears of every session that ends. */
export const ACTIVITY_POLL_MAX_AGE_MS = 12 * 3_600_000;

/** Content of the poll cookie: the user's session was valid at that time. */
interface PollToken {
  userId: string;
  /** Milliseconds, whole seconds. */
  at: number;
}

/**
 * Lets the polls of the next minutes skip D1; not when the session ends before the cookie, as that of a replaced token
 * does.
 * @param now a time at which the session was valid
 */
export async function issuePollToken(
  c: Context,
  secret: string | undefined,
  { id: userId, sessionEndsAt }: Pick<SessionUser, "id" | "sessionEndsAt">,
  now: Date,
): Promise<void> {
  if (secret === undefined || Date.parse(sessionEndsAt) - now.getTime() < ACTIVITY_POLL_MAX_AGE_MS) return;
  const at = Math.floor(now.getTime() / 1_000);
  await setSignedCookie(c, POLL_COOKIE_NAME, `${userId}.${at}`, secret, {
    prefix: "host",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: ACTIVITY_POLL_MAX_AGE_MS / 1_000,
  });
}

/** Reads the poll cookie; null unless it is signed, complete and younger than `maxAgeMs`. */
export async function readPollToken(
  c: Context,
  secret: string | undefined,
  now: Date,
  maxAgeMs: number,
): Promise<PollToken | null> {
  if (secret === undefined) return null;
  const value = await getSignedCookie(c, secret, POLL_COOKIE_NAME, "host");
  const [userId, seconds] = (value || "").split(".");
  const at = Number(seconds) * 1_000;
  return userId && now.getTime() - at < maxAgeMs ? { userId, at } : null;
}
