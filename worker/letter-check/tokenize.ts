import words from "./data/text.json" with { type: "json" };
/** A word of a text with its position. */
export interface Token {
  /** As written. */
  raw: string;
  /** Folded: lower case, no accents, ligatures expanded. */
  word: string;
  /** Offsets in the text; `end` is exclusive. */
  at: number;
  end: number;
  /** Counted from 0. */
  sentence: number;
  /** First word of a sentence, line or quotation, where a capital means nothing. */
  opens: boolean;
  capital: boolean;
}
export interface TokenizedText {
  text: string;
  tokens: Token[];
  /** First token of each sentence. */
  sentences: number[];
}

/** Lower case, no accents, ligatures expanded: "Bäcker" becomes "backer", "œnologue" becomes "oenologue". */
export const foldText = (text: string): string => (/^[\0-\x7f]*$/u.test(text) ? text.toLowerCase() : unaccented(text));
const unaccented = (text: string) => {
  const lower = text.toLowerCase();
  const common = lower.replace(/[^\0-\x7f]/gu, (sign) => folded[sign] ?? sign);
  return /^[\0-\x7f]*$/u.test(common) ? common : decomposed(common);
};
/** Fast path for common accents. */
const folded: Record<string, string> = words.accents;
const decomposed = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Unifies spaces, quotes, dashes and ligatures. Keeps line breaks. */
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
    // "développeur·euse": the second ending is no separate word.
    .replace(/(?<=\p{L})[·•](?:e|s|es|se|euse|rice|trice|ere|ière|ne|fe|ve)\b/gu, "");

/** Abbreviations: their full stop does not end a sentence. */
const abbreviations = new Set(words.abbreviations);

/** Longer runs of letters are split. */
const wordPattern = /[\p{L}\p{M}\p{N}]{1,60}[+#]{0,3}/gu;

/** @param text normalized by normalizeText */
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
    const newSentence = last === undefined || endsSentence(gap, last, raw);
    if (newSentence) sentences.push(tokens.length);
    const opens = newSentence || /[\n:"«»•*]|\s[-–—]\s/u.test(gap);
    tokens.push({ raw, word: foldText(raw), at, end: at + raw.length, sentence: sentences.length - 1, opens, capital });
    before = at + raw.length;
  }
  return { text, tokens, sentences };
}

/** Capital words that follow no abbreviation or initial: "le permis B. J'ai", "Pain et Co. Nous". */
const openers = new Set(words.openers);

/** "am 10. November": the full stop belongs to the day. */
const GERMAN_MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/u;
const isDate = (day: string, month: string) => /^\d{1,2}$/u.test(day) && GERMAN_MONTH.test(month);

function endsSentence(gap: string, last: Token, raw: string): boolean {
  const strongStart = /^[\p{Lu}\p{N}]/u.test(raw);
  if (/\n\s*\n/u.test(gap)) return true;
  if (gap.includes("\n")) return strongStart || /[.!?…;:]/u.test(gap);
  if (/[!?…;]\s/u.test(gap)) return strongStart || gap.includes(";");
  if (!/\.["»)\]]?\s/u.test(gap)) return false;
  if (isDate(last.raw, raw)) return false;
  if (openers.has(raw)) return true;
  return strongStart && !abbreviations.has(last.word) && !/^\p{L}$/u.test(last.word);
}

/** Whether two folded words differ only in their ending, or by two letters that changed places: "hygeine". */
export function akin(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4) return false;
  const shared = Math.max(4, Math.ceil(shorter * 0.75));
  if (a.slice(0, shared) === b.slice(0, shared)) return Math.abs(a.length - b.length) <= 5;
  return a.length === b.length && a.length >= MIN_SWAPPED && isSwapped(a, b);
}
const MIN_SWAPPED = 6;
function isSwapped(a: string, b: string): boolean {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
