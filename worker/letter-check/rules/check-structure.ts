import words from "../data/check-structure.json" with { type: "json" };
import usual from "../data/letter-words.json" with { type: "json" };
import { detectLanguage } from "../detect-language.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import { compilePhrases } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { isUsual } from "../sentences.ts";
import { foldText, type Token, tokenize } from "../tokenize.ts";
import { isListed, stopWords } from "../word-lists.ts";

const greeting = compilePhrases(words.greetings);
/** Lines that may be below a signature. */
const enclosure = compilePhrases(words.enclosures);
const subjectLine = compilePhrases(words.subjectLines);
const usualWords = new Set(usual);

/** Fewer words shared with the candidate's own texts mean that the letter is about someone or something else. */
const LEAST_SHARED = 3;
const LEAST_NAMES = 2;
const MIN_WORD_CHARS = 5;
/** Shorter texts of a candidate say too little. */
const MIN_OWN_CHARS = 400;

/** Checks the structure: a greeting first, the candidate in between, their name last. */
export function structureFindings(
  { candidate, followUp }: CheckInput,
  letter: LetterText,
  sources: RefusalSources,
): Finding<BlockingCode>[] {
  const { lines } = letter;
  const folded = lines.map(foldText);
  const names = foldText(candidate.name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((name) => name.length >= 3);
  const opening = folded.findIndex((line) => greeting.test(line));
  const preamble = folded
    .slice(0, Math.max(0, opening))
    .find((line) => countWords(line) >= 5 && /[:.!]$/u.test(line) && !subjectLine.test(line));
  const signature = folded.findLastIndex((line) => countWords(line) <= 6 && names.some((name) => line.includes(name)));
  const below = signature < lines.length / 2 ? [] : lines.slice(signature + 1);
  const added = below.find((line) => isAddition(line, sources));
  const stranger = lines.slice(-4).find((line, at) => at > 0 && isStranger(line, letter, sources));
  return [
    ...[preamble, added].flatMap((line) => (line === undefined ? [] : { code: "machine_talk" as const, detail: line })),
    ...(stranger === undefined ? [] : [{ code: "unknown_name" as const, detail: stranger }]),
    // A follow-up need not tell again what its application has told.
    ...(followUp || isAboutCandidate(letter, sources, names)
      ? []
      : [{ code: "nothing_of_candidate" as const, detail: "" }]),
  ];
}

const countWords = (line: string) => line.split(/\s+/u).length;

const isUsed = (word: string, { own, company }: RefusalSources) =>
  [own.words, company.words, usualWords].some((each) => each.has(word));

/** A sentence below the signature that is no enclosure, or a postscript with news. */
function isAddition(line: string, sources: RefusalSources): boolean {
  const folded = foldText(line);
  if (/^p\W{0,3}s\b/u.test(folded))
    return tokenize(line).tokens.filter(({ word }) => word.length >= 4 && !isUsed(word, sources)).length >= 3;
  return countWords(line) >= 8 && !enclosure.test(folded) && !sources.own.folded.includes(folded.slice(0, 20));
}

/** The name of another person as a line of its own. */
function isStranger(line: string, { language }: LetterText, sources: RefusalSources): boolean {
  const parts = tokenize(line).tokens.map(({ word }) => word);
  return (
    /^(?:\p{Lu}[\p{L}.'’-]*\s+){1,3}\p{Lu}[\p{L}'’-]+$/u.test(line) &&
    !parts.some((word) => sources.own.words.has(word)) &&
    parts.filter((word) => !isUsed(word, sources) && !isListed(word, language)).length >= 2
  );
}

/** Whether the letter shares words or figures with the candidate's texts, apart from the name. */
function isAboutCandidate({ tokens, named, language }: LetterText, { own }: RefusalSources, names: string[]): boolean {
  const isSame = detectLanguage(tokenize(own.text).tokens) === language;
  const shared = tokens.filter(
    ({ word }, at) =>
      named[at] !== true && own.words.has(word) && !names.includes(word) && !stopWords[language].has(word),
  );
  const count = (isOne: (token: Token) => boolean) => new Set(shared.filter(isOne).map(({ word }) => word)).size;
  if (own.text.length < MIN_OWN_CHARS) return true;
  if (!isSame) return count(({ word, raw }) => word.length >= 2 && /\p{Lu}|\d/u.test(raw)) > 0;
  // A place of work says as much as words do: "Eddie Stobart". German writes every noun so.
  const isName = ({ word, capital, opens }: Token) =>
    word.length >= 3 && capital && !opens && (language !== "de" || !isUsual(word));
  return count(({ word }) => word.length >= MIN_WORD_CHARS) >= LEAST_SHARED || count(isName) >= LEAST_NAMES;
}
