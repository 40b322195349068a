import { toRegistrableDomain } from "../../contacts/site-key";
import { isSharedDomain } from "../../suppression/objection-entry";

// What a user pastes into Gmail's filter ("Has the words"), so that it forwards answers and bounces and nothing else.

/** Gmail refuses a filter of more than 1,500 characters. */
const MAX_FILTER_CHARS = 1_400;
/** Gmail forwards by twenty filters at most; one is left for the user. */
const MAX_FILTERS = 19;
/** Mail systems, Gmail's own first. */
const MAIL_SYSTEMS = ["mailer-daemon", "postmaster"];

/** Who answers for a recipient: its domain, or the address alone where many share the domain. */
export function toFilterTerm(recipient: string): string {
  const domain = recipient.slice(recipient.lastIndexOf("@") + 1);
  const registrable = toRegistrableDomain(domain);
  return isSharedDomain(domain) || isSharedDomain(registrable) ? recipient : registrable;
}

/**
 * The texts of as many filters as are needed. Those of earlier companies stay as they are when more are added.
 * @param recipients of mails, the first one written to first
 */
export function composeFilters(recipients: readonly string[], inboundDomain: string): string[] {
  const terms = [...new Set([...MAIL_SYSTEMS, ...recipients.map((recipient) => toFilterTerm(recipient))])];
  const groups: string[][] = [];
  let length = Infinity;
  for (const term of terms) {
    const added = term.length + " OR ".length;
    if (length + added > MAX_FILTER_CHARS) {
      groups.push([]);
      // What stands around the terms.
      length = inboundDomain.length + 30;
    }
    groups.at(-1)?.push(term);
    length += added;
  }
  // Gmail's own report that a mail could not be forwarded is not forwarded, or it would go round in circles.
  return groups.slice(0, MAX_FILTERS).map((group) => `from:(${group.join(" OR ")}) -"${inboundDomain}"`);
}
