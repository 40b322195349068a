import type { SentenceClaims } from "../../worker/contract/field-schemas.ts";
import { foldText, tokenize } from "../../worker/letter-check/tokenize.ts";
import { isStopWord } from "../../worker/letter-check/word-lists.ts";
import { LETTER_SETS, type LetterCase, listLetterCases } from "./letter-cases.ts";

/** What a sentence may rest on. */
interface Quotable {
  source: "cv" | "template" | "company";
  quote: string;
  stems: Set<string>;
}

/** A labelled letter with the claims that an honest writer would give. */
export interface ClaimedLetter extends LetterCase {
  claims: SentenceClaims[];
  quotables: Quotable[];
}

const STEM_CHARS = 5;
const MIN_WORD_CHARS = 4;
/** The beginnings of a text's longer words, and its figures: not the matching of the letter check, which is tried. */
export const readStems = (text: string): Set<string> =>
  new Set(
    (foldText(text).match(/\d+|\p{L}+/gu) ?? [])
      .filter((word) => /\d/u.test(word) || (word.length >= MIN_WORD_CHARS && !isStopWord(word)))
      .map((word) => word.slice(0, /\d/u.test(word) ? undefined : STEM_CHARS)),
  );

const splitSentences = (text: string): string[] =>
  tokenize(text)
    .sentences.map((from, index, all) => {
      const { tokens } = tokenize(text);
      return text.slice(tokens[from]?.at, tokens[all[index + 1] ?? tokens.length]?.at).trim();
    })
    .filter((sentence) => sentence !== "");

function listQuotables({ cv, template, company }: LetterCase): Quotable[] {
  const toQuotable = (source: Quotable["source"]) => (quote: string) => ({ source, quote, stems: readStems(quote) });
  return [
    ...cv
      .split("\n")
      .map((line) => line.trim())
      .map(toQuotable("cv")),
    ...splitSentences(template).map(toQuotable("template")),
    ...splitSentences(company.about).map(toQuotable("company")),
  ].filter(({ quote, stems }) => quote !== "" && stems.size > 0);
}

/** Words that a quote must share with its sentence. */
const MIN_SHARED = 2;
const MAX_QUOTES = 5;

/** The lines that together have most of a sentence's words, rare ones first. */
function findQuotes(sentence: string, quotables: Quotable[], commonness: Map<string, number>) {
  const open = readStems(sentence);
  const chosen: Quotable[] = [];
  while (chosen.length < MAX_QUOTES) {
    const weigh = ({ stems }: Quotable) =>
      [...open].filter((stem) => stems.has(stem)).reduce((sum, stem) => sum + 1 / (commonness.get(stem) ?? 1), 0);
    const best = quotables.toSorted((a, b) => weigh(b) - weigh(a))[0];
    const shared = best ? [...open].filter((stem) => best.stems.has(stem)) : [];
    if (!best || shared.length < (chosen.length === 0 ? MIN_SHARED : 1)) break;
    chosen.push(best);
    for (const stem of shared) open.delete(stem);
  }
  return chosen.map(({ source, quote }) => ({ source, quote }));
}

/** A letter with the lines that say each of its sentences, or come nearest to it. */
function claimSentences(letter: LetterCase): ClaimedLetter {
  const quotables = listQuotables(letter);
  const commonness = new Map<string, number>();
  for (const { stems } of quotables) for (const stem of stems) commonness.set(stem, (commonness.get(stem) ?? 0) + 1);
  const claims = splitSentences(letter.text)
    .map((sentence) => ({ sentence, claims: findQuotes(sentence, quotables, commonness) }))
    .filter((each) => each.claims.length > 0);
  return { ...letter, claims, quotables };
}

/** The honest labelled letters, with what their writers would cite. */
export const listClaimedLetters = (): ClaimedLetter[] =>
  LETTER_SETS.flatMap(listLetterCases)
    .filter(({ expect, cv }) => expect === "pass" && cv !== "")
    .map(claimSentences);
