import type { MessageLanguage } from "../contract/field-schemas";
import { normalizeText, tokenize } from "./tokenize.ts";
import { stopWords } from "./word-lists.ts";

/** The language with the most stop words in a text. @param fallback wins a tie */
export function detectLanguage(text: string, fallback: MessageLanguage): MessageLanguage {
  const words = tokenize(normalizeText(text)).tokens;
  const scores = (["fr", "en", "de"] as const).map((language) => ({
    language,
    score: words.filter(({ word }) => stopWords[language].has(word)).length + (language === fallback ? 0.5 : 0),
  }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}
