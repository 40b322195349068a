import type { Context } from "hono";
import { log } from "../lib/log";

interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  line: string;
  /** An IPv4 address, or the /48 of an IPv6 one: as much as one customer may be given. */
  site: string;
}

/**
 * Where a call comes from, as Cloudflare says. Null where nobody says it: then no limit by network holds, since one of
 * all the world would shut everybody out. On Cloudflare it is always said.
 */
export function readClientNetwork(c: Context): ClientNetwork | null {
  const address = c.req.header("cf-connecting-ip") ?? "";
  if (address !== "") return { line: toNetwork(address), site: toNetwork(address, SITE_GROUPS) };
  log("network_unknown");
  return null;
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
