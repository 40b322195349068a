import type { CompanyRow } from "../companies/rules-recipient";
import type { MessageLanguage } from "../contract/field-schemas";
import { normalizeAddress } from "../lib/email-address";

/** Longest address of a page in a mail; of longer ones the site alone is told. */
const MAX_PAGE_LENGTH = 150;

const SOURCE_LINES: Record<MessageLanguage, (page: string) => string> = {
  fr: (page) => `J’ai trouvé votre adresse sur ${page}`,
  en: (page) => `I found your address on ${page}`,
  de: (page) => `Ihre Adresse habe ich hier gefunden: ${page}`,
};

/** The page as it is written below a letter; null for what is no page. */
function toPrintedPage(page: string): string | null {
  const url = URL.parse(page);
  if (!url || !/^https?:$/u.test(url.protocol)) return null;
  const printed = `${url.origin}${url.pathname}${url.search}`;
  return printed.length <= MAX_PAGE_LENGTH ? printed : `${url.origin}/`;
}

/**
 * The line that says where the address of a mail was found; null where the user typed it, and where only the directory
 * is known, not its page.
 */
export function findSourceLine(
  { contacts, sources, language }: Pick<CompanyRow, "contacts" | "sources" | "language">,
  to: string,
): string | null {
  const found = contacts.filter(({ kind, value }) => kind === "email" && normalizeAddress(value) === to);
  if (found.some(({ how }) => how === "user")) return null;
  const directories = new Set(sources?.map(({ url }) => url));
  const page = found.flatMap((contact) =>
    directories.has(contact.page) ? [] : (toPrintedPage(contact.page) ?? []),
  )[0];
  return page === undefined ? null : SOURCE_LINES[language](page);
}
