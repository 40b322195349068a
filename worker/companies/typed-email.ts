import type { Contact } from "../contract/companies";
import type { TypedEmail } from "../platform/search-rpc";
import { splitList } from "./rules-recipient";

interface Addresses {
  /** Joined by `;`, best first. */
  email: string;
  contacts: Contact[];
}

/**
 * The addresses of a company with one that the user typed in the first place, and without the one that it replaces. One
 * that was found already keeps its source.
 */
export function applyTypedEmail({ email, contacts }: Addresses, { email: typed, replaces, at }: TypedEmail): Addresses {
  const found = contacts.find(({ kind, value }) => kind === "email" && value === typed);
  const others = contacts.filter(({ kind, value }) => kind !== "email" || (value !== typed && value !== replaces));
  const otherAddresses = splitList(email).filter((address) => address !== typed && address !== replaces);
  if (typed === undefined) return { email: otherAddresses.join(";"), contacts: others };
  return {
    email: [typed, ...otherAddresses].join(";"),
    contacts: [found ?? { kind: "email", value: typed, page: "", how: "user", seen_at: at }, ...others],
  };
}
