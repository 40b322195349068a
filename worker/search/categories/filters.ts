import { findCategory, type TagFilter } from "./catalogue";
import { bestMatches } from "./match";
import { customText } from "./names";
import { wordsOf } from "./text";

/** Words of so many categories that sharing one proves nothing. */
const generic = new Set(
  wordsOf(`agence agency association atelier boutique bureau business cabinet center centre club company entreprise espace
  firm group groupe institut institute local magasin maison office organisation restaurant salon school service shop
  société studio store workshop école betrieb büro firma geschäft handel händler laden praxis schule unternehmen
  werkstatt zentrum`),
);
/** A custom text is taken for a category when at least this share of its telling words is that category's own. */
const enough = 1 / 3;

/**
 * What to ask a directory for: a category and its tags, or, for a custom text that is like no category, a part of the name.
 * Exactly one of the two is filled: `filters` is empty and there is no `gcid` when `nameContains` is given. `nameContains` is what the user
 * typed, so whoever puts it into a query language escapes it.
 */
export function searchTermsOf(businessType: string): { gcid?: string; filters: TagFilter[]; nameContains?: string } {
  const known = findCategory(businessType);
  if (known) return { gcid: known.gcid, filters: known.filters };
  const text = customText(businessType) ?? businessType.replaceAll("_", " ").trim();
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !generic.has(word));
  const asked = telling.length > 0 ? telling : words;
  const best = bestMatches(text, "fr")[0];
  const shared = best ? asked.filter((word) => best.exact.includes(word)).length : 0;
  return best && shared > 0 && shared / asked.length >= enough
    ? { gcid: best.entry.gcid, filters: best.entry.filters }
    : { filters: [], nameContains: text };
}
