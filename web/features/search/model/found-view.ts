import * as z from "zod/mini";
import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { foldText } from "../../../lib/fold-text";
import { listIdsInRange } from "../../../lib/range";
import { splitList } from "../../../lib/split-list";
import type { UrlState } from "../../../lib/url-state";
import { isAddable, isFinished, listAddable } from "./rules-search";

/** What of the results is shown. A field that is empty or null filters nothing. */
export interface FoundFilter {
  activity: string;
  size: string;
  sector: string;
  maxKm: number | null;
  withEmail: boolean;
  /** Also those that the user already has, or that an earlier run of a kept search has found. */
  known: boolean;
}
export const NO_FILTER: FoundFilter = {
  activity: "",
  size: "",
  sector: "",
  maxKm: null,
  withEmail: false,
  known: false,
};

export const FOUND_SORTS = ["found", "email", "distance", "activity", "name"] as const;
export type FoundSort = (typeof FOUND_SORTS)[number];

/** Distances offered, if companies are further away than that. */
const DISTANCE_STEPS_KM = [1, 2, 5, 10, 25, 50] as const;

/** Order and filter in the address. */
const FilterText = z.string().check(z.minLength(1), z.maxLength(200));
export const FOUND_PARAMETERS = {
  sort: z.enum(FOUND_SORTS),
  activity: FilterText,
  size: FilterText,
  sector: FilterText,
  within: z.pipe(z.coerce.number(), z.literal([...DISTANCE_STEPS_KM])),
  email: z.literal("1"),
  known: z.literal("1"),
};

export const toFoundFilter = ({
  activity = "",
  size = "",
  sector = "",
  within,
  email,
  known,
}: UrlState<typeof FOUND_PARAMETERS>): FoundFilter => ({
  activity,
  size,
  sector,
  maxKm: within ?? null,
  withEmail: email !== undefined,
  known: known !== undefined,
});

export const toFilterParameters = (filter: FoundFilter): UrlState<typeof FOUND_PARAMETERS> => ({
  activity: filter.activity || undefined,
  size: filter.size || undefined,
  sector: filter.sector || undefined,
  within: DISTANCE_STEPS_KM.find((km) => km === filter.maxKm),
  email: filter.withEmail ? "1" : undefined,
  known: filter.known ? "1" : undefined,
});

/** The values that a filter offers: those that some company has. */
export interface FilterOptions {
  activities: string[];
  sizes: string[];
  sectors: string[];
  distancesKm: number[];
  /** How many are hidden because the user already has them or has seen them. */
  known: number;
}

export function listFilterOptions(companies: readonly FoundCompany[]): FilterOptions {
  const listValues = (values: (string | null)[]) =>
    [...new Set(values.flatMap((value) => value || []))].toSorted((a, b) => a.localeCompare(b));
  const distances = companies.flatMap(({ distance_km: km }) => km ?? []);
  const shown = new Set(filterFound(companies, NO_FILTER));
  const hidden = companies.filter((company) => !shown.has(company));
  return {
    activities: listValues(companies.flatMap(({ business_type }) => splitList(business_type))),
    sizes: listValues(companies.map(({ size }) => size)).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b)),
    sectors: listValues(companies.map(({ sector }) => sector)),
    distancesKm: DISTANCE_STEPS_KM.filter((step) => distances.some((km) => km > step)),
    // One that was found twice is one of the list.
    known: new Set(hidden.map(({ id, website, email, phone }) => website || email || phone || id)).size,
  };
}

/** The filter without what these results do not offer, such as what an address says of others. */
export const keepOffered = (filter: FoundFilter, options: FilterOptions): FoundFilter => ({
  ...filter,
  activity: options.activities.includes(filter.activity) ? filter.activity : "",
  size: options.sizes.includes(filter.size) ? filter.size : "",
  sector: options.sectors.includes(filter.sector) ? filter.sector : "",
  maxKm: filter.maxKm !== null && options.distancesKm.includes(filter.maxKm) ? filter.maxKm : null,
});

/** The user has it, or has seen it in an earlier run of this search. */
const isOld = ({ known, seen }: FoundCompany): boolean => known || seen;

/** How many filters hide something or bring it back. */
export const countFilters = (filter: FoundFilter): number =>
  (["activity", "size", "sector", "maxKm", "withEmail", "known"] as const).filter(
    (name) => filter[name] !== NO_FILTER[name],
  ).length;

