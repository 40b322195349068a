import { foldText } from "./tokenize.ts";

// A user has thousands of other companies and hundreds of messages, and the letter check is slow for each. These
// filters keep the few that can matter: rather too many than one too few.

const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** A word of at least this length may stand for a whole name. */
const MIN_NAME_WORD_CHARS = 4;

/** Names of which one long word, or every word, is in the text. */
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

/** Share of common words below which two texts cannot be nearly the same. */
const MIN_SHARED_WORDS_RATIO = 0.75;

/** Messages that share most of their words with the text. */
export function findSimilarMessages<M extends { text: string }>(text: string, messages: M[]): M[] {
  const own = new Set(splitWords(text));
  return messages.filter((message) => {
    const words = new Set(splitWords(message.text));
    let shared = 0;
    for (const word of words) if (own.has(word)) shared += 1;
    return shared >= MIN_SHARED_WORDS_RATIO * (own.size + words.size - shared);
  });
}
