import type { MessageLanguage } from "../contract/field-schemas";
import { normalizeText, tokenize } from "./tokenize.ts";
import { isListed, stopWords } from "./word-lists.ts";

/** Fewest words of a language that tell it, and how many times those of any other. */
const MIN_TELLING_WORDS = 3;
const MIN_LEAD = 1.5;
/** Characters that are read to tell a language. */
const MAX_READ_CHARS = 8_000;

const LANGUAGES = ["fr", "en", "de"] as const;

/** The language with the most stop words in a text. @param fallback wins a tie */
export function detectLanguage(text: string, fallback: MessageLanguage): MessageLanguage {
  const words = tokenize(normalizeText(text)).tokens;
  const scores = LANGUAGES.map((language) => ({
    language,
    score: words.filter(({ word }) => stopWords[language].has(word)).length + (language === fallback ? 0.5 : 0),
  }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}

/**
 * The language of a text where its words leave no doubt; null for too few, or for two languages in one text. Besides
 * stop words, of which a CV has hardly any, it knows jobs and common nouns. Single letters are often initials.
 */
export function readLanguage(text: string): MessageLanguage | null {
  const words = tokenize(normalizeText(text.slice(0, MAX_READ_CHARS))).tokens.filter(({ word }) => word.length > 1);
  const [best, next] = LANGUAGES.map((language) => ({
    language,
    count: words.filter(({ word }) => isListed(word, language)).length,
  })).toSorted((a, b) => b.count - a.count);
  return best && next && best.count >= MIN_TELLING_WORDS && best.count >= next.count * MIN_LEAD ? best.language : null;
}
