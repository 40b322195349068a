import { littleWords } from "../company-name.ts";
import { isHead, isSchool, type CvTimeline, stationsAt, parseCvTimeline } from "../cv-timeline.ts";
import words from "../data/check-moved.json" with { type: "json" };
import { type Figure, holds } from "../figures.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { ParsedSource, CheckSources } from "../parse-sources.ts";
import { wholeWord } from "../patterns.ts";
import { isCommon } from "../word-lists.ts";
import { isIdle, isPartOfName } from "./check-figures.ts";

interface Employer {
  name: string;
  /** Index of its last token. */
  at: number;
  stations: Set<number>;
}
interface Sentence {
  from: number;
  to: number;
  employers: Employer[];
  /** Figures of the CV with the jobs they belong to. */
  figures: { figure: Figure; index: number; homes: Set<number> }[];
}

const sequence = wholeWord(words.sequence);
/** "Dort habe ich", "There I": the sentence continues about the employer just named. */
const there = /^(?:dort|there)$/u;
const joining = /^(?:et|and|und|puis|then|dann|danach|ensuite|before|avant|finally|enfin)$/u;
const employedAt = /^(?:chez|at|with|for|bei|beim|im|in|au|aux|a|from|dans|von|am|sein|pour)$/u;

/** Finds figures that the CV gives to one employer and the letter to another. Words and grades often fit both. */
export function movedFindings(letter: ParsedLetter, { cv, template }: CheckSources): Finding<BlockingCode>[] {
  const stations = parseCvTimeline(cv.reading);
  if (!stations.some(({ opens }) => opens)) return [];
  const figures = letter.figures.filter((figure) => {
    const index = letter.tokens.findIndex((token) => token.end > figure.at);
    // A few minutes or days are often an idiom, unless the CV states them for one employer.
    const isTurn =
      isIdle(figure, letter, index) && !(["hours", "weeks"].includes(figure.kind) && (figure.values[0] ?? 0) > 2);
    const isMark = /(?:note|grade|mention|niveau|level|stufe|noten?schnitt|abschlussnote|gpa)\W*$/iu.test(
      letter.text.slice(Math.max(0, figure.at - 14), figure.at),
    );
    return figure.kind !== "day" && !figure.inWords && !isMark && !isTurn && !isPartOfName(letter, index);
  });
  const found: Finding<BlockingCode>[] = [];
  /** Capitalised words of the lines that name employers. */
  const heads = new Set(
    cv.reading.tokens.filter(({ capital, at }) => capital && isHead(stations, at)).map(({ word }) => word),
  );
  let last: Employer | undefined;
  letter.sentences.forEach((from, number) => {
    const to = letter.sentences[number + 1] ?? letter.tokens.length;
    if (from < letter.subjectEnd) return;
    const sentence: Sentence = { from, to, employers: employersIn(letter, from, to, cv, stations), figures: [] };
    for (const figure of figures) {
      const index = letter.tokens.findIndex((token) => token.end > figure.at);
      const homes = cv.figures
        .filter((source) => holds(source, figure))
        .map((source) => stationsAt(stations, source.at));
      const isSettled =
        homes.length === 0 ||
        homes.some((home) => home.length === 0) ||
        template.figures.some((source) => holds(source, figure));
      if (index >= from && index < to && !isSettled)
        sentence.figures.push({ figure, index, homes: new Set(homes.flat()) });
    }
    found.push(...movedFigures(letter, sentence, last, heads));
    // Any employer named becomes the current one.
    const passes = letter.tokens
      .slice(from, to)
      .some(({ word, capital, opens }) => capital && !opens && heads.has(word));
    last = sentence.employers.at(-1) ?? (passes ? undefined : last);
  });
  return found;
}

const meet = (a: Set<number>, b: Set<number>) => [...a].some((each) => b.has(each));

