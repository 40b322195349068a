/** How a typed name meets a place's key, the best first. */
export type NameMatch = "exact" | "joined" | "words" | "whole_words" | "beginning" | "typo" | "typo_beginning";

/** Words that tell two names of a town apart for nobody: "Frankfurt (Main)" is "Frankfurt am Main". */
const SMALL_WORDS = new Set(
  "a am an auf d de del der des di do du e en el i im in l la le les los near of ob on op s sur sous sul upon und z"
    .split(" ")
    .filter((word) => word !== ""),
);
/** A shorter text is near too many names. */
const MIN_TYPO_LETTERS = 4;
const MIN_TYPO_BEGINNING_LETTERS = 5;

/** A typed name, ready to be compared with many keys. */
export interface TypedName {
  key: string;
  joined: string;
  words: string[];
  largeWords: string;
}

const joinWords = (key: string): string => key.replaceAll(" ", "");
const listLargeWords = (words: string[]): string[] => words.filter((word, at) => at === 0 || !SMALL_WORDS.has(word));

export function prepareName(key: string): TypedName {
  const words = key.split(" ");
  return { key, joined: joinWords(key), words, largeWords: listLargeWords(words).join(" ") };
}

/**
 * @param isWhole the text is a whole name: no beginning of a word counts
 * @returns null when the name is not meant
 */
export function matchName(typed: TypedName, key: string, isWhole = false): NameMatch | null {
  if (key === typed.key) return "exact";
  const joined = joinWords(key);
  if (joined === typed.joined) return "joined";
  if (key.startsWith(typed.key) && key[typed.key.length] === " ") return "whole_words";
  if (typed.words.length > 1 && matchesWords(typed, key)) return "words";
  if (!isWhole && joined.startsWith(typed.joined)) return "beginning";
  if (typed.joined.length >= MIN_TYPO_LETTERS && isOneEditAway(typed.joined, joined)) return "typo";
  const isLong = typed.joined.length >= MIN_TYPO_BEGINNING_LETTERS;
  return !isWhole && isLong && beginsOneEditAway(typed.joined, joined) ? "typo_beginning" : null;
}

/** "Frankfurt a. M." and "Freiburg Breisgau": the first word is whole, the others begin those of the key, in order. */
function matchesWords({ words, largeWords }: TypedName, key: string): boolean {
  const own = key.split(" ");
  if (own[0] !== words[0] || own.length < 2) return false;
  if (listLargeWords(own).join(" ") === largeWords) return true;
  let at = 1;
  for (const word of words.slice(1)) {
    while (at < own.length && own[at]?.startsWith(word) !== true && SMALL_WORDS.has(own[at] ?? "")) at += 1;
    if (own[at]?.startsWith(word) !== true) return false;
    at += 1;
  }
  return true;
}

/** One letter wrong, missing or too many, or two neighbours exchanged. */
export function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one[start] === other[start]) start += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const [left, right] = [one.slice(start, oneEnd), other.slice(start, otherEnd)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const beginsOneEditAway = (typed: string, key: string): boolean =>
  [0, 1, -1].some((more) => isOneEditAway(typed, key.slice(0, typed.length + more)));
