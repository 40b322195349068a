import type { Company } from "../../../../worker/contract/companies";
import { toHost } from "../../../lib/company-name";
import { splitList } from "../../../lib/split-list";

/**
 * What goes on the do-not-contact list so that a company is never written to again: its own domain, and its addresses that lie
 * elsewhere. The domain of such an address is not for us to block: it may be everybody's.
 */
export function toDoNotContactEntries({ website, email }: Pick<Company, "website" | "email">): string[] {
  const host = URL.canParse(website) ? toHost(website) : null;
  const addresses = splitList(email.toLowerCase());
  const own = (address: string) => host !== null && isWithinDomain(address.slice(address.lastIndexOf("@") + 1), host);
  return [...new Set(addresses.map((address) => (host !== null && own(address) ? host : address)))];
}

const isWithinDomain = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

/** The list as a question: whether an address or domain, or a domain it lies in, is on it. As quick for a thousand entries as for one. */
export function createDoNotContactMatcher(list: readonly { entry: string }[]): (entry: string) => boolean {
  const entries = new Set(list.map(({ entry }) => entry));
  return (entry) => {
    if (entries.size === 0) return false;
    if (entries.has(entry)) return true;
    for (let from = entry.lastIndexOf("@"); ; from = entry.indexOf(".", from + 1)) {
      if (entries.has(entry.slice(from + 1))) return true;
      if (!entry.includes(".", from + 1)) return false;
    }
  };
}

/** The same for the recipient of a company. */
export function createRecipientMatcher(
  list: readonly { entry: string }[],
): (company: Pick<Company, "recipient">) => boolean {
  const isListed = createDoNotContactMatcher(list);
  return ({ recipient }) => recipient !== null && isListed(recipient.toLowerCase());
}