function movedFigures(
  { tokens }: ParsedLetter,
  { from, to, employers, figures }: Sentence,
  last: Employer | undefined,
  heads: Set<string>,
): Finding<BlockingCode>[] {
  const telling = figures.filter(({ figure }) => figure.kind !== "year");
  // No employer in the sentence: a figure of the one just named shows that it continues about them.
  if (employers.length === 0) {
    const goesOn = tokens.slice(from, from + 3).some(({ word }) => there.test(word));
    if (
      !last ||
      !(goesOn || telling.some(({ homes }) => meet(homes, last.stations))) ||
      tokens
        .slice(from, to)
        .some(({ word, capital, opens }) => sequence.test(word) || (capital && !opens && heads.has(word)))
    )
      return [];
    return telling.filter(({ homes }) => !meet(homes, last.stations)).map(({ figure }) => moved(figure.text, last));
  }
  return figures.flatMap(({ figure, index, homes }) => {
    const employer = findEmployer(tokens, employers, index);
    if (employer.name === "" || meet(homes, employer.stations)) return [];
    // With two employers a figure is clear only after "where"; a year may refer back.
    if (
      employers.length > 1 &&
      employers.some(({ stations }) => meet(homes, stations)) &&
      !joined(tokens, employer.at, index)
    )
      return [];
    if (figure.kind === "year" && employers.length > 1 && !joined(tokens, employer.at, index)) return [];
    // One year may refer back or ahead; a period of another employer does not, nor does "since".
    const since =
      employers.length === 1 &&
      tokens.slice(Math.max(from, index - 3), index).some(({ word }) => /^(?:depuis|since|seit)$/u.test(word));
    if (
      figure.kind === "year" &&
      !since &&
      !joined(tokens, employer.at, index) &&
      figures.filter((other) => other.figure.kind === "year" && !meet(other.homes, employer.stations)).length < 2
    )
      return [];
    return [moved(figure.text, employer)];
  });
}

const joined = (tokens: ParsedLetter["tokens"], from: number, to: number) =>
  to > from && to - from <= 10 && tokens.slice(from, to).some(({ word }) => /^(?:where|wo|ou)$/u.test(word));

/** The employer of an offset: the one named before it, unless the sentence continues to the next. */
function findEmployer(tokens: ParsedLetter["tokens"], employers: Employer[], index: number): Employer {
  const before = employers.filter(({ at }) => at <= index).at(-1);
  const after = employers.find(({ at }) => at > index);
  if (
    !before &&
    after &&
    tokens
      .slice(index, after.at)
      .some(({ word }) => sequence.test(word) || joining.test(word) || /^(?:seit|since|depuis)$/u.test(word))
  )
    return { name: "", at: index, stations: new Set() };
  if (!before) return after ?? { name: "", at: 0, stations: new Set() };
  return after && tokens.slice(before.at + 1, index).some(({ word }) => joining.test(word)) ? after : before;
}

const moved = (what: string, employer: Employer): Finding<BlockingCode> => ({
  code: "moved_fact",
  detail: `${what} – ${employer.name}`,
});

/** Employers of the CV named in a sentence. */
function employersIn(
  letter: ParsedLetter,
  from: number,
  to: number,
  cv: ParsedSource,
  stations: CvTimeline,
): Employer[] {
  const found: Employer[] = [];
  const covered = new Set(
    letter.hits
      .filter(
        ({ concept }) =>
          concept.sort === "tool" ||
          concept.sort === "certificate" ||
          concept.sort === "diploma" ||
          concept.sort === "language",
      )
      .flatMap((hit) => Array.from({ length: hit.to - hit.from + 1 }, (_, step) => hit.from + step)),
  );
  for (let index = from; index < to; index += 1) {
    const token = letter.tokens[index];
    const isCued = letter.tokens.slice(Math.max(from, index - 4), index).some(({ word }) => employedAt.test(word));
    if (
      !token?.capital ||
      !isCued ||
      covered.has(index) ||
      token.raw.length < 3 ||
      littleWords.has(token.word) ||
      letter.named[index] === true ||
      (token.opens && isCommon(token.word, letter.language))
    )
      continue;
    const places = cv.reading.tokens
      .filter(
        ({ word, capital }) =>
          capital && (word === token.word || (letter.language === "de" && token.word.replace(/e?s$/u, "") === word)),
      )
      .map(({ at }) => at);
    const homes = places.map((at) => stationsAt(stations, at));
    if (
      places.length === 0 ||
      homes.some((home) => home.length === 0) ||
      !places.some((at) => isHead(stations, at) && !isSchool(stations, at))
    )
      continue;
    const each = new Set(homes.flat());
    // A word of all jobs, such as a town, does not distinguish them.
    if (each.size > 2) continue;
    const last = found.at(-1);
    const common = last && new Set([...last.stations].filter((station) => each.has(station)));
    if (last && common && common.size > 0 && index - last.at <= 3)
      Object.assign(last, {
        name: `${last.name} ${token.raw}`,
        at: index,
        stations: new Set([...last.stations, ...each]),
      });
    else found.push({ name: token.raw, at: index, stations: each });
  }
  return found;
}