/** Companies that pass the filter. Those that the user has or has seen stay when there are no others. */
export function filterFound(companies: readonly FoundCompany[], filter: FoundFilter): FoundCompany[] {
  const showsKnown = filter.known || companies.every(isOld);
  return companies.filter(
    (company) =>
      (showsKnown || !isOld(company)) &&
      (filter.activity === "" || splitList(company.business_type).includes(filter.activity)) &&
      (filter.size === "" || company.size === filter.size) &&
      (filter.sector === "" || company.sector === filter.sector) &&
      (filter.maxKm === null || (company.distance_km !== null && company.distance_km <= filter.maxKm)) &&
      (!filter.withEmail || company.email !== ""),
  );
}

/** In another order; equal ones stay as they were found. @param nameActivity the name of a category on screen */
export function sortFound(
  companies: readonly FoundCompany[],
  sort: FoundSort,
  nameActivity: (gcid: string) => string,
): FoundCompany[] {
  const compareTexts = new Intl.Collator().compare;
  const firstActivity = ({ business_type: types }: FoundCompany) => nameActivity(splitList(types)[0] ?? "");
  switch (sort) {
    case "found":
      return [...companies];
    case "email":
      return companies.toSorted((a, b) => Number(a.email === "") - Number(b.email === ""));
    case "distance":
      return companies.toSorted((a, b) => (a.distance_km ?? Infinity) - (b.distance_km ?? Infinity) || 0);
    case "activity":
      return companies.toSorted((a, b) => compareTexts(firstActivity(a), firstActivity(b)));
    case "name":
      return companies.toSorted((a, b) => compareTexts(a.name, b.name));
  }
}

/** Companies of one chain, or entries that lead to one site. */
export interface FoundGroup {
  id: string;
  name: string;
  companies: FoundCompany[];
}
/** A line of the list: a company, or a group of them. */
export type FoundLine =
  | { id: string; company: FoundCompany; grouped: boolean }
  | { id: string; group: FoundGroup; isOpen: boolean };

const toGroupKey = ({ chain, website }: FoundCompany): string =>
  chain !== null && chain.trim() !== "" ? `chain ${foldText(chain.trim())}` : website === "" ? "" : `site ${website}`;

/** The name that all members have; else the chain, which may be the domain of its site. */
const toGroupName = (members: readonly FoundCompany[], { name, chain }: FoundCompany): string =>
  members.every((member) => foldText(member.name) === foldText(name)) ? name : (chain ?? name);

/** Puts companies of one chain under a line of their own, where its first one stood. @param open ids of open groups */
export function toFoundLines(companies: readonly FoundCompany[], open: ReadonlySet<string>): FoundLine[] {
  const groups = Map.groupBy(companies, toGroupKey);
  const lines: FoundLine[] = [];
  for (const company of companies) {
    const key = toGroupKey(company);
    const members = key === "" ? [] : (groups.get(key) ?? []);
    if (members.length < 2) lines.push({ id: company.id, company, grouped: false });
    else if (members[0] === company) {
      const group = { id: key, name: toGroupName(members, company), companies: members };
      const isOpen = open.has(key);
      lines.push({ id: key, group, isOpen });
      if (isOpen) for (const member of members) lines.push({ id: member.id, company: member, grouped: true });
    }
  }
  return lines;
}

/**
 * What the user ticked and unticked, by id. Without a choice, a company is ticked if it can be written to and was not
 * seen before.
 */
export type Choices = ReadonlyMap<string, boolean>;
export const isTicked = (company: FoundCompany, choices: Choices): boolean =>
  isAddable(company) && (choices.get(company.id) ?? (company.email !== "" && !company.seen));

/** By the id of the second of two, the first. */
export type Twins = ReadonlyMap<string, FoundCompany>;

/**
 * Companies that are probably one found before, by id: their name and their town are the same, their site is not. They
 * stay apart, for the user to decide.
 */
export function findTwins(companies: readonly FoundCompany[]): Twins {
  const twins = new Map<string, FoundCompany>();
  const firsts = new Map<string, FoundCompany>();
  for (const company of companies) {
    if (company.duplicate || company.name === "" || company.city === "") continue;
    const key = `${foldText(company.name.trim())}\n${foldText(company.city.trim())}`;
    const first = firsts.get(key);
    if (!first) firsts.set(key, company);
    // Branches that share a site are shown as one group.
    else if (first.website !== company.website) twins.set(company.id, first);
  }
  return twins;
}

/** The same where nothing is ticked but what the user ticks: they have chosen from these results before. */
export const withoutDefaults = (companies: readonly FoundCompany[], choices: Choices): Choices =>
  new Map([...companies.map(({ id }) => [id, false] as const), ...choices]);

/** The same where a company that is probably another one of the ticked is ticked by the user only. */
export const withoutTwins = (twins: Twins, choices: Choices): Choices =>
  new Map([
    ...[...twins].flatMap(([id, first]) => (isTicked(first, choices) ? [[id, false] as const] : [])),
    ...choices,
  ]);

