import { LANGUAGES } from "../contract/limits.ts";
import type { LetterLanguage } from "./input.ts";
import { normalizeText, tokenize } from "./tokenize.ts";
import { isListed, stopWords } from "./word-lists.ts";

/** Fewest words of a language that tell it. */
const MIN_TELLING_WORDS = 3;
/** Characters that are read to tell a language. */
const MAX_READ_CHARS = 8_000;

/** The language that knows most words; null for too few, or too small a lead. Single letters are often initials. */
function findLanguage(
  words: { word: string }[],
  isKnown: (word: string, language: LetterLanguage) => boolean,
  lead: number,
): LetterLanguage | null {
  const [best, next] = LANGUAGES.map((language) => ({
    language,
    count: words.filter(({ word }) => word.length > 1 && isKnown(word, language)).length,
  })).toSorted((a, b) => b.count - a.count);
  return best && next && best.count >= MIN_TELLING_WORDS && best.count > next.count * lead ? best.language : null;
}

/** The language with the most stop words in a text. */
export const detectLanguage = (words: { word: string }[]): LetterLanguage | null =>
  findLanguage(words, (word, language) => stopWords[language].has(word), 1);

/** The language of a text where its words leave no doubt. A CV has few stop words, but jobs and common nouns. */
export const readLanguage = (text: string): LetterLanguage | null =>
  findLanguage(tokenize(normalizeText(text.slice(0, MAX_READ_CHARS))).tokens, isListed, 1.5);
