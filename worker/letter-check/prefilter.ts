import { foldText } from "./tokenize.ts";

/*
 * A user has thousands of other companies and hundreds of messages; the gate reads each with care. These look once and
 * pass on the few that can matter: more than needed, never less.
 */

const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** A word of this many letters may stand for a name. */
const MIN_NAME_WORD_CHARS = 4;

/** Names of which a telling word, or every word, stands in a text. */
export function findMentionedNames(text: string, names: string[]): string[] {
  const said = new Set(splitWords(text));
  return names.filter((name) => {
    const words = splitWords(name);
    return (
      words.some((word) => word.length >= MIN_NAME_WORD_CHARS && said.has(word)) ||
      words.every((word) => said.has(word))
    );
  });
}

/** What two texts must share of their words to be nearly the same, runs of words and all. */
const MIN_SHARED_WORDS_RATIO = 0.75;

/** Messages made of much the same words as a text. */
export function findSimilarMessages<M extends { text: string }>(text: string, messages: M[]): M[] {
  const own = new Set(splitWords(text));
  return messages.filter((message) => {
    const words = new Set(splitWords(message.text));
    let shared = 0;
    for (const word of words) if (own.has(word)) shared += 1;
    return shared >= MIN_SHARED_WORDS_RATIO * (own.size + words.size - shared);
  });
}
