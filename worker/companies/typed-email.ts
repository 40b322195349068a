import type { Contact } from "../contract/companies";
import type { TypedEmail } from "../platform/search-rpc";
import { splitList } from "./rules-recipient";

interface Addresses {
  /** Joined by `;`, best first. */
  email: string;
  contacts: Contact[];
}

/**
 * The addresses of a company with one that the user typed in the first place. One that was found already keeps its
 * source.
 */
export function applyTypedEmail({ email, contacts }: Addresses, { email: typed, replaces, at }: TypedEmail): Addresses {
  const isTyped = ({ kind, value }: Contact) => kind === "email" && value === typed;
  const found = contacts.find(isTyped);
  const others = contacts.filter(
    (contact) => !isTyped(contact) && !(contact.kind === "email" && contact.value === replaces),
  );
  return {
    email: [typed, ...splitList(email).filter((address) => address !== typed && address !== replaces)].join(";"),
    contacts: [found ?? { kind: "email", value: typed, page: "", how: "user", seen_at: at }, ...others],
  };
}
