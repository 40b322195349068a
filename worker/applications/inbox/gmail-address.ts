import { normalizeAddress } from "../../lib/email-address";

const GMAIL_DOMAINS: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** An address as Google delivers to it: without what follows a plus sign; in Gmail's own domains without dots, too. */
export function toMailboxKey(address: string): string {
  const normal = normalizeAddress(address) ?? address.trim().toLowerCase();
  const at = normal.lastIndexOf("@");
  const local = normal.slice(0, at).split("+", 1)[0] ?? "";
  const domain = normal.slice(at + 1);
  return GMAIL_DOMAINS.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** What follows the plus sign of an address; empty for nothing. */
export function readPlusTag(address: string): string {
  const local = address.slice(0, address.lastIndexOf("@"));
  const plus = local.indexOf("+");
  return plus === -1 ? "" : local.slice(plus + 1);
}
