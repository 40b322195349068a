import words from "../data/check-language.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { foldText, type Token } from "../tokenize.ts";
import { stopWords } from "../word-lists.ts";

/** Stop words of languages that no letter is written in. */
const others = new Set(words.others);

/** Words of a typical subject line, in each language. */
const subjects = {
  fr: new RegExp(
    source`\b(?:candidature|spontanee|poste|alternance|recherche|motivation|disponible|boulanger\w*
    |infirmier\w*|cuisinier\w*|comptable)\b`,
    "u",
  ),
  en: /\b(?:application|applying|speculative|unsolicited|seeking|interested|looking|enquiry|inquiry|available)\b/u,
  de: /\b(?:\w*bewerbung|initiativ\w*|stelle|mitarbeit|ausbildung als|verfugbar)\b/u,
};

interface Count {
  own: number;
  foreign: number;
  /** Stop words of none of the three languages. */
  other: number;
  words: number;
}

/** Checks that subject and text are wholly in the requested language. Quotes of a source may be in its language. */
export function letterLanguageFindings(letter: ParsedLetter, { own, company }: CheckSources): Finding<BlockingCode>[] {
  const quoted = `${own.phrase}\n${company.phrase}`;
  let wrong = 0;
  let all = 0;
  let worst = "";
  letter.sentences.forEach((from, sentence) => {
    const to = letter.sentences[sentence + 1] ?? letter.tokens.length;
    const tokens = letter.tokens.slice(from, to);
    if (from < letter.subjectEnd || isAddressLine(letter.text, tokens)) return;
    all += tokens.length;
    const foreign = foreignStretch(tokens, letter, quoted);
    if (foreign > 0 && wrong === 0) worst = letter.text.slice(tokens[0]?.at, tokens.at(-1)?.end);
    wrong += foreign;
  });
  const total = count(letter.tokens.slice(letter.subjectEnd), letter);
  const found: Finding<BlockingCode>[] = [];
  if (total.words > 20 && total.own < total.words * 0.15)
    found.push({ code: "wrong_language", detail: "hardly a word of it" });
  else if (wrong >= 6 && wrong >= all * 0.03) found.push({ code: "wrong_language", detail: worst.slice(0, 120) });
  const subject = foldText(letter.text.slice(0, letter.tokens[letter.subjectEnd]?.at ?? 0));
  const speaks = (language: keyof typeof subjects) => subjects[language].test(subject);
  const head = count(letter.tokens.slice(0, letter.subjectEnd), letter);
  const strange = (["fr", "en", "de"] as const).filter((language) => language !== letter.language);
  if (
    !speaks(letter.language) &&
    (strange.some(speaks) ? head.own === 0 || head.foreign > head.own : head.own === 0 && head.foreign >= 2)
  )
    found.push({ code: "wrong_language", detail: subject.trim().slice(0, 120) });
  return found;
}

function count(tokens: Token[], { language }: ParsedLetter): Count {
  const strange = Object.entries(stopWords)
    .filter(([each]) => each !== language)
    .map(([, words]) => words);
  const result = { own: 0, foreign: 0, other: 0, words: tokens.length };
  for (const { word } of tokens) {
    if (stopWords[language].has(word)) result.own += 1;
    else if (strange.some((words) => words.has(word))) result.foreign += 1;
    else if (others.has(word)) result.other += 1;
  }
  return result;
}

/** Telephone, links and the like below the name: without a language. */
const isAddressLine = (text: string, tokens: Token[]) =>
  /@|:\/\/|www\.|\d(?:[ .()/-]?\d){7}/u.test(text.slice(tokens[0]?.at, tokens.at(-1)?.end)) && tokens.length <= 24;

/** How much of a sentence is in another language: all, half, none. */
function foreignStretch(tokens: Token[], letter: ParsedLetter, quoted: string): number {
  const isForeign = (part: Token[]) => {
    const { own, foreign, other } = count(part, letter);
    return part.length >= 4 && foreign + other >= 2 && foreign + other > own * 2 && !isQuoted(part, quoted);
  };
  if (isForeign(tokens)) return tokens.length;
  if (tokens.length < 14) return 0;
  const half = tokens.length >> 1;
  return [tokens.slice(0, half), tokens.slice(half)].filter(isForeign).reduce((sum, part) => sum + part.length, 0);
}

/** Whether most of it is a quote of a source. */
function isQuoted(tokens: Token[], quoted: string): boolean {
  let same = 0;
  for (let at = 0; at + 2 < tokens.length; at += 1)
    if (
      quoted.includes(
        ` ${tokens
          .slice(at, at + 3)
          .map(({ word }) => word)
          .join(" ")} `,
      )
    )
      same += 1;
  return same >= (tokens.length - 2) * 0.5;
}
