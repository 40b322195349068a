import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sha256 } from "../lib/hash";
import { randomToken } from "../lib/random-token";

const DEVICE_COOKIE_NAME = "device";
const TOKEN_PATTERN = /^[\w-]{43}$/u;
/** How long a device stays known without a sign-in. */
export const DEVICE_MAX_AGE_MS = 365 * 86_400_000;

/**
 * The token of this browser's device cookie; null without one. It grants nothing: it identifies the device of an
 * attempt.
 */
const readDeviceToken = (c: Context): string | null => {
  const token = getCookie(c, DEVICE_COOKIE_NAME, "host");
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : null;
};

/** Hash of the token in this browser's device cookie; null without one. */
export async function readDeviceHash(c: Context): Promise<string | null> {
  const token = readDeviceToken(c);
  return token === null ? null : sha256(token);
}

/**
 * The device of a successful sign-in. A browser keeps its token, so that it is a known device of several users.
 * @returns its hash, and a function that sets the cookie
 */
export async function identifyDevice(c: Context): Promise<{ deviceHash: string; setDeviceCookie(): void }> {
  const token = readDeviceToken(c) ?? randomToken();
  const maxAge = DEVICE_MAX_AGE_MS / 1_000;
  return {
    deviceHash: await sha256(token),
    setDeviceCookie: () =>
      setCookie(c, DEVICE_COOKIE_NAME, token, {
        prefix: "host",
        secure: true,
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
        maxAge,
      }),
  };
}
