import words from "./data/company-name.json" with { type: "json" };
import { normalizeText, tokenize, type Token } from "./tokenize.ts";

/** What a firm is by law, not by name. */
const legalForms = new Set(words.legalForms);
export const littleWords = new Set(words.littleWords);
/** Trades and kinds of house: many firms are called so. Folded, without the ending of a plural. */
const kinds = new Set(words.kinds);

/** Whether a folded word is a trade or a kind of house, in either number. */
export const isKind = (word: string) => kinds.has(word) || kinds.has(word.replace(/s$/u, ""));

export interface ParsedCompanyName {
  /** Its words without the legal form, folded, little ones included. */
  core: string[];
  /** Those of the core that are no kind of house, no little word and no legal form. */
  telling: string[];
  /** Telling words as written. */
  raw: Map<string, string>;
}

export function parseCompanyName(name: string): ParsedCompanyName {
  const tokens = tokenize(normalizeText(name.slice(0, 300))).tokens;
  // "Lehm & Co" is no firm called "Lehm".
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

/** Index after the last token of a phrase that begins at a token, little words aside; -1 when it does not. */
function phraseEnd(phrase: string[], tokens: Token[], from: number): number {
  let at = from;
  for (const part of phrase) {
    while (at > from && littleWords.has(tokens[at]?.word ?? "") && tokens[at]?.word !== part) at += 1;
    if (!sameWord(tokens[at]?.word ?? "", part)) return -1;
    at += 1;
  }
  return at;
}

/** The stretches of tokens where a phrase stands. */
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

/** Which tokens belong to a mention of the company: its whole name, or the telling part of it written as a name. */
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
  // "Tik Tak" for "TikTak", and the other way round.
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
