import words from "./data/text.json" with { type: "json" };
/** A word of a text, with where it stands. */
export interface Token {
  /** As written. */
  raw: string;
  /** Folded: lower case, no accents, ligatures opened. */
  word: string;
  /** Place in the text: from `at` up to and without `end`. */
  at: number;
  end: number;
  /** Counted from 0. */
  sentence: number;
  /** A capital means nothing here: it opens a sentence, a line, a quotation. */
  opens: boolean;
  capital: boolean;
}
export interface TokenizedText {
  text: string;
  tokens: Token[];
  /** First token of each sentence. */
  sentences: number[];
}

/** Lower case, no accents, ligatures opened: "Bäcker" and "backer" are one word, "œnologue" and "oenologue" too. */
export const foldText = (text: string): string => (/^[\0-\x7f]*$/u.test(text) ? text.toLowerCase() : unaccented(text));
const unaccented = (text: string) => {
  const lower = text.toLowerCase();
  const common = lower.replace(/[^\0-\x7f]/gu, (sign) => folded[sign] ?? sign);
  return /^[\0-\x7f]*$/u.test(common) ? common : decomposed(common);
};
/** The accents of everyday, without the long way round. */
const folded: Record<string, string> = {
  à: "a",
  â: "a",
  ä: "a",
  á: "a",
  ç: "c",
  é: "e",
  è: "e",
  ê: "e",
  ë: "e",
  î: "i",
  ï: "i",
  í: "i",
  ô: "o",
  ö: "o",
  ó: "o",
  ù: "u",
  û: "u",
  ü: "u",
  ú: "u",
  ñ: "n",
  ß: "ss",
  œ: "oe",
  æ: "ae",
  ø: "o",
  ł: "l",
};
const decomposed = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

/** One spelling of spaces, quotes, dashes and ligatures. Keeps line breaks. */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\r\n?|\u2028|\u2029/gu, "\n")
    .replace(/\u00ad|\u200b|\ufeff/gu, "")
    .replace(/[^\S\n]/gu, " ")
    .replace(/[‘’‚‛´`ʼ]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/\n{3,}/gu, "\n\n")
    .replace(/ {4,}/gu, "   ")
    .replace(/[‐‑‒]/gu, "-")
    .replace(/(?<![\p{L}\p{N}])\.(?=net\b)/giu, "dot")
    // "développeur·euse": the other ending is not a word of its own.
    .replace(/(?<=\p{L})[·•](?:e|s|es|se|euse|rice|trice|ere|ière|ne|fe|ve)\b/gu, "");

/** After these a full stop does not end the sentence. */
const abbreviations = new Set(words.abbreviations);

/** Longer runs of letters are no word; they are read in pieces. */
const wordPattern = /[\p{L}\p{M}\p{N}]{1,60}[+#]{0,3}/gu;

/** @param text in the spelling of `plain` */
export function tokenize(text: string): TokenizedText {
  const tokens: Token[] = [];
  const sentences: number[] = [];
  let before = 0;
  for (const match of text.matchAll(wordPattern)) {
    const raw = match[0];
    const at = match.index;
    const gap = text.slice(before, at);
    const last = tokens.at(-1);
    const capital = /^\p{Lu}/u.test(raw);
    const newSentence = last === undefined || endsSentence(gap, last, capital || /^\p{N}/u.test(raw));
    if (newSentence) sentences.push(tokens.length);
    const opens = newSentence || /[\n:"«»•*]|\s[-–—]\s/u.test(gap);
    tokens.push({ raw, word: foldText(raw), at, end: at + raw.length, sentence: sentences.length - 1, opens, capital });
    before = at + raw.length;
  }
  return { text, tokens, sentences };
}

function endsSentence(gap: string, last: Token, strongStart: boolean): boolean {
  if (/\n\s*\n/u.test(gap)) return true;
  if (gap.includes("\n")) return strongStart || /[.!?…;:]/u.test(gap);
  if (/[!?…;]\s/u.test(gap)) return strongStart || gap.includes(";");
  if (!/\.["»)\]]?\s/u.test(gap)) return false;
  return strongStart && !abbreviations.has(last.word) && !/^\p{L}$/u.test(last.word);
}

/** Same word but for its ending. Both folded. */
export function akin(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4) return false;
  const shared = Math.max(4, Math.ceil(shorter * 0.75));
  return a.slice(0, shared) === b.slice(0, shared) && Math.abs(a.length - b.length) <= 5;
}
