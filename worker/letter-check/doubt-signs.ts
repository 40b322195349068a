import { listStatedAmounts } from "./check-figures.ts";
import { namesUnknownTrade } from "./check-titles.ts";
import support from "./data/support.json" with { type: "json" };
import type { Evidence, Line } from "./evidence.ts";
import { type Backed, isTelling, listOwnWords, type NearLine } from "./nearest-lines.ts";
import { isBeyondNearest, listQuoteDoubts, toFigureFilter, toQuotedFilter } from "./quotes.ts";
import { listTokens, type ReadText, type Sentence } from "./sentences.ts";
import { foldText } from "./tokenize.ts";

/** Signs of a sentence beside its sources, by name, with how often or how strongly each shows. */
export type Signs = Map<string, number>;

type Add = (name: string, by?: number) => void;

/** Words that say the same begin alike: "responsable", "responsables". */
const STEM_CHARS = 6;
/** More words than that tell no more. */
const MOST_WORDS = 12;
/** The lines that say most of a sentence, and how much one of them may count. */
const NEAREST_LINES = 3;
const MOST_WEIGHT = 6;

/**
 * Reads the signs that tell whether the sources say a sentence: its words, and how the lines have them.
 * @param covered the words of each clause
 * @param ranked the lines that say most of it
 * @param cited the lines that it quotes
 * @param isSaid whether a token is the writer's own and stands in no quotation of a page
 */
export function readSigns(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  covered: readonly Backed[][],
  ranked: readonly NearLine[],
  cited: ReadonlySet<Line>,
  isSaid: (token: number) => boolean,
): Signs {
  const signs: Signs = new Map();
  const add: Add = (name, by = 1) => signs.set(name, (signs.get(name) ?? 0) + by);
  const stems = listTokens(sentence, letter)
    .filter((_, at) => isSaid(sentence.from + at))
    .map(({ word }) => (/\d/u.test(word) ? "#" : word.slice(0, STEM_CHARS)));
  for (const [at, stem] of stems.entries())
    for (const words of [stem, `${stem} ${stems[at + 1] ?? "."}`]) signs.set(`“${words}”`, 1);
  const own = listOwnWords(sentence, covered);
  let praise = 0;
  for (const [at, { subject, mode, past }] of sentence.clauses.entries()) {
    add(`clause ${subject} ${mode}`);
    if (past) add(`past ${subject} ${mode}`);
    const voice = mode === "fact" ? subject : "hope";
    for (const word of (covered[at] ?? []).filter(isTelling)) {
      add(`${voice} ${word.best}`);
      add(`${voice} ${word.best} ${word.unit.family}`);
      if (mode === "fact" && subject === "you" && word.best === 0 && PRAISING.has(word.unit.family)) praise += 1;
    }
  }
  const unsaid = own.filter(({ best }) => best === 0);
  for (const { concept } of unsaid.flatMap(({ unit }) => unit.hits))
    if (TELLING.has(concept.family)) add(`unsaid ${concept.id}`);
  // "The oldest in the region has won prizes": its pages would say so.
  if (praise > 1) add("praised twice");
  add("length", Math.log(1 + stems.length));
  if (letter.language !== evidence.language && evidence.language !== null) add("across");
  add("words", Math.min(MOST_WORDS, own.length));
  add("part unsaid", unsaid.length / Math.max(1, own.length));
  add("part said", own.filter(({ best }) => best === 2).length / Math.max(1, own.length));
  for (const amount of listStatedAmounts(sentence, letter))
    add(`${amount.kind} ${evidence.lines.some(toFigureFilter([amount])) ? "said" : "unsaid"}`);
  const weighed = covered.flat();
  addNearest(sentence, letter, evidence, ranked, weighed, add);
  if (sentence.clauses.some((clause) => namesUnknownTrade(clause, letter, evidence))) add("unknown trade");
  if (cited.size > 0) addQuotes(sentence, letter, evidence, weighed, cited, add);
  return signs;
}

/** Families of words that tell more than a trade: each meaning has a weight of its own. */
const TELLING = new Set(["relation", "life", "motive", "outcome", "scope"]);
const PRAISING = new Set(["superlative", "outcome"]);

const limiting = new RegExp(`\\b(?:${support.limiting})\\p{L}*`, "gu");

/** What the line that says most of a sentence has besides: that one helped, is learning, has not passed. */
function addNearest(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  ranked: readonly NearLine[],
  weighed: readonly Backed[],
  add: Add,
): void {
  const nearest = ranked
    .slice(0, NEAREST_LINES)
    .filter(({ weight }) => weight * 2 > (ranked[0]?.weight ?? 0))
    .map(({ line }) => line);
  if (isBeyondNearest(sentence, letter, evidence, nearest, weighed)) add("greater part than nearest");
  const said = foldText(letter.text.slice(sentence.at, sentence.end));
  const [first] = ranked;
  if (!first) return add("no line");
  const { line, weight } = first;
  add("nearest", Math.min(MOST_WEIGHT, weight));
  add(`nearest ${line.kind}`);
  for (const [word] of foldText(line.quote).matchAll(limiting)) {
    const limit = word.slice(0, STEM_CHARS - 1);
    if (!said.includes(limit)) add(`limit ${limit}`);
  }
}

/** How a sentence keeps to the lines that it quotes. */
function addQuotes(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  weighed: readonly Backed[],
  cited: ReadonlySet<Line>,
  add: Add,
): void {
  for (const { kind } of cited) add(`quotes ${kind}`);
  const doubts = listQuoteDoubts(sentence, letter, evidence, cited, weighed);
  for (const doubt of doubts) add(doubt);
  // That the quotes have the words of the sentence speaks for it only where they say the same.
  if (doubts.length > 0) return;
  add("quoted words", Math.log(1 + [...cited].reduce((sum, { tokens }) => sum + tokens.length, 0)));
  const isNear = toQuotedFilter(cited);
  const held = weighed.filter((word) => isTelling(word) && word.best > 0);
  const outside = held.filter(({ backing }) => !backing.some(({ line }) => isNear(line)));
  add("words outside of quotes", outside.length);
  const share = (isOf: (line: Line) => boolean) =>
    held.filter(({ backing }) => backing.some(({ line }) => isOf(line))).length / Math.max(1, held.length);
  add(
    "part quoted",
    share((line) => cited.has(line)),
  );
  add("part of quoted jobs", share(isNear));
}
