import { LIMITS } from "../contract/limits";

/** Waits by how many failures are left before the longest one. Milliseconds. */
const WAITS = [LIMITS.signInWait, 80_000, 40_000, 20_000, 10_000, 5_000];

/** When passwords are looked at again after a failure at `now`, by how many are left; nothing for many. ISO 8601. */
export const blockedUntil = (now: Date): string[] => WAITS.map((wait) => new Date(now.getTime() + wait).toISOString());

/** Groups of an IPv6 address that one line is given; the rest is theirs to choose. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one place that tries come from: an IPv4 address, or the /64 of an IPv6 one.
 * @param address as Cloudflare names the client; empty where there is no Cloudflare, which is one place too
 * @param ipv6Groups how many groups of 16 bits an IPv6 network has
 */
export function networkOf(address: string, ipv6Groups = NETWORK_GROUPS): string {
  if (!address.includes(":")) return address;
  // An IPv4 address in the clothes of an IPv6 one.
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [left, right] = [groups(head), groups(tail ?? "")];
  const all = tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0"), ...right];
  return all.slice(0, ipv6Groups).map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
