import { LIMITS } from "../../../../worker/contract/limits";
import { type Category, countLetters, CUSTOM_CATEGORY_PREFIX, type Sector } from "../../../../worker/contract/search";
import { foldText } from "../../../lib/fold-text";

const isSameText = (a: string, b: string): boolean => foldText(a.trim()) === foldText(b.trim());

/** Why a typed value cannot be added; undefined when it can. */
export type ListProblem = "blank" | "too_short" | "too_long" | "duplicate" | "full" | "invalid";

/** Why a typed category cannot be added; undefined when it can. */
export function findCustomCategoryProblem(text: string, chosen: Category[]): ListProblem | undefined {
  if (text.trim() === "") return "blank";
  if (text.includes(";")) return "invalid";
  if (countLetters(text) < LIMITS.customCategoryLetters) return "too_short";
  if (text.trim().length > LIMITS.customCategoryLength) return "too_long";
  if (chosen.some(({ name, gcid }) => isSameText(name, text) || isSameText(gcid, CUSTOM_CATEGORY_PREFIX + text.trim())))
    return "duplicate";
  return chosen.length >= LIMITS.categories ? "full" : undefined;
}

/** A category that the user typed. */
export const toCustomCategory = (text: string): Category => ({
  gcid: CUSTOM_CATEGORY_PREFIX + text.trim(),
  name: text.trim(),
});

/** Companies of this name, whatever they do: quotation marks tell a name from a kind of company. */
export const toNamedCompanies = (name: string): Category => toCustomCategory(`“${name.trim()}”`);

/** The category that fits for certain is ticked where nothing else is. */
export const tickSure = (chosen: Category[], suggestions: readonly Category[], sure: string | null): Category[] =>
  chosen.length > 0 ? chosen : suggestions.filter(({ gcid }) => gcid === sure);

/** Adds a missing value, removes a present one. */
export function toggleItem<T>(list: T[], value: T, key: (value: T) => string): T[] {
  const rest = list.filter((other) => key(other) !== key(value));
  return rest.length < list.length ? rest : [...list, value];
}

/** The categories of a sector that are not chosen yet. */
export const listMissing = ({ categories }: Sector, chosen: Category[]): Category[] =>
  categories.filter(({ gcid }) => chosen.every((other) => other.gcid !== gcid));

/**
 * What stays chosen when others are suggested, for another job: what the user typed, and what is suggested again. The
 * rest would be searched for unseen.
 */
export function keepSuggested(
  chosen: readonly Category[],
  suggestions: readonly Category[],
  sectors: readonly Sector[],
) {
  const offered = new Set([...suggestions, ...sectors.flatMap(({ categories }) => categories)].map(({ gcid }) => gcid));
  return chosen.filter(({ gcid }) => gcid.startsWith(CUSTOM_CATEGORY_PREFIX) || offered.has(gcid));
}

/** Adds what the sector lacks, as far as there is room; else removes its categories. */
export function toggleSector(chosen: Category[], sector: Sector): Category[] {
  const missing = listMissing(sector, chosen);
  if (missing.length > 0 && chosen.length < LIMITS.categories)
    return [...chosen, ...missing].slice(0, LIMITS.categories);
  return chosen.filter(({ gcid }) => sector.categories.every((other) => other.gcid !== gcid));
}
