import type { StoredFacts } from "../../db/schema/json-types";
import { WordIndex } from "../../lib/word-index";
import { type CvFact, splitCvFacts } from "./cv-facts";

/**
 * The text of a CV that supports messages: without the words of facts that the user has removed, except where another
 * fact says them too.
 * @param text without page marks
 */
export function toSupportingCvText(text: string, stored: StoredFacts | null): string {
  const { kept, removed } = splitCvFacts(stored);
  if (removed.length === 0) return text;
  const words = new WordIndex(text);
  const findRanges = (facts: CvFact[]) =>
    facts
      .flatMap(({ phrases }) => phrases)
      .flatMap((phrase) => words.findPhrase(phrase))
      .map((place) => words.toRange(place));
  const hidden = new Uint8Array(text.length);
  for (const { at, end } of findRanges(removed)) hidden.fill(1, at, end);
  for (const { at, end } of findRanges(kept)) hidden.fill(0, at, end);
  return text.replace(/[^\n]/gu, (character, at: number) => (hidden[at] === 1 ? " " : character));
}
