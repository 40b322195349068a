import { findCategory, type TagFilter } from "./catalogue";
import { parseCustomText } from "./category-names";
import { matchCategories } from "./match-categories";
import { toSearchWords } from "./search-words";

/** Words of so many categories that sharing one proves nothing. */
const genericWords = new Set(
  toSearchWords(`agence agency association atelier boutique bureau business cabinet center centre club company entreprise espace
  firm group groupe institut institute local magasin maison office organisation restaurant salon school service shop
  société studio store workshop école betrieb büro firma geschäft handel händler laden praxis schule unternehmen
  werkstatt zentrum`),
);
/** A custom text is taken for a category when at least this share of its telling words is that category's own. */
const MIN_SHARED_WORD_RATIO = 1 / 3;

/**
 * What to ask a directory for: a category and its tags, or, for a custom text that is like no category, a part of the name.
 * Exactly one of the two is filled: `filters` is empty and there is no `gcid` when `nameContains` is given. `nameContains` is what the user
 * typed, so whoever puts it into a query language escapes it.
 */
export function toDirectoryTerms(businessType: string): { gcid?: string; filters: TagFilter[]; nameContains?: string } {
  const known = findCategory(businessType);
  if (known) return { gcid: known.gcid, filters: known.filters };
  const text = parseCustomText(businessType) ?? businessType.replaceAll("_", " ").trim();
  const words = [...new Set(toSearchWords(text))];
  const specificWords = words.filter((word) => !genericWords.has(word));
  const queryWords = specificWords.length > 0 ? specificWords : words;
  const best = matchCategories(text, "fr")[0];
  const shared = best ? queryWords.filter((word) => best.exact.includes(word)).length : 0;
  return best && shared > 0 && shared / queryWords.length >= MIN_SHARED_WORD_RATIO
    ? { gcid: best.entry.gcid, filters: best.entry.filters }
    : { filters: [], nameContains: text };
}
