import { findCategory, type TagFilter } from "./catalogue";
import { parseCustomText } from "./category-names";
import { matchCategories } from "./match-categories";
import { isGenericWord, toSearchWords } from "./search-words";

/** A custom text counts as a category if at least this share of its specific words is in the category's terms. */
const MIN_SHARED_WORD_RATIO = 1 / 3;

/** Text in quotation marks is a name, whatever categories its words are near. */
const QUOTED = /^["“„«]\s*(?<name>.+?)\s*["”“»]$/u;

/**
 * What to look for in a directory: a category with its tags, or part of the name for a custom text like no category.
 * With `nameContains` there is no `gcid` and `filters` is empty. It is raw user input: escape it in queries.
 */
export function toDirectoryTerms(businessType: string): { gcid?: string; filters: TagFilter[]; nameContains?: string } {
  const known = findCategory(businessType);
  if (known) return { gcid: known.gcid, filters: known.filters };
  const text = parseCustomText(businessType) ?? businessType.replaceAll("_", " ").trim();
  const name = QUOTED.exec(text)?.groups?.["name"];
  if (name !== undefined) return { filters: [], nameContains: name };
  const words = [...new Set(toSearchWords(text))];
  const specificWords = words.filter((word) => !isGenericWord(word));
  const queryWords = specificWords.length > 0 ? specificWords : words;
  const best = matchCategories(text, "fr")[0];
  const shared = best ? queryWords.filter((word) => best.exact.includes(word)).length : 0;
  return best && shared > 0 && shared / queryWords.length >= MIN_SHARED_WORD_RATIO
    ? { gcid: best.entry.gcid, filters: best.entry.filters }
    : { filters: [], nameContains: text };
}
