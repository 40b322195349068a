import { acceptsApplications } from "../contacts/emails/rank-emails";
import { toE164 } from "../contacts/phones/parse-phones";
import { ADDED_BY_USER, type Contact } from "../contract/companies";
import type { FoundCompany } from "../contract/search";
import type { DirectoryCompany } from "../platform/ports";
import { findSiteRoot } from "./crawl/site-root";

/** Key of a company: its site, else its address, else its phone number. Null when it has no contact at all. */
export function toCompanyIdentity(
  {
    website,
    emails,
    ...given
  }: Pick<DirectoryCompany, "website" | "emails" | "phones"> & Partial<Pick<DirectoryCompany, "source">>,
  country: string,
): string | null {
  if (website !== null) return findSiteRoot(website).site;
  const [phone] = listNumbers(given, country);
  return emails[0] !== undefined ? `mailto:${emails[0]}` : phone !== undefined ? `tel:${phone}` : null;
}

/** Those that the user gave were checked when they were read, less strictly than a directory's. */
const listNumbers = (
  { phones, source }: Pick<DirectoryCompany, "phones"> & Partial<Pick<DirectoryCompany, "source">>,
  country: string,
): string[] =>
  source === ADDED_BY_USER
    ? phones
    : phones.map((phone) => toE164(phone, country)).filter((number) => number !== undefined);

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
  return [...toContacts("email", emails), ...toContacts("phone", listNumbers({ phones, source }, country))];
}

/**
 * The values of one kind, joined by `;` as companies store them. A mailbox for data protection or abuse is no address
 * to apply to, unless the user gave it: it stays among the contacts.
 */
export const joinContacts = (contacts: FoundCompany["contacts"], kind: "email" | "phone"): string =>
  contacts
    .filter(
      (contact) =>
        contact.kind === kind && (kind === "phone" || contact.how === "user" || acceptsApplications(contact.value)),
    )
    .map(({ value }) => value)
    .join(";");
