import { LIMITS } from "../contract/limits";
import { ApiError } from "../platform/api-error";

/** Waits by how many failures are left before the longest one. Milliseconds. */
const WAITS_MS = [LIMITS.signInWaitMs, 80_000, 40_000, 20_000, 10_000, 5_000];

/** When passwords are looked at again after a failure at `now`, by how many are left; nothing for many. ISO 8601. */
export const listBlockEnds = (now: Date): string[] =>
  WAITS_MS.map((wait) => new Date(now.getTime() + wait).toISOString());

/** The refusal of a try that has to wait. @param until when the wait ends, ISO 8601 */
export function signInBlockedError(until: string | null | undefined, now: Date): ApiError {
  const seconds = (Date.parse(until ?? "") - now.getTime()) / 1_000 || 1;
  return new ApiError("sign_in_blocked", { retryAfterSeconds: Math.max(1, seconds) });
}

/** Groups of an IPv6 address that one line is given at least; the rest is its own to choose. */
const NETWORK_GROUPS = 4;
/** Groups of an IPv6 address that one customer may be given: a /48. */
export const SITE_GROUPS = 3;

/**
 * What counts as one place that tries come from: an IPv4 address, or the /64 of an IPv6 one.
 * @param address as Cloudflare names the client; empty where nobody names it, and so is the answer
 * @param groups of an IPv6 address that count
 */
export function toNetwork(address: string, groups = NETWORK_GROUPS): string {
  if (!address.includes(":")) return address;
  // An IPv4 address in the clothes of an IPv6 one.
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [head = "", tail] = address.toLowerCase().split("::");
  const splitGroups = (text: string) => (text === "" ? [] : text.split(":"));
  const [left, right] = [splitGroups(head), splitGroups(tail ?? "")];
  const all =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0"), ...right];
  return all
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//u],
  ["Opera", /\bOPR\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /(?:Chrome|CriOS)\//u],
  ["Safari", /\bSafari\//u],
];
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["iPhone", /\biPhone\b/u],
  ["iPad", /\biPad\b/u],
  ["Android", /\bAndroid\b/u],
  ["Windows", /\bWindows\b/u],
  ["ChromeOS", /\bCrOS\b/u],
  ["macOS", /\bMacintosh\b/u],
  ["Linux", /\bLinux\b/u],
];

/**
 * What a browser says it is, roughly: "Firefox · Windows". Empty for what says nothing that is known. Nothing of the
 * text itself is kept.
 */
export function describeBrowser(userAgent: string): string {
  const findName = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent))?.[0];
  return [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined).join(" · ");
}
