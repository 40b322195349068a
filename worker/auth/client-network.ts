import type { Context } from "hono";
import { log } from "../lib/log";

interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** An IPv4 address, or the /48 of an IPv6 one: the most that one customer gets. */
  wideNetwork: string;
}

/**
 * Network of a request, from Cloudflare's header. Null without it: limits by network then do not apply, as one shared
 * limit would lock everyone out. On Cloudflare it is always set.
 */
export function readClientNetwork(c: Context): ClientNetwork | null {
  const address = c.req.header("cf-connecting-ip") ?? "";
  if (address !== "") return { network: toNetwork(address), wideNetwork: toNetwork(address, WIDE_NETWORK_GROUPS) };
  log("network_unknown");
  return null;
}

/** Groups of an IPv6 address that one line gets at least; the rest is its own choice. */
const NETWORK_GROUPS = 4;

/** Groups of an IPv6 address that one customer may get: a /48. */
const WIDE_NETWORK_GROUPS = 3;

/**
 * Network that attempts are counted by: an IPv4 address, or the /64 of an IPv6 one.
 * @param address the client's address from Cloudflare; an empty one gives an empty network
 * @param groups of an IPv6 address that count
 */
export function toNetwork(address: string, groups = NETWORK_GROUPS): string {
  if (!address.includes(":")) return address;
  // An IPv4-mapped IPv6 address.
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
