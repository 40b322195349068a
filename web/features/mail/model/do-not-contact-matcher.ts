import type { Company } from "../../../../worker/contract/companies";
import { toHost } from "../../../lib/company-name";
import { splitList } from "../../../lib/split-list";

/**
 * The entries that keep a company from being contacted: its own domain, and its addresses elsewhere. The domain of
 * such an address may be a shared mail provider, so it is not blocked.
 */
export function toDoNotContactEntries({ website, email }: Pick<Company, "website" | "email">): string[] {
  const host = URL.canParse(website) ? toHost(website) : null;
  const addresses = splitList(email.toLowerCase());
  const own = (address: string) => host !== null && isWithinDomain(address.slice(address.lastIndexOf("@") + 1), host);
  return [...new Set(addresses.map((address) => (host !== null && own(address) ? host : address)))];
}

const isWithinDomain = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

/**
 * Matches an address or domain against the list, including parent domains. Its time does not depend on the length of
 * the list.
 */
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

/** The same for a company's recipient. */
export function createRecipientMatcher(
  list: readonly { entry: string }[],
): (company: Pick<Company, "recipient">) => boolean {
  const isListed = createDoNotContactMatcher(list);
  return ({ recipient }) => recipient !== null && isListed(recipient.toLowerCase());
}

/** The same for a company with or without a recipient: any of its addresses, or the domain of its site. */
export function createCompanyMatcher(
  list: readonly { entry: string }[],
): (company: Pick<Company, "website" | "email">) => boolean {
  const isListed = createDoNotContactMatcher(list);
  return ({ website, email }) =>
    splitList(email.toLowerCase()).some(isListed) || (URL.canParse(website) && isListed(toHost(website)));
}
