import words from "../data/check-languages.json" with { type: "json" };
import levels from "../data/language-levels.json" with { type: "json" };
import speakingWords from "../data/speaking-words.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { LetterLanguage } from "../input.ts";
import type { Hit } from "../lexicon.ts";
import { cueBefore, isClaimed, type ParsedLetter, quote, findSentence } from "../parse-letter.ts";
import type { ParsedSource, CheckSources } from "../parse-sources.ts";
import { wholeWord } from "../patterns.ts";
import { foldText, type TokenizedText } from "../tokenize.ts";

/** Words with which a sentence about a language is about speaking it. */
const speaking = new Set(speakingWords);

/**
 * Forms of each grade, from 1 (a beginner) to 6 (mother tongue), longest first: "très bon" before "bon". Forms of one
 * grade translate each other; half a grade above the source is accepted as translation.
 */
const grades = levels
  .flatMap(({ grade, forms }) => forms.map((form) => ({ grade, words: form.split(" ") })))
  .sort((a, b) => b.words.length - a.words.length);

interface Level {
  grade: number;
  at: number;
}

/** Levels between two tokens. */
function findLevels({ tokens }: TokenizedText, from: number, to: number): Level[] {
  const found: Level[] = [];
  for (let at = from; at < to; at += 1) {
    const match = grades.find(({ words }) =>
      words.every((word, step) => at + step < to && matches(tokens[at + step]?.word ?? "", word)),
    );
    // An "école maternelle" is a school.
    if (
      !match ||
      (tokens[at]?.word.startsWith("maternel") === true &&
        /^(?:ecoles?|petite|section|en)$/u.test(tokens[at - 1]?.word ?? ""))
    )
      continue;
    found.push({ grade: match.grade, at });
    at += match.words.length - 1;
  }
  return found;
}
const matches = (word: string, form: string) =>
  form.endsWith("*") ? word.startsWith(form.slice(0, -1)) : word === form;

/** The levels of a language: those up to the next comma or line, each for the nearest language. */
function findLevelsNear(
  reading: TokenizedText,
  hits: Hit[],
  hit: Hit,
  link: RegExp,
  all = false,
): { from: number; to: number; grades: number[] } {
  const { tokens, text } = reading;
  const ends = (left: number) => {
    const [a, b] = [tokens[left], tokens[left + 1]];
    return !a || !b || a.sentence !== b.sentence || link.test(text.slice(a.end, b.at));
  };
  let from = hit.from;
  while (from > 0 && !ends(from - 1) && hit.from - from < 9) from -= 1;
  let to = hit.to + 1;
  while (to < tokens.length && !ends(to - 1) && to - hit.to < 9) to += 1;
  const found = findLevels(reading, from, to);
  const breaks = (a: Hit, b: Hit) =>
    link.test(text.slice(tokens[Math.min(a.to, b.to)]?.end, tokens[Math.max(a.from, b.from)]?.at));
  const here = hits.filter(
    (other) => tokens[other.from]?.sentence === tokens[hit.from]?.sentence && !breaks(other, hit),
  );
  const distance = (level: Level, { from: first, to: last }: Hit) => {
    const between = tokens.slice(Math.min(level.at, last + 1), Math.max(level.at, first));
    return between.length + (between.some(({ word }) => conjunction.test(word)) ? 4 : 0) + (level.at < first ? 0.5 : 0);
  };
  const near = found.filter((level) => here.every((other) => distance(level, hit) <= distance(level, other)));
  // "bilingue français et anglais": one level for both.
  const isShared =
    found.length === 1 &&
    here.every(
      (other) =>
        other === hit ||
        tokens
          .slice(Math.min(other.to, hit.to) + 1, Math.max(other.from, hit.from))
          .every(({ word }) => word.length <= 3),
    );
  const grades = here.length === 1 || isShared ? found : near;
  // With a CEFR level, other words do not count.
  const scaled = grades.filter(({ at }) => /^[abc][12]$/u.test(tokens[at]?.word ?? ""));
  return { from, to, grades: (scaled.length > 0 && !all ? scaled : grades).map(({ grade }) => grade) };
}

const conjunction = /^(?:et|and|und|sowie|mais|but|aber|as)$/u;
const separators = /[,;\n|•·–—]|\s-\s/u;
const clause = /[,;\n–—]/u;

