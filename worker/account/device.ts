import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { randomToken } from "../random-token";
import { sha256 } from "../sha256";

const COOKIE = "device";
const TOKEN = /^[\w-]{43}$/u;
/** How long a device stays known without a sign-in. */
export const DEVICE_KNOWN_MS = 365 * 86_400_000;

/** The token of this browser's device cookie; null without one. It opens nothing: it tells where a sign-in is tried. */
const readToken = (c: Context): string | null => {
  const token = getCookie(c, COOKIE, "host");
  return token !== undefined && TOKEN.test(token) ? token : null;
};

/** Hash of the token in this browser's device cookie; null without one. */
export async function readDevice(c: Context): Promise<string | null> {
  const token = readToken(c);
  return token === null ? null : sha256(token);
}

/**
 * The device a good sign-in comes from. A browser keeps its token, so that several users of it are each known there.
 * @returns its hash, and what gives the browser the cookie
 */
export async function identifyDevice(c: Context): Promise<{ deviceHash: string; giveDeviceCookie(): void }> {
  const token = readToken(c) ?? randomToken();
  const maxAge = DEVICE_KNOWN_MS / 1_000;
  return {
    deviceHash: await sha256(token),
    giveDeviceCookie: () =>
      setCookie(c, COOKIE, token, { prefix: "host", secure: true, httpOnly: true, sameSite: "Lax", path: "/", maxAge }),
  };
}
