import words from "./data/company-name.json" with { type: "json" };
import { normalizeText, tokenize, type Token } from "./tokenize.ts";

/** Legal forms. */
const legalForms = new Set(words.legalForms);
export const littleWords = new Set(words.littleWords);
/** Trades and kinds of organisation, which many names contain. Folded, singular. */
const kinds = new Set(words.kinds);

/** Whether a folded word is a trade or a kind of organisation, singular or plural. */
export const isKind = (word: string) => kinds.has(word) || kinds.has(word.replace(/s$/u, ""));

export interface ParsedCompanyName {
  /** Its folded words without the legal form, stop words included. */
  core: string[];
  /** Distinctive words: the core without trades, kinds, stop words and legal forms. */
  telling: string[];
  /** Distinctive words as written. */
  raw: Map<string, string>;
}

export function parseCompanyName(name: string): ParsedCompanyName {
  const tokens = tokenize(normalizeText(name.slice(0, 300))).tokens;
  // "Lehm & Co" does not match a company called "Lehm".
  const core = tokens.filter(
    (token, index) => !(legalForms.has(token.word) && index > 0 && !(token.word === "co" && tokens.length === 2)),
  );
  const telling = core.filter(({ word }) => !littleWords.has(word) && !isKind(word));
  return {
    core: core.map(({ word }) => word),
    telling: telling.map(({ word }) => word),
    raw: new Map(telling.map(({ word, raw }) => [word, raw])),
  };
}

const sameWord = (word: string, part: string) => word === part || word === `${part}s` || word === `${part}es`;

/** Index after the last token of a phrase that begins at a token, ignoring stop words; -1 without a match. */
function phraseEnd(phrase: string[], tokens: Token[], from: number): number {
  let at = from;
  for (const part of phrase) {
    while (at > from && littleWords.has(tokens[at]?.word ?? "") && tokens[at]?.word !== part) at += 1;
    if (!sameWord(tokens[at]?.word ?? "", part)) return -1;
    at += 1;
  }
  return at;
}

/** Token ranges of all matches of a phrase. */
export function phraseAt(phrase: string[], tokens: Token[]): { from: number; to: number }[] {
  const main = phrase.filter((word) => !littleWords.has(word));
  if (main.length === 0) return [];
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const end = phraseEnd(main, tokens, from);
    if (end > from) found.push({ from, to: end });
  }
  return found;
}

/** Tokens that mention the company: its whole name, or its distinctive words written as a name. */
export function occurrences(name: string, tokens: Token[]): boolean[] {
  const { core, telling, raw } = parseCompanyName(name);
  const marked = tokens.map(() => false);
  const mark = (from: number, to: number) => marked.fill(true, from, to);
  for (const { from, to } of phraseAt(core, tokens)) mark(from, to);
  const initials = core
    .filter((word) => !littleWords.has(word))
    .map((word) => word[0] ?? "")
    .join("");
  tokens.forEach((token, index) => {
    const part = telling.find((word) => sameWord(token.word, word));
    if (part !== undefined && part.length >= 2 && (token.raw === raw.get(part) || (token.capital && !token.opens)))
      mark(index, index + 1);
    if (initials.length >= 3 && token.word === initials && token.raw === token.raw.toUpperCase())
      mark(index, index + 1);
  });
  // "Tik Tak" for "TikTak", and vice versa.
  const joined = core.filter((word) => !littleWords.has(word)).join("");
  for (let from = 0; joined.length >= 5 && from < tokens.length; from += 1) {
    let run = "";
    for (let to = from; to < tokens.length && run.length < joined.length; to += 1) {
      const word = tokens[to]?.word ?? "";
      if (!littleWords.has(word)) run += word;
      if (sameWord(run, joined) && tokens[from]?.capital === true) mark(from, to + 1);
    }
  }
  return marked;
}
