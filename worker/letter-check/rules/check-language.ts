import words from "../data/check-language.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
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
  const quoted = `${own.phrase}\n${company.phrase}`;
  const found: Finding<BlockingCode>[] = [];
  const blame = (detail: string) => found.push({ code: "wrong_language", detail: detail.trim() });
  const body = letter.tokens.slice(letter.subjectEnd);
  const sentences = letter.sentences
    .map((from, sentence) => letter.tokens.slice(from, letter.sentences[sentence + 1] ?? letter.tokens.length))
    .filter((tokens) => tokens[0] !== letter.tokens[0] && !isAddressLine(letter.text, tokens));
  const lengths = sentences.map((tokens) => measureForeign(tokens, letter, quoted));
  const wrong = lengths.reduce((sum, length) => sum + length, 0);
  const worst = sentences[lengths.findIndex((length) => length > 0)];
  if (body.length > 20 && count(body, letter).own < body.length * 0.15) blame("hardly a word of it");
  else if (worst && wrong >= 6 && wrong >= body.length * 0.03)
    blame(letter.text.slice(worst[0]?.at, worst.at(-1)?.end));
  const subject = foldText(letter.text.slice(0, body[0]?.at ?? 0));
  const head = count(letter.tokens.slice(0, letter.subjectEnd), letter);
  const isOther = (["fr", "en", "de"] as const).some(
    (language) => language !== letter.language && subjects[language].test(subject),
  );
  if (
    !subjects[letter.language].test(subject) &&
    (isOther ? head.own === 0 || head.foreign > head.own : head.own === 0 && head.foreign >= 2)
  )
    blame(subject);
  return found;
}

/** Stop words of the letter's language, and those of others. */
function count(tokens: Token[], { language }: LetterText): { own: number; foreign: number } {
  const foreign = (["fr", "en", "de"] as const).filter((each) => each !== language).map((each) => stopWords[each]);
  const result = { own: 0, foreign: 0 };
  for (const { word } of tokens) {
    if (stopWords[language].has(word)) result.own += 1;
    else if (others.has(word) || foreign.some((each) => each.has(word))) result.foreign += 1;
  }
  return result;
}

/** Telephone, links and the like below the name: without a language. */
const isAddressLine = (text: string, tokens: Token[]) =>
  tokens.length <= 24 && /@|:\/\/|www\.|\d(?:[ .()/-]?\d){7}/u.test(text.slice(tokens[0]?.at, tokens.at(-1)?.end));

/** How many words of a sentence are in another language: all, half, none. */
function measureForeign(tokens: Token[], letter: LetterText, quoted: string): number {
  const isForeign = (part: Token[]) => {
    const { own, foreign } = count(part, letter);
    return part.length >= 4 && foreign >= 2 && foreign > own * 2 && !isQuoted(part, quoted);
  };
  if (isForeign(tokens)) return tokens.length;
  const half = tokens.length < 14 ? 0 : tokens.length >> 1;
  return [tokens.slice(0, half), tokens.slice(half)].filter((part) => half > 0 && isForeign(part)).flat().length;
}

/** Whether most of it is a quote of a source. */
function isQuoted(tokens: Token[], quoted: string): boolean {
  const runs = tokens.slice(2).map((_, at) =>
    tokens
      .slice(at, at + 3)
      .map(({ word }) => word)
      .join(" "),
  );
  return runs.filter((run) => quoted.includes(` ${run} `)).length >= runs.length * 0.5;
}