/** The best level of a language in the sources: 0 without a level, null without the language. */
function heldLevel(side: ParsedSource, id: string): number | null {
  const languages = side.hits.filter(({ concept }) => concept.sort === "language");
  const mentions = languages.filter(({ concept }) => concept.id === id);
  if (mentions.length === 0) return null;
  let best = 0;
  for (const hit of mentions) {
    const { to, ...near } = findLevelsNear(side.reading, languages, hit, separators, true);
    let { grades } = near;
    const [here, next] = [side.reading.tokens[to - 1], side.reading.tokens[to]];
    // "Anglais\nCourant", "English – fluent": the level is after the next separator, without another language.
    if (grades.length === 0 && here && next) {
      // "Catalan, espagnol courants": the level counts for both.
      const ends = side.reading.tokens.findIndex(
        (token, at) => at >= to && (token.sentence !== here.sentence || at - to > 5),
      );
      grades = findLevels(side.reading, to, ends < 0 ? to + 4 : Math.max(ends, to + 2))
        .slice(0, 1)
        .map(({ grade }) => grade);
    }
    best = Math.max(best, ...grades);
  }
  return best;
}

const notYet = wholeWord(words.notYet);
/** Finds languages that the candidate does not speak, or not at that level. */
export function languageFindings(
  letter: ParsedLetter,
  { cv, template, languages: writes }: CheckSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  const languages = letter.hits.filter(({ concept }) => concept.sort === "language");
  for (const hit of languages) {
    const { from, to } = findSentence(letter, hit.from);
    const sentence = letter.tokens.slice(from, to);
    if (hit.from < letter.subjectEnd || !sentence.some(({ word }) => speaking.has(word))) continue;
    const stretch = findLevelsNear(letter, languages, hit, clause);
    const claimed = Math.max(
      0,
      ...stretch.grades,
      ...(stretch.grades.length === 0 ? gradesBehind(letter, languages, stretch.to, to) : []),
    );
    const known = [cv, template].map((side) => heldLevel(side, hit.concept.id)).filter((level) => level !== null);
    const best = known.length === 0 ? null : Math.max(...known);
    // The level of the letter's own language needs no source.
    const held =
      isWrittenIn(hit.concept.id, template) ||
      (best === null && writes.has(mothers[hit.concept.id] ?? "fr") && hit.concept.id in mothers)
        ? 6
        : best;
    const spoken = claimed > 0 || isClaimed(letter, hit.from);
    const detail = quote(letter, stretch.from, stretch.to - 1).slice(0, 120);
    if (letter.tokens.slice(Math.max(from, hit.from - 4), to).some(({ word }) => notYet.test(word)) && claimed === 0)
      continue;
    if (letter.owners[hit.from] === "company" && (claimed === 0 || cueBefore(letter, hit.from, 4) === "company"))
      continue;
    if (held === null && spoken) found.push({ code: "language_level", detail });
    else if (held !== null && claimed > (held === 0 ? 4.5 : held + 0.9)) found.push({ code: "language_level", detail });
  }
  return found;
}

/** "die französische Sprache, heute auf dem Niveau C1": a CEFR level in a clause without a language. */
function gradesBehind(letter: ParsedLetter, languages: Hit[], from: number, to: number): number[] {
  const until = Math.min(to, from + 8);
  if (languages.some((other) => other.from >= from && other.from < until)) return [];
  // "Quant à mon français, il est courant."
  if (
    /^(?:il|elle|es|it)$/u.test(letter.tokens[from]?.word ?? "") &&
    /^(?:est|ist|is)$/u.test(letter.tokens[from + 1]?.word ?? "")
  )
    return findLevels(letter, from, until).map(({ grade }) => grade);
  if (
    !/^(?:heute|inzwischen|derzeit|auf|now|at|currently|aujourd|actuellement|de|au|niveau|level)$/u.test(
      letter.tokens[from]?.word ?? "",
    )
  )
    return [];
  return findLevels(letter, from, until)
    .filter(({ at }) => /^[abc][12]$/u.test(letter.tokens[at]?.word ?? ""))
    .map(({ grade }) => grade);
}

/** The language of the CV need not be listed in it. */
const mothers: Record<string, LetterLanguage> = { french: "fr", english: "en", german: "de" };

/** The language of the template is spoken. */
function isWrittenIn(id: string, { reading }: ParsedSource): boolean {
  const text = ` ${foldText(reading.text)} `;
  const sign = { french: / (?:je|une|dans|pour) /u, english: / (?:the|and|with) /u, german: / (?:ich|und|mit) /u }[id];
  return sign?.test(text) ?? false;
}
