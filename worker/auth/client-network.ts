import type { Context } from "hono";
import { log } from "../lib/log";
import { toNetwork, SITE_GROUPS } from "./rules-sign-in-attempts";

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
