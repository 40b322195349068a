import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { SessionUser } from "./store-sessions";

const POLL_COOKIE_NAME = "poll";
/** How long the polls of a search are answered without a look at the session row, in milliseconds; their object hears of no logout. */
export const SEARCH_POLL_MAX_AGE_MS = 5 * 60_000;
/** The same for what runs for a user: its object hears of every session that ends. */
export const ACTIVITY_POLL_MAX_AGE_MS = 12 * 3_600_000;

/** What a poll's cookie vouches for: at that time the user's session was good. */
interface PollToken {
  userId: string;
  /** Milliseconds, whole seconds. */
  at: number;
}

/**
 * Lets the polls of the next minutes be answered without D1; not where the session ends before the cookie would, as that
 * of a token does which has been replaced.
 * @param now when the session was seen to be good, or before: it may have ended since
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

/** What a poll's cookie says; null without one that is signed, whole and no older than `trust`, in milliseconds. */
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
