import { LANGUAGES } from "../../contract/limits.ts";
import words from "../data/check-language.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { LetterLanguage } from "../input.ts";
import { compilePhrases } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { foldText, type Token } from "../tokenize.ts";
import { stopWords } from "../word-lists.ts";

/** Stop words of languages that no letter is written in. */
const others = new Set(words.others);
/** Words of a typical subject line, in each language. */
const subjects = {
  fr: compilePhrases(words.subjects.fr),
  en: compilePhrases(words.subjects.en),
  de: compilePhrases(words.subjects.de),
};

/** Checks that subject and text are wholly in the requested language. Quotes of a source may be in its language. */
export function languageFindings(letter: LetterText, { own, company }: RefusalSources): Finding<BlockingCode>[] {
  const { text, tokens, language, subjectEnd } = letter;
  const quoted = `${own.phrase}\n${company.phrase}`;
  const body = tokens.slice(subjectEnd);
  // A sentence may begin in one language and end in another.
  const parts = letter.sentences
    .map((from, sentence) => tokens.slice(from, letter.sentences[sentence + 1] ?? tokens.length))
    .filter((sentence) => sentence[0] !== tokens[0] && !isAddressLine(text, sentence))
    .flatMap((sentence) => {
      const half = sentence.length < 14 ? 0 : sentence.length >> 1;
      return [sentence.slice(0, half), sentence.slice(half)];
    });
  const wrong = parts.filter((part) => {
    const { own: known, foreign } = count(part, language);
    return part.length >= 4 && foreign >= 2 && foreign > known * 2 && !isQuoted(part, quoted);
  });
  const wrongWords = wrong.flat().length;
  const subject = foldText(text.slice(0, body[0]?.at ?? 0));
  const head = count(tokens.slice(0, subjectEnd), language);
  const isOther = LANGUAGES.some((other) => other !== language && subjects[other].test(subject));
  const isWrongSubject = isOther ? head.own === 0 || head.foreign > head.own : head.own === 0 && head.foreign >= 2;
  return [
    ...(body.length > 20 && count(body, language).own < body.length * 0.15
      ? ["hardly a word of it"]
      : wrongWords >= 6 && wrongWords >= body.length * 0.03
        ? [text.slice(wrong[0]?.[0]?.at, wrong[0]?.at(-1)?.end)]
        : []),
    ...(isWrongSubject && !subjects[language].test(subject) ? [subject] : []),
  ].map((detail) => ({ code: "wrong_language", detail: detail.trim() }));
}

/** Stop words of a language, and those of others. */
function count(tokens: Token[], language: LetterLanguage): { own: number; foreign: number } {
  const own = tokens.filter(({ word }) => stopWords[language].has(word));
  const foreign = tokens.filter(
    ({ word }) =>
      !stopWords[language].has(word) && (others.has(word) || LANGUAGES.some((other) => stopWords[other].has(word))),
  );
  return { own: own.length, foreign: foreign.length };
}

/** Telephone, links and the like below the name: without a language. */
const isAddressLine = (text: string, tokens: Token[]) =>
  tokens.length <= 24 && /@|:\/\/|www\.|\d(?:[ .()/-]?\d){7}/u.test(text.slice(tokens[0]?.at, tokens.at(-1)?.end));

/** Whether half of its runs of three words, or more, stand in a source. */
function isQuoted(tokens: Token[], quoted: string): boolean {
  const runs = tokens.slice(2).map(({ word }, at) => ` ${tokens[at]?.word} ${tokens[at + 1]?.word} ${word} `);
  return runs.filter((run) => quoted.includes(run)).length * 2 >= runs.length;
}
