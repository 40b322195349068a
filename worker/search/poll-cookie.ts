import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

const COOKIE = "poll";
/** Seconds a poll is trusted without a look at the session row. */
const SECONDS = 5 * 60;

/** Lets the polls of the next five minutes be answered without D1. */
export async function allowPolls(c: Context, secret: string | undefined, userId: string, now: Date): Promise<void> {
  if (secret === undefined) return;
  const until = Math.floor(now.getTime() / 1000) + SECONDS;
  await setSignedCookie(c, COOKIE, `${userId}.${until}`, secret, { prefix: "host", secure: true, httpOnly: true, sameSite: "Strict", path: "/", maxAge: SECONDS });
}

/** The user a poll's cookie vouches for; null without one that is signed, whole and of the last five minutes. */
export async function pollingUser(c: Context, secret: string | undefined, now: Date): Promise<string | null> {
  if (secret === undefined) return null;
  const value = await getSignedCookie(c, secret, COOKIE, "host");
  const [userId, until] = (value || "").split(".");
  return userId && Number(until) * 1000 > now.getTime() ? userId : null;
}
