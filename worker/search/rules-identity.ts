import { parseCustomText } from "../catalogue/category-names";
import { toDirectoryTerms } from "../catalogue/directory-terms";
import { toE164 } from "../contacts/phones/parse-phones";
import type { Contact } from "../contract/companies";
import type { Search } from "../contract/search";
import type { DirectoryCompany, TagFilter } from "../platform/ports";
import { findSiteRoot } from "./crawl/site-root";

/** A kind of company a search asks for, and what to look for in a directory. */
export interface WantedKind {
  businessType: string;
  /** The category it is, or is taken for. */
  gcid?: string | undefined;
  filters: TagFilter[];
  nameContains?: string | undefined;
}

export const toWantedKinds = (businessTypes: string[]): WantedKind[] =>
  businessTypes.map((businessType) => ({ businessType, ...toDirectoryTerms(businessType) }));

const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const hasTag = (tags: Record<string, string>, [key, value]: readonly [string, string]): boolean =>
  (tags[key] ?? "").split(";").some((part) => part.trim() === value);

/** The asked kinds a directory entry is of, joined by `;`; all of them when its tags do not say which. */
export function matchBusinessTypes(
  { tags, name }: Pick<DirectoryCompany, "tags" | "name">,
  wanted: WantedKind[],
): string {
  const fits = wanted.filter(
    ({ gcid, filters, nameContains }) =>
      (gcid !== undefined && hasTag(tags, ["gcid", gcid])) ||
      filters.some((filter) => filter.every((tag) => hasTag(tags, tag))) ||
      (nameContains !== undefined && foldText(name).includes(foldText(nameContains))),
  );
  return (fits.length > 0 ? fits : wanted).map(({ businessType }) => businessType).join(";");
}

/** What makes two entries the same company: the site, else the address, else the telephone number. Null: nobody could get in touch with it. */
export function toCompanyIdentity(
  { website, emails, phones }: Pick<DirectoryCompany, "website" | "emails" | "phones">,
  country: string,
): string | null {
  if (website !== null) return findSiteRoot(website).site;
  const [phone] = phones.map((number) => toE164(number, country)).filter((number) => number !== undefined);
  return emails[0] !== undefined ? `mailto:${emails[0]}` : phone !== undefined ? `tel:${phone}` : null;
}

/** As many as a company shows. */
const MAX_DIRECTORY_CONTACTS = 5;

/** The contacts of a directory entry, with its page as their proof; a number that is none is left out. */
export function toDirectoryContacts(
  { emails, phones, page }: Pick<DirectoryCompany, "emails" | "phones" | "page">,
  country: string,
  seenAt: string,
): Contact[] {
  const toContacts = (kind: Contact["kind"], values: string[]): Contact[] =>
    [...new Set(values)]
      .slice(0, MAX_DIRECTORY_CONTACTS)
      .map((value) => ({ kind, value, page, how: "directory", seen_at: seenAt }));
  return [
    ...toContacts("email", emails),
    ...toContacts(
      "phone",
      phones.map((phone) => toE164(phone, country)).filter((phone) => phone !== undefined),
    ),
  ];
}

export const isFinished = (status: Search["status"]): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Why a search that came to its end has nothing to show: no city was known, or no directory answered; null when it has. */
export function explainFailure(
  frontier: { listCities(state: "done" | "failed"): string[] },
  warnings: Search["warnings"],
): "no_city_found" | "directory_unavailable" | "directory_busy" | null {
  if (frontier.listCities("done").length > 0) return null;
  if (frontier.listCities("failed").length === 0) return "no_city_found";
  return warnings.some(({ code }) => code === "directory_failed") ? "directory_unavailable" : "directory_busy";
}

/** The counts of a search that has found nothing yet. */
export const EMPTY_TOTALS = {
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
export const isKnownBusinessType = (businessType: string, inCatalogue: (gcid: string) => boolean): boolean =>
  parseCustomText(businessType) !== undefined || inCatalogue(businessType);
