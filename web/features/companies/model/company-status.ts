import type { Company, CompanyState } from "../../../../worker/contract/companies";
import { FIRST_LISTING, type Listing } from "../../../../worker/contract/dashboard-preload";
import { LIMITS } from "../../../../worker/contract/limits";
import { CUSTOM_CATEGORY_PREFIX } from "../../../../worker/contract/search";

/** What stands between a company and its mail. `unsure`: nobody knows whether the last attempt arrived. */
export type CompanyStatus = "sent" | "sending" | "unsure" | "no_email" | "to_write" | "ready";

/** @returns the first thing that holds, in the order a user would settle them */
export function getCompanyStatus(
  company: Pick<Company, "email_sent" | "send_status" | "recipient" | "message">,
): CompanyStatus {
  if (company.email_sent) return "sent";
  if (company.send_status === "sending") return "sending";
  if (company.send_status === "unknown") return "unsure";
  if (company.recipient === null) return "no_email";
  return company.message.trim() === "" ? "to_write" : "ready";
}

/** The states a user can filter by, in the order they are offered. `blocked`, on the do-not-contact list, is known to the browser only. */
export const STATE_FILTERS = ["all", "ready", "to_write", "no_email", "blocked", "unsure", "sent"] as const satisfies (
  | "all"
  | "blocked"
  | CompanyState
)[];
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Whether a company is on the user's do-not-contact list. */
export type IsBlocked = (company: Company) => boolean;

/** Companies a state stands for; what is being sent is neither pending nor sent and shows under `unsure`. */
export function countStates(companies: readonly Company[], isBlocked: IsBlocked): Record<StateFilter, number> {
  const counts: Record<StateFilter, number> = {
    all: companies.length,
    ready: 0,
    to_write: 0,
    no_email: 0,
    blocked: 0,
    unsure: 0,
    sent: 0,
  };
  for (const company of companies) counts[getShownState(company, isBlocked)] += 1;
  return counts;
}

/** The server's counts, made right as far as the companies loaded say what it does not look at. */
export function correctStates(
  counts: Record<CompanyState, number>,
  all: number,
  loaded: readonly Company[],
  isBlocked: IsBlocked,
): Record<StateFilter, number> {
  const right: Record<StateFilter, number> = { ...counts, all, blocked: 0 };
  for (const company of loaded) {
    if (getShownState(company, isBlocked) !== "blocked") continue;
    right.blocked += 1;
    right[toCompanyState(company)] -= 1;
  }
  return right;
}

/** The state of a company as the server counts it. */
export function toCompanyState(company: Company): CompanyState {
  const standing = getCompanyStatus(company);
  return standing === "sending" ? "unsure" : standing;
}

/** What keeps a company from being written to at all comes before what is left to do for it. */
function getShownState(company: Company, isBlocked: IsBlocked): Exclude<StateFilter, "all"> {
  const state = toCompanyState(company);
  return (state === "ready" || state === "to_write") && isBlocked(company) ? "blocked" : state;
}

/** The companies of several lists by their ids, in the order of the lists. */
export function indexCompaniesById(...lists: (readonly Company[])[]): Map<string, Company> {
  const all = new Map<string, Company>();
  for (const list of lists) for (const company of list) all.set(company.id, company);
  return all;
}

type SortOrder = Pick<Listing, "by" | "order">;

/** Companies that come in one order, in another, as the server would have them: letter by letter, then by id. */
export function reorderCompanies(companies: readonly Company[], is: SortOrder, wanted: SortOrder): readonly Company[] {
  const { by, order } = wanted;
  if (is.by === by && is.order === order) return companies;
  if (by === "website")
    return putMissingWebsitesLast(is.by === by ? companies.toReversed() : sortCompanies(companies, wanted));
  return is.by === by ? companies.toReversed() : sortCompanies(companies, wanted);
}

/** Companies without a website come last in either order. */
const putMissingWebsitesLast = (companies: readonly Company[]): readonly Company[] => [
  ...companies.filter(({ website }) => website !== ""),
  ...companies.filter(({ website }) => website === ""),
];

function sortCompanies(companies: readonly Company[], { by, order }: SortOrder): readonly Company[] {
  const [before, after] = order === "asc" ? [-1, 1] : [1, -1];
  return companies.toSorted((a, b) => {
    if (a[by] !== b[by]) return a[by] < b[by] ? before : after;
    return a.id < b.id ? before : after;
  });
}

const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What is looked into, folded once a company: thousands are looked through at every letter typed. */
const searchTextCache = new WeakMap<Company, string>();
function getSearchText(company: Company): string {
  const known =
    searchTextCache.get(company) ??
    foldText([company.name, company.website, company.city, company.email, company.phone, company.subject].join(" "));
  searchTextCache.set(company, known);
  return known;
}

/** Those that match every word of a text, accents and case aside, and are in a state. */
export function filterCompanies(
  companies: readonly Company[],
  text: string,
  state: StateFilter,
  isBlocked: IsBlocked,
): readonly Company[] {
  const words = foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (state === "all" && words.length === 0) return companies;
  return companies.filter((company) => {
    if (state !== "all" && getShownState(company, isBlocked) !== state) return false;
    return words.every((word) => getSearchText(company).includes(word));
  });
}

/** The first that are ready, as many as one batch takes. */
export function listReadyIds(companies: readonly Company[], isBlocked: IsBlocked): string[] {
  const ready: string[] = [];
  for (const company of companies) {
    if (ready.length === LIMITS.bulkSend) break;
    if (!company.generating && getShownState(company, isBlocked) === "ready") ready.push(company.id);
  }
  return ready;
}

/** A list that crosses the wire joined by `;`. */
export const splitList = (joined: string): string[] =>
  joined
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The business types of many companies, each once, in a stable order. */
export const listBusinessTypes = (companies: readonly Pick<Company, "business_type">[]): string[] =>
  [...new Set([...new Set(companies.map(({ business_type }) => business_type))].flatMap(splitList))]
    .sort()
    .slice(0, LIMITS.translations);

/** How a business type reads until its name is known. */
export const toReadableType = (type: string): string =>
  type.startsWith(CUSTOM_CATEGORY_PREFIX) ? type.slice(CUSTOM_CATEGORY_PREFIX.length) : type.replaceAll("_", " ");

/** Pressing a column: ascending first, then descending, then back to the default. */
export function toggleSort(listing: Listing, by: Listing["by"]): Listing {
  if (listing.by !== by) return { ...listing, by, order: "asc" };
  return listing.order === "asc" ? { ...listing, order: "desc" } : { ...FIRST_LISTING, favorites: listing.favorites };
}

/** Ids from the anchor to the one pressed, both included, in the order shown; only the one pressed when the anchor is gone. */
export function listIdsInRange(order: readonly string[], anchor: string | null, pressed: string): string[] {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(pressed)];
  return from < 0 || to < 0 ? [pressed] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
