import words from "../data/check-structure.json" with { type: "json" };
import usual from "../data/letter-words.json" with { type: "json" };
import { detectLanguage } from "../detect-language.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import { compilePhrases } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { foldText, tokenize } from "../tokenize.ts";
import { isListed, stopWords } from "../word-lists.ts";

const greeting = compilePhrases(words.greetings);
/** Lines that may be below a signature. */
const enclosure = compilePhrases(words.enclosures);
const subjectLine = compilePhrases(words.subjectLines);
const usualWords = new Set(usual);

/** Fewer words shared with the candidate's own texts mean that the letter is about someone or something else. */
const LEAST_SHARED = 3;
/** Shorter texts of a candidate say too little. */
const MIN_OWN_CHARS = 400;

/** Checks the structure: a greeting first, the candidate in between, their name last. */
export function structureFindings(
  { candidate, followUp }: CheckInput,
  letter: LetterText,
  sources: RefusalSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  const { lines } = letter;
  const folded = lines.map(foldText);
  const opening = folded.findIndex((line) => greeting.test(line));
  const preamble = folded
    .slice(0, Math.max(0, opening))
    .find((line) => line.split(/\s+/u).length >= 5 && /[:.!]$/u.test(line) && !subjectLine.test(line));
  if (preamble !== undefined) found.push({ code: "machine_talk", detail: preamble });
  const names = foldText(candidate.name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((name) => name.length >= 3);
  const isSignature = (line: string) => line.split(/\s+/u).length <= 6 && names.some((name) => line.includes(name));
  const signature = folded.findLastIndex(isSignature);
  if (signature >= folded.length / 2) {
    const below = lines.slice(signature + 1).find((line) => isAddition(line, sources));
    if (below !== undefined) found.push({ code: "machine_talk", detail: below });
  }
  const stranger = lines.slice(-4).find((line, at) => at > 0 && isStranger(line, letter, sources));
  if (stranger !== undefined) found.push({ code: "unknown_name", detail: stranger });
  // A follow-up need not tell again what its application has told.
  if (!followUp && !isAboutCandidate(letter, sources, new Set(names)))
    found.push({ code: "nothing_of_candidate", detail: "" });
  return found;
}

/** A sentence below the signature that is no enclosure, or a postscript with news. */
function isAddition(line: string, { own, company }: RefusalSources): boolean {
  const folded = foldText(line);
  const said = tokenize(line).tokens.filter(({ word }) => word.length >= 4);
  if (/^p\W{0,3}s\b/u.test(folded))
    return (
      said.filter(({ word }) => ![own.words, company.words, usualWords].some((each) => each.has(word))).length >= 3
    );
  return line.split(/\s+/u).length >= 8 && !enclosure.test(folded) && !own.folded.includes(folded.slice(0, 20));
}

/** The name of another person as a line of its own. */
function isStranger(line: string, { language }: LetterText, { own, company }: RefusalSources): boolean {
  if (!/^(?:\p{Lu}[\p{L}.'’-]*\s+){1,3}\p{Lu}[\p{L}'’-]+$/u.test(line)) return false;
  const parts = tokenize(line).tokens.map(({ word }) => word);
  const isKnown = (word: string) =>
    [own.words, company.words, usualWords].some((each) => each.has(word)) || isListed(word, language);
  return !parts.some((word) => own.words.has(word)) && parts.filter((word) => !isKnown(word)).length >= 2;
}

/** Whether the letter shares words or figures with the candidate's texts, apart from the name. */
function isAboutCandidate(
  { tokens, named, language }: LetterText,
  { own }: RefusalSources,
  names: Set<string>,
): boolean {
  if (own.text.length < MIN_OWN_CHARS) return true;
  const isSame = detectLanguage(tokenize(own.text).tokens) === language;
  const shared = tokens.filter(
    ({ word, raw }, at) =>
      named[at] !== true &&
      !names.has(word) &&
      (isSame ? word.length >= 5 : /\p{Lu}|\d/u.test(raw)) &&
      word.length >= 2 &&
      own.words.has(word) &&
      !stopWords[language].has(word),
  );
  return new Set(shared.map(({ word }) => word)).size >= (isSame ? LEAST_SHARED : 1);
}
