import type { Language } from "../contract/field-schemas";
import type { Category } from "../contract/search";
import { matchCategories } from "./match-categories";

/**
 * Categories for what a job seeker typed (a sector, a shop, a job), best first, named in `language`.
 * Empty when nothing is near: the user may still add a custom category.
 * @param limit how many at most
 */
export function suggestCategories(query: string, language: Language, limit: number): Category[] {
  return matchCategories(query, language)
    .slice(0, limit)
    .map(({ entry }) => ({ gcid: entry.gcid, name: entry.name[language] }));
}