/** Those that can be written to, without the second of two that are probably one company. */
function listReachable(companies: readonly FoundCompany[], twins: Twins): FoundCompany[] {
  const reachable = listAddable(companies).filter(({ email }) => email !== "");
  const ids = new Set(reachable.map(({ id }) => id));
  return reachable.filter(({ id }) => !ids.has(twins.get(id)?.id ?? ""));
}

/** How many the quick choice takes. */
export const QUICK_CHOICE = 10;
export type QuickChoice = "first" | "shown" | "none";

/** Ticks of the companies shown, those that can be written to, and no other one. @param shown in the order on screen */
export function chooseQuickly(
  choice: QuickChoice,
  companies: readonly FoundCompany[],
  shown: readonly FoundCompany[],
  twins: Twins,
): Choices {
  const reachable = listReachable(shown, twins);
  const chosen = choice === "none" ? [] : choice === "first" ? reachable.slice(0, QUICK_CHOICE) : reachable;
  const ids = new Set(chosen.map(({ id }) => id));
  return new Map(listAddable(companies).map(({ id }) => [id, ids.has(id)]));
}

/**
 * What the box of all rows does: with anything ticked it unticks all, else it ticks those that can be written to, or
 * all where there are none.
 */
export function toggleAll(
  shown: readonly FoundCompany[],
  choices: Choices,
  twins: Twins,
): { ticked: boolean; all: boolean; next: Choices } {
  const addable = listAddable(shown);
  const reachable = listReachable(shown, twins);
  const wanted = new Set(reachable.length > 0 ? reachable : addable);
  const ticked = addable.some((company) => isTicked(company, choices));
  return {
    ticked,
    all: wanted.size > 0 && [...wanted].every((company) => isTicked(company, choices)),
    next: new Map([...choices, ...addable.map((each) => [each.id, !ticked && wanted.has(each)] as const)]),
  };
}

/** The companies from the line pressed before to this one; an open group counts by its members. */
export function listRange(lines: readonly FoundLine[], anchor: string | null, pressed: string): FoundCompany[] {
  const ids = new Set(
    listIdsInRange(
      lines.map(({ id }) => id),
      anchor,
      pressed,
    ),
  );
  return lines.flatMap((line) => {
    if (!ids.has(line.id)) return [];
    if ("company" in line) return [line.company];
    return line.isOpen && line.id !== pressed ? [] : line.group.companies;
  });
}

/** Those who can be written to, and those who cannot. */
export function countByEmail(companies: readonly FoundCompany[]): { reachable: number; others: number } {
  const reachable = companies.filter(({ email }) => email !== "").length;
  return { reachable, others: companies.length - reachable };
}

/** A company whose place is known. */
export type PlacedCompany = FoundCompany & { lat: number; lon: number };
export const isPlaced = (company: FoundCompany): company is PlacedCompany =>
  company.lat !== null && company.lon !== null;

type CountName = "total" | "withEmail" | "withoutEmail" | "unread" | "seen" | "known" | "duplicates" | "reading";

/**
 * The companies of a search in groups that add up to the first number; a group without any is left out, unless it is of
 * new ones.
 * @param companies as they are listed: the counts may be older or newer
 */
export function countFound(
  search: Pick<
    Search,
    "status" | "total_companies" | "new_companies" | "seen_companies" | "known_companies" | "duplicate_companies"
  >,
  companies: readonly FoundCompany[],
): [CountName, number][] {
  const { known_companies: known, seen_companies: seen } = search;
  const duplicates = search.duplicate_companies - known;
  const counted = companies.filter(({ duplicate, seen: isSeen, finished }) => !duplicate && !isSeen && finished);
  // Each number only grows: of the two the greater one is the newer.
  const fresh = Math.max(search.new_companies, counted.length);
  const total = Math.max(search.total_companies, companies.length, fresh + seen + known + duplicates);
  const withEmail = counted.filter(({ email }) => email !== "").length;
  // Of these nobody knows whether they have an address.
  const unread = counted.filter((each) => each.unread && each.email === "").length;
  const others = [
    ["unread", unread],
    ["seen", seen],
    ["known", known],
    ["duplicates", duplicates],
    // Until its site is read, a company may turn out to be one of any group; and of one that is not listed yet, nobody
    // knows here whether it has an address.
    ["reading", isFinished(search) ? 0 : total - counted.length - seen - known - duplicates],
  ] as const;
  return [
    ["total", total],
    ["withEmail", withEmail],
    ["withoutEmail", counted.length - withEmail - unread],
    ...others.filter(([, count]) => count > 0).map(([name, count]): [CountName, number] => [name, count]),
  ];
}
