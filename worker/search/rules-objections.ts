import { getDomain } from "tldts";
import { entryOf } from "../companies/rules-address";
import { isFreeMail } from "./contacts/email-rules";
import { isSharedHost, registrableDomain } from "./contacts/site";

/**
 * What a company objects to: its address, or its domain with all below it; lower case, ASCII.
 * @returns or why not: it is neither, or a domain at which everybody has an address or a page
 */
export function objectionOf(text: string): { entry: string } | { no: "do_not_contact_invalid" | "objection_shared" } {
  const entry = entryOf(text);
  if (entry === null) return { no: "do_not_contact_invalid" };
  return entry.includes("@") || !isShared(entry) ? { entry } : { no: "objection_shared" };
}

/** A mail provider, a host of many sites, or an ending such as co.uk. Its addresses are not one company's to speak for. */
const isShared = (domain: string): boolean => getDomain(domain, { allowPrivateDomains: true }) === null || isSharedHost(domain) || isFreeMail(domain) || isFreeMail(registrableDomain(domain));
