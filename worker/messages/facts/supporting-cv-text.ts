import type { StoredFacts } from "../../db/schema/json-types";
import { type PhrasePlace, WordIndex } from "../../lib/word-index";
import { type CvFact, splitCvFacts } from "./cv-facts";

/** Words as short as "B" or "2" say something only beside what they belong to. Characters. */
const SHORT_PHRASE_CHARS = 3;

/**
 * The text of a CV that supports messages: without the words of facts that the user has removed, except where another
 * fact says them too.
 * @param text without page marks
 */
export function toSupportingCvText(text: string, stored: StoredFacts | null): string {
  const { kept, removed } = splitCvFacts(stored);
  if (removed.length === 0) return text;
  const words = new WordIndex(text);
  const hidden = new Uint8Array(text.length);
  const markPlaces = (places: PhrasePlace[], value: 0 | 1) => {
    for (const { at, end } of places.map((place) => words.toRange(place))) hidden.fill(value, at, end);
  };
  markPlaces(
    removed.flatMap((fact) => findPlaces(fact, words)),
    1,
  );
  markPlaces(
    kept.flatMap((fact) => findPlaces(fact, words)),
    0,
  );
  return text.replace(/[^\n]/gu, (character, at: number) => (hidden[at] === 1 ? " " : character));
}

/** Where a fact's words stand: every place of them, and of short ones the nearest to the first words of the fact. */
function findPlaces({ phrases: [head = "", ...others] }: CvFact, words: WordIndex): PhrasePlace[] {
  const heads = words.findPhrase(head);
  return [
    ...heads,
    ...others.flatMap((phrase) => {
      const places = words.findPhrase(phrase);
      if (phrase.length > SHORT_PHRASE_CHARS) return places;
      return heads.flatMap(({ last }) => {
        const distance = (place: PhrasePlace) => Math.abs(place.first - last);
        const [first, ...rest] = places;
        return first ? [rest.reduce((best, each) => (distance(each) < distance(best) ? each : best), first)] : [];
      });
    }),
  ];
}
