import type { Contact } from "../contract/companies";
import type { FoundCompany, Search } from "../contract/search";
import type { DirectoryCompany, TagFilter } from "../ports";
import { searchTermsOf } from "./categories/filters";
import { customText } from "./categories/names";
import { toE164 } from "./contacts/phones";
import { findStart } from "./site-start";

/** A kind of company a search asks for, and what to look for in a directory. */
export interface Wanted {
  businessType: string;
  /** The category it is, or is taken for. */
  gcid?: string | undefined;
  filters: TagFilter[];
  nameContains?: string | undefined;
}

export const wantedOf = (businessTypes: string[]): Wanted[] =>
  businessTypes.map((businessType) => ({ businessType, ...searchTermsOf(businessType) }));

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const hasTag = (tags: Record<string, string>, [key, value]: readonly [string, string]): boolean =>
  (tags[key] ?? "").split(";").some((part) => part.trim() === value);

/** The asked kinds a directory entry is of, joined by `;`; all of them when its tags do not say which. */
export function businessTypeOf({ tags, name }: Pick<DirectoryCompany, "tags" | "name">, wanted: Wanted[]): string {
  const fits = wanted.filter(
    ({ gcid, filters, nameContains }) =>
      (gcid !== undefined && hasTag(tags, ["gcid", gcid])) ||
      filters.some((filter) => filter.every((tag) => hasTag(tags, tag))) ||
      (nameContains !== undefined && fold(name).includes(fold(nameContains))),
  );
  return (fits.length > 0 ? fits : wanted).map(({ businessType }) => businessType).join(";");
}

/** What makes two entries the same company: the site, else the address, else the telephone number. Null: nobody could get in touch with it. */
export function identityOf(
  { website, emails, phones }: Pick<DirectoryCompany, "website" | "emails" | "phones">,
  country: string,
): string | null {
  if (website !== null) return findStart(website).site;
  const [phone] = phones.map((number) => toE164(number, country)).filter((number) => number !== undefined);
  return emails[0] !== undefined ? `mailto:${emails[0]}` : phone !== undefined ? `tel:${phone}` : null;
}

/** As many as a company shows. */
const MOST_GIVEN = 5;

/** The contacts of a directory entry, with its page as their proof; a number that is none is left out. */
export function givenContacts(
  { emails, phones, page }: Pick<DirectoryCompany, "emails" | "phones" | "page">,
  country: string,
  seenAt: string,
): Contact[] {
  const given = (kind: Contact["kind"], values: string[]): Contact[] =>
    [...new Set(values)]
      .slice(0, MOST_GIVEN)
      .map((value) => ({ kind, value, page, how: "directory", seen_at: seenAt }));
  return [
    ...given("email", emails),
    ...given(
      "phone",
      phones.map((phone) => toE164(phone, country)).filter((phone) => phone !== undefined),
    ),
  ];
}

export const isOver = (status: Search["status"]): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Why a search that came to its end has nothing to show: no city was known, or no directory answered; null when it has. */
export function explainFailure(
  frontier: { cities(state: "done" | "failed"): string[] },
  warnings: Search["warnings"],
): "no_city_found" | "directory_unavailable" | "directory_busy" | null {
  if (frontier.cities("done").length > 0) return null;
  if (frontier.cities("failed").length === 0) return "no_city_found";
  return warnings.some(({ code }) => code === "directory_failed") ? "directory_unavailable" : "directory_busy";
}

/** The counts of a search that has found nothing yet. */
export const NOTHING_FOUND = {
  total_companies: 0,
  new_companies: 0,
  duplicate_companies: 0,
  known_companies: 0,
  total_emails: 0,
  websites_count: 0,
  scraped_websites_count: 0,
  processed_contacts_count: 0,
  warnings: [],
} satisfies Partial<Search>;

/** Whether a business type may be asked for: one of the catalogue, or a text of the user's own. */
export const isKnownType = (businessType: string, inCatalogue: (gcid: string) => boolean): boolean =>
  customText(businessType) !== undefined || inCatalogue(businessType);

/** Joins the contacts of one kind as a company carries them. */
export const joined = (contacts: FoundCompany["contacts"], kind: "email" | "phone"): string =>
  contacts
    .filter((contact) => contact.kind === kind)
    .map(({ value }) => value)
    .join(";");
