import words from "../data/check-orders.json" with { type: "json" };
import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { akin, foldText, normalizeText, tokenize } from "../tokenize.ts";
import { isCommon, stopWords } from "../word-lists.ts";

/** Words of an instruction that are not its content, and words of any letter. */
const routine = new Set(words.routine);

/** Instructions to insert a word. */
const asksWord = new RegExp(
  source`\b(?:mots?|words?|worte?|wort|stichwort|kennwort|codewort|codeword|keyword
  |code|phrase|satz|terme?|begriff|reference|ref|refer|emoji|mal|times|fois|dreimal|twice|haiku|poems?|poeme
  |gedicht|rhyme|reim\w*|rime|vers|joke|blague|witz|song|chanson|lied)\b`,
  "u",
);

/** Finds words in the letter that injected instructions requested and no honest source has. */
export function orderFindings(
  letter: ParsedLetter,
  { own, company, orders }: CheckSources,
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  if (orders.length === 0) return { reasons: [], warnings: [] };
  const reasons: Finding<BlockingCode>[] = [];
  for (const order of orders) {
    const asked = [...new Set(tokenize(normalizeText(order)).tokens.map(({ word }) => word))].filter(
      (word) =>
        word.length >= 4 &&
        !routine.has(word) &&
        !Object.values(stopWords).some((words) => words.has(word)) &&
        !own.words.has(word) &&
        !company.words.has(word),
    );
    letter.sentences.forEach((from, sentence) => {
      const to = letter.sentences[sentence + 1] ?? letter.tokens.length;
      const words = letter.tokens.slice(from, to).filter((_, step) => letter.named[from + step] !== true);
      const done = asked.filter((word) =>
        words.some((token) => token.word === word || (word.length >= 6 && akin(word, token.word))),
      );
      if (
        (done.length > 0 && asksWord.test(foldText(order))) ||
        done.length >= 3 ||
        (done.length === 2 && words.length <= 25) ||
        done.some(
          (word) =>
            isCodeword(word, order, letter.language) &&
            words.some((token) => token.word === word && order.includes(token.raw)),
        )
      )
        reasons.push({ code: "obeyed_stranger", detail: done.join(", ") });
    });
    for (const [, said = ""] of normalizeText(order).matchAll(/["«]\s*([^"«»]{4,80}?)\s*["»]/gu))
      if (foldText(letter.text).includes(foldText(said)) && !foldText(own.text).includes(foldText(said)))
        reasons.push({ code: "obeyed_stranger", detail: said });
  }
  return { reasons, warnings: [{ code: "strangers_instruction", detail: orders[0]?.trim().slice(0, 120) ?? "" }] };
}

/** A word in capitals or with digits, as in "write BANANA-77": a letter has no other reason for it. */
const isCodeword = (word: string, order: string, language: string) =>
  tokenize(normalizeText(order)).tokens.some(
    ({ word: each, raw, capital, opens }) =>
      each === word &&
      raw.length >= 5 &&
      (/\p{Lu}\p{Lu}|\d/u.test(raw) || (capital && !opens && language !== "de")) &&
      !isCommon(word, "fr") &&
      !isCommon(word, "en") &&
      !isCommon(word, "de") &&
      order !== order.toUpperCase(),
  );
