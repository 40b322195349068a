import { occurrences } from "./company-name.ts";
import type { CheckInput, LetterLanguage } from "./input.ts";
import { foldText, normalizeText, tokenize, type TokenizedText } from "./tokenize.ts";

/** A letter as the rules of form and danger read it: subject, an empty line, text. */
export interface LetterText extends TokenizedText {
  language: LetterLanguage;
  /** Tokens that are part of the company's name. */
  named: boolean[];
  /** Tokens before this index are the subject line. */
  subjectEnd: number;
  /** The lines of the text that say something, trimmed. */
  lines: string[];
}

export function readLetter({ subject, text, language, company }: CheckInput): LetterText {
  const [head, body] = [normalizeText(subject).trim(), normalizeText(text).trim()];
  const reading = tokenize(`${head}\n\n${body}`);
  return {
    ...reading,
    language,
    named: occurrences(company.name, reading.tokens),
    subjectEnd: reading.tokens.filter(({ at }) => at < head.length).length,
    lines: body
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

/** The words of a source. */
export interface SourceText {
  text: string;
  /** Lower case, without accents. */
  folded: string;
  words: Set<string>;
  /** All words in order, each between single spaces. */
  phrase: string;
  /** Folded words that have a capital. */
  capitals: Set<string>;
}

function readSource(texts: string[]): SourceText {
  const text = normalizeText(texts.join("\n\n"));
  const { tokens } = tokenize(text);
  return {
    text,
    folded: foldText(text),
    words: new Set(tokens.map(({ word }) => word)),
    phrase: ` ${tokens.map(({ word }) => word).join(" ")} `,
    capitals: new Set(tokens.filter(({ capital }) => capital).map(({ word }) => word)),
  };
}

/** What a letter may repeat: the candidate's own words, and the company's. */
export interface RefusalSources {
  own: SourceText;
  company: SourceText;
}

export const readRefusalSources = ({ cv, template, confirmed, candidate, company }: CheckInput): RefusalSources => ({
  own: readSource([cv, template, ...(confirmed ?? []), candidate.name, candidate.email]),
  company: readSource([company.name, company.website, company.city, company.country, company.about]),
});
