import { LANGUAGES } from "../contract/limits.ts";
import germanEndings from "./data/german-endings.json" with { type: "json" };
import listedPlainWords from "./data/plain-words.json" with { type: "json" };
import listedStopWords from "./data/stop-words.json" with { type: "json" };
import words from "./data/words.json" with { type: "json" };
import type { LetterLanguage } from "./input.ts";

const toSets = (words: Record<LetterLanguage, string[]>): Record<LetterLanguage, Set<string>> => ({
  fr: new Set(words.fr),
  en: new Set(words.en),
  de: new Set(words.de),
});

/** Stop words, folded: every text of a language has them, so they identify it. */
export const stopWords = toSets(listedStopWords);
export const isStopWord = (word: string) => LANGUAGES.some((each) => stopWords[each].has(word));
/**
 * Words that letters capitalise although they are no names: jobs, departments, diplomas, courtesies; in German common
 * nouns of working life, which also end compounds. Folded.
 */
const plainWords = toSets(listedPlainWords);
/** Endings of German nouns, folded: such a word is no name. */
const endings = germanEndings.filter((ending) => ending.length >= 3);
/** Nouns that surnames and towns end in too. */
const inNames = new Set(words.inNames);
const heads = listedPlainWords.de.filter((noun) => noun.length >= 4 && !inNames.has(noun));
/** Common nouns by their last four letters, the key by which compounds are found. */
const headsByEnd = new Map<string, string[]>();
for (const head of heads) headsByEnd.set(head.slice(-4), [...(headsByEnd.get(head.slice(-4)) ?? []), head]);

/** Endings of nouns and adjectives in titles that few names have. */
const suffixes = {
  en: /(?:al|ing|tion|tions|ment|ics|ology|ture|ship|ance|ence|ity|ive|ary|ory|ness|graphy|ional|ial)$/u,
  fr: /(?:tion|tions|ment|ique|iques|ite|eur|euse|age|ance|ence|aire|ative|ologie|nelle|nel|erie)$/u,
};

/** Whether a folded word is in the lists of a language; endings do not count. */
export const isListed = (word: string, language: LetterLanguage) =>
  stopWords[language].has(word) || plainWords[language].has(word) || plainWords[language].has(word.replace(/s$/u, ""));

/** Whether a folded word is a common word of a language. Unknown words count as names. */
export function isCommon(word: string, language: LetterLanguage): boolean {
  const known = isListed(word, language);
  if (known || language !== "de")
    return known || (word.length >= 7 && suffixes[language === "fr" ? "fr" : "en"].test(word));
  const bare = [
    word,
    ...["n", "e", "s", "en", "er", "es"]
      .filter((ending) => word.endsWith(ending))
      .map((ending) => word.slice(0, -ending.length)),
  ];
  if (bare.some((each) => (headsByEnd.get(each.slice(-4)) ?? []).some((head) => each.endsWith(head)))) return true;
  return word.length >= 7 && endings.some((ending) => word.endsWith(ending) && word.length - ending.length >= 3);
}
