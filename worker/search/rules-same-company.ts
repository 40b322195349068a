import { toE164 } from "../contacts/phones/parse-phones";
import { ADDED_BY_USER, type Contact } from "../contract/companies";
import type { FoundCompany } from "../contract/search";
import type { DirectoryCompany } from "../platform/ports";
import { findSiteRoot } from "./crawl/site-root";

/** Key of a company: its site, else its address, else its phone number. Null when it has no contact at all. */
export function toCompanyIdentity(
  { website, emails, phones }: Pick<DirectoryCompany, "website" | "emails" | "phones">,
  country: string,
): string | null {
  if (website !== null) return findSiteRoot(website).site;
  const [phone] = phones.map((number) => toE164(number, country)).filter((number) => number !== undefined);
  return emails[0] !== undefined ? `mailto:${emails[0]}` : phone !== undefined ? `tel:${phone}` : null;
}

/** Contacts of one kind taken from a directory or from the user. */
export const MAX_GIVEN_CONTACTS = 5;

/**
 * The contacts of a directory entry, with its page as the source, or those that the user gave; invalid phone numbers
 * are dropped.
 */
export function toDirectoryContacts(
  { emails, phones, page, source }: Pick<DirectoryCompany, "emails" | "phones" | "page" | "source">,
  country: string,
  seenAt: string,
): Contact[] {
  const how = source === ADDED_BY_USER ? ("user" as const) : ("directory" as const);
  const toContacts = (kind: Contact["kind"], values: string[]): Contact[] =>
    [...new Set(values)].slice(0, MAX_GIVEN_CONTACTS).map((value) => ({ kind, value, page, how, seen_at: seenAt }));
  return [
    ...toContacts("email", emails),
    ...toContacts(
      "phone",
      phones.map((phone) => toE164(phone, country)).filter((phone) => phone !== undefined),
    ),
  ];
}

/** The values of one kind, joined by `;` as companies store them. */
export const joinContacts = (contacts: FoundCompany["contacts"], kind: "email" | "phone"): string =>
  contacts
    .filter((contact) => contact.kind === kind)
    .map(({ value }) => value)
    .join(";");
