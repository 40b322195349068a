import { littleWords } from "../company-name.ts";
import words from "../data/check-borrowed.json" with { type: "json" };
import { holds } from "../figures.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import { cueBefore, isClaimed, isDenied, type ParsedLetter, quote } from "../parse-letter.ts";
import { type SourceFacts, holdsConcept, type CheckSources } from "../parse-sources.ts";
import { wholeWord, wordStart } from "../patterns.ts";
import { isCognate, isSlip } from "../spelling.ts";
import { akin, type Token } from "../tokenize.ts";
import { isListed, stopWords } from "../word-lists.ts";

/** From this many distinctive words or figures of the company's page only, a claim repeats the company's facts. */
const BORROWED = 2;

/** Verbs of making, winning and running. */
const making = wholeWord(words.making);
const firstPerson = /^(?:je|j|i|ich)$/u;

/** Words that turn the clause into a thought about the company instead of a claim. */
const thinking = wholeWord(words.thinking);

/** Finds facts of the company claimed by the candidate: "j'y ai produit 400 cuves" when the company makes 400 tanks. */
export function borrowedFindings(
  letter: ParsedLetter,
  { own, company, about, languages }: CheckSources,
): Finding<BlockingCode>[] {
  const isSame = languages.has(letter.language);
  return letter.sentences.flatMap((from, number): Finding<BlockingCode>[] => {
    const to = letter.sentences[number + 1] ?? letter.tokens.length;
    if (from < letter.subjectEnd) return [];
    return splitClauses(letter, from, to).flatMap((clause): Finding<BlockingCode>[] => {
      const found = clause.filter((index) => isBorrowed(letter, index, own, about) && isDeed(letter, clause, index));
      const figures = letter.figures.filter(
        (figure) =>
          clause.includes(letter.tokens.findIndex((token) => token.end > figure.at)) &&
          company.figures.some((source) => holds(source, figure)) &&
          !own.figures.some((source) => holds(source, figure)),
      );
      const [first, last] = [found[0], found.at(-1)];
      if (first === undefined || last === undefined) return [];
      // A name on the page, of a method or a label, is enough by itself.
      const names = found.filter((index) => isNameLike(letter, index));
      if (
        names.length === 0 &&
        (found.length + figures.length < BORROWED || (!isSame && figures.length === 0 && found.length < BORROWED + 1))
      )
        return [];
      return [{ code: "unknown_skill", detail: quote(letter, first, last) }];
    });
  });
}

/** The clauses of a sentence, without those about the company. */
function splitClauses(letter: ParsedLetter, from: number, to: number): number[][] {
  const clauses: number[][] = [[]];
  for (let index = from; index < to; index += 1) {
    const [before, token] = [letter.tokens[index - 1], letter.tokens[index]];
    if (!token) continue;
    if (index > from && before && /[,;:–—(]/u.test(letter.text.slice(before.end, token.at))) clauses.push([]);
    clauses.at(-1)?.push(index);
  }
  const isAboutCompany = (clause: number[]) =>
    clause.some((index) => letter.owners[index] === "company" || letter.named[index] === true);
  // "J'ai déployé votre application dans 2 300 écoles": a claim, even with the company in it.
  return clauses.filter(
    (clause) => !isAboutCompany(clause) || clause.some((index) => making.test(letter.tokens[index]?.word ?? "")),
  );
}

/** Whether the candidate claims the verb: first person in the same clause, no wish, thought or negation before it. */
function isDeed(letter: ParsedLetter, clause: number[], index: number): boolean {
  const words = clause.filter((at) => at < index).map((at) => letter.tokens[at]?.word ?? "");
  const [subject, verb] = [
    words.findIndex((word) => firstPerson.test(word)),
    words.findIndex((word) => making.test(word)),
  ];
  if (subject >= 0 && verb > subject && !isDenied(letter, index))
    return !clause.some((at) => thinking.test(letter.tokens[at]?.word ?? ""));
  // "Den Grundkurs habe ich abgeschlossen": in German the subject may follow.
  if (
    letter.language === "de" &&
    subject < 0 &&
    isNameLike(letter, index) &&
    clause.some((at) => firstPerson.test(letter.tokens[at]?.word ?? ""))
  )
    return isClaimed(letter, index) && !clause.some((at) => thinking.test(letter.tokens[at]?.word ?? ""));
  if (
    subject < 0 ||
    !["own", "claim"].includes(cueBefore(letter, index, index - (clause[0] ?? index))) ||
    !isClaimed(letter, index)
  )
    return false;
  return !clause.some((at) => thinking.test(letter.tokens[at]?.word ?? ""));
}

/** Words before the name of something learned, held or used. */
const methods = wholeWord(words.methods);

function isNameLike({ tokens, language }: ParsedLetter, index: number): boolean {
  const token = tokens[index];
  const before = tokens[index - 1]?.word ?? "";
  const isCourse =
    /^(?:\w*kurs|\w*schulung|\w*lehrgang|\w*training|course|certificate|certification|formation|\w*zertifikat)$/u.test(
      tokens[index + 1]?.word ?? "",
    );
  return (
    token !== undefined &&
    ((isCourse && token.capital) ||
      /\p{Lu}\p{Lu}/u.test(token.raw) ||
      (token.capital && !token.opens && language !== "de" && methods.test(before)))
  );
}

function isBorrowed(letter: ParsedLetter, index: number, own: SourceFacts, about: SourceFacts): boolean {
  const token = letter.tokens[index];
  if (
    !token ||
    (token.word.length < 4 && !/^\p{Lu}{2,}$/u.test(token.raw)) ||
    /^\d/u.test(token.word) ||
    littleWords.has(token.word) ||
    stopWords[letter.language].has(token.word) ||
    everyday.test(token.word) ||
    isListed(token.word, letter.language)
  )
    return false;
  const isHeld = letter.hits.some(
    ({ from, to, concept }) =>
      from <= index &&
      to >= index &&
      (concept.sort === "place" || concept.sort === "region" || holdsConcept(own, concept.id)),
  );
  return (
    (about.words.has(token.word) ||
      (token.word.length >= 6 && [...about.words].some((word) => akin(word, token.word)))) &&
    !isHeld &&
    !knows(own, token)
  );
}

/** Common words of working life, which do not identify a company. */
const everyday = wordStart(words.everyday);

function knows({ words, compact }: SourceFacts, { word }: Token): boolean {
  return (
    words.has(word) ||
    (word.length >= 5 && compact.includes(word)) ||
    [...words].some((own) => akin(word, own) || isSlip(word, own) || isCognate(word, own))
  );
}
