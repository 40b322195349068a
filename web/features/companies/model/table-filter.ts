import type { Company } from "../../../../worker/contract/companies";
import { FIRST_LISTING, type Listing } from "../../../../worker/contract/dashboard-preload";
import { formatCompanyName, toReadableSite } from "../../../lib/company-name";
import { foldText } from "../../../lib/fold-text";
import { getPhoneText } from "../../../lib/phone-text";
import { splitList } from "../../../lib/split-list";
import {
  getOutcomeFilter,
  getShownState,
  type IsBlocked,
  type OutcomeFilter,
  type StateFilter,
} from "./company-status";

/** The companies of several lists by id, in the order of the lists. */
export function indexCompaniesById(...lists: (readonly Company[])[]): Map<string, Company> {
  const all = new Map<string, Company>();
  for (const list of lists) for (const company of list) all.set(company.id, company);
  return all;
}

type SortOrder = Pick<Listing, "by" | "order">;

/** Reorders companies as the server would: by their names or sites as people read them, then by id. */
export function reorderCompanies(companies: readonly Company[], from: SortOrder, to: SortOrder): readonly Company[] {
  if (from.by === to.by && from.order === to.order) return companies;
  const sorted = from.by === to.by ? companies.toReversed() : sortCompanies(companies, to);
  return to.by === "website" ? putMissingWebsitesLast(sorted) : sorted;
}

/** Companies without a website come last in either order. */
const putMissingWebsitesLast = (companies: readonly Company[]): readonly Company[] => [
  ...companies.filter(({ website }) => website !== ""),
  ...companies.filter(({ website }) => website === ""),
];

function sortCompanies(companies: readonly Company[], { by, order }: SortOrder): readonly Company[] {
  const [before, after] = order === "asc" ? [-1, 1] : [1, -1];
  return companies
    .map((company) => ({ company, value: toSortValue(company, by) }))
    .toSorted((a, b) => {
      if (a.value !== b.value) return a.value < b.value ? before : after;
      return a.company.id < b.company.id ? before : after;
    })
    .map(({ company }) => company);
}

function toSortValue(company: Company, by: SortOrder["by"]): string {
  if (by === "created_at") return company.created_at;
  return foldText(by === "name" ? formatCompanyName(company) : toReadableSite(company.website));
}

/** Folded search text, cached per company: thousands are searched at each key press. */
const searchTextCache = new WeakMap<Company, string>();
function getSearchText(company: Company): string {
  const known =
    searchTextCache.get(company) ??
    foldText(
      [
        company.name,
        company.website,
        company.city,
        company.email,
        company.phone,
        ...splitList(company.phone).map((number) => getPhoneText(company, number)),
        // As French readers see and type it.
        company.phone.replaceAll("+33", "0"),
        company.subject,
      ].join(" "),
    );
  searchTextCache.set(company, known);
  return known;
}

/** Companies in a state, or kept on screen, that match every word of a text, ignoring accents and case. */
export function filterCompanies(
  companies: readonly Company[],
  text: string,
  state: StateFilter,
  isBlocked: IsBlocked,
  keptIds?: ReadonlySet<string>,
): readonly Company[] {
  const words = foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (state === "all" && words.length === 0) return companies;
  return companies.filter((company) => {
    if (state !== "all" && getShownState(company, isBlocked) !== state && !keptIds?.has(company.id)) return false;
    return words.every((word) => getSearchText(company).includes(word));
  });
}

/** Companies whose applications have come to this. */
export const filterByOutcome = (companies: readonly Company[], outcome: OutcomeFilter | null): readonly Company[] =>
  outcome === null ? companies : companies.filter((company) => getOutcomeFilter(company) === outcome);

/** Sorts by a column: ascending, then descending, then the default order. */
export function toggleSort(listing: Listing, by: Listing["by"]): Listing {
  if (listing.by !== by) return { ...listing, by, order: "asc" };
  return listing.order === "asc" ? { ...listing, order: "desc" } : { ...FIRST_LISTING, favorites: listing.favorites };
}
