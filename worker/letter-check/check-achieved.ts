import slots from "./data/slots.json" with { type: "json" };
import type { Evidence, Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import type { NearLine } from "./nearest-lines.ts";
import type { ReadText, Sentence } from "./sentences.ts";
import { isWork } from "./timeline.ts";
import { foldText } from "./tokenize.ts";

const due = new RegExp(slots.due, "u");
const done = new RegExp(slots.done, "u");
const achieved = new RegExp(slots.achieved, "u");
const valid = new RegExp(slots.valid, "u");
const limited = new RegExp(`${slots.limited}|${slots.partly}`, "u");
/** For each scale its grades from the lowest: as a sentence says that one was given, and as a line has it. */
const scales = slots.grades.map((grades) =>
  grades.map((forms) => ({
    given: new RegExp(`${slots.graded}(?:${forms})(?![\\p{L}\\d])`, "u"),
    held: new RegExp(`(?<![\\p{L}\\d])(?:${forms})(?![\\p{L}\\d])`, "u"),
  })),
);

/** How much of a sentence its nearest line must say, and the share of that at which another is as near. */
const MIN_WEIGHT = 0.9;
const NEARLY = 0.6;

/** What a sentence says to be achieved, and the lines nearest to it have as due, or with a lower grade. */
export function checkAchieved(
  { at, end }: Sentence,
  { text }: ReadText,
  { today, jobs }: Evidence,
  ranked: readonly NearLine[],
): Finding<BlockingCode>[] {
  const [first] = ranked;
  if (!first || first.weight < MIN_WEIGHT) return [];
  const said = foldText(text.slice(at, end));
  const isAchieved = () => achieved.test(said) && !limited.test(said);
  const areDue = () => {
    const stems = listStems(said);
    const near = ranked.filter(({ weight }) => weight >= first.weight * NEARLY);
    return [near, ranked]
      .flatMap((some) => keepNearest(some, stems))
      .every(({ line }) => !isWork(jobs, line.station) && isDue(line, stems, today));
  };
  return (isAchieved() && areDue()) || raisesGrade(said, ranked)
    ? [{ code: "unknown_diploma", detail: text.slice(at, end) }]
    : [];
}

/** What a line says of one thing. */
const PART = /[;|·•\n+]|\.\s|\s[-–—]\s/u;
/** "BTSA (ACSE abandonné)": another thing. */
const ASIDE = /\(\p{Lu}{2,}\s[^)]*\)/gu;
const STEM_CHARS = 5;
/** Of an exam any other has, too; but few are a "Kranschein". */
const paper = new RegExp(slots.papers, "u");
const compound = new RegExp(slots.paperCompounds, "u");
const listStems = (text: string) =>
  new Set(
    [...text.matchAll(/[a-z]{3,}|\d+/gu)].flatMap(([word]) =>
      paper.test(word) && !compound.test(word) ? [] : word.slice(0, STEM_CHARS),
    ),
  );

/** How many words of a sentence a folded text has. @param stems of the sentence */
const countShared = (text: string, stems: ReadonlySet<string>) =>
  [...listStems(text)].filter((stem) => stems.has(stem)).length;

/** Of lines as near, those with most words of a sentence: "Level 3" is in "Level 3, begun in September". */
function keepNearest(ranked: readonly NearLine[], stems: ReadonlySet<string>): NearLine[] {
  const counted = ranked.map((near) => ({ near, shared: countShared(foldText(near.line.quote), stems) }));
  const most = Math.max(...counted.map(({ shared }) => shared));
  return counted.flatMap(({ near, shared }) => (shared === most ? [near] : []));
}

/** Whether a line of the CV has as begun or planned what a sentence speaks of: "BTS, exam in June 2027". */
function isDue({ kind, quote, amounts }: Line, stems: ReadonlySet<string>, today: number): boolean {
  if (kind !== "cv") return false;
  const parts = foldText(quote.replace(ASIDE, ""))
    .split(PART)
    .map((part) => ({ part, shared: countShared(part, stems) }));
  const most = Math.max(...parts.map(({ shared }) => shared));
  const isOpen = (part: string) => due.test(part) && !(done.test(part) && !/\b(?:not|nicht|non|pas)\b/u.test(part));
  // A licence that is valid until then is had today.
  const isLater =
    !valid.test(foldText(quote)) &&
    amounts.some(({ kind: sort, values: [year = 0], month }) => sort === "year" && year * 12 + month > today);
  const meant = parts.filter(({ shared }) => shared === most);
  return most > 0 && meant.every(({ part }) => isOpen(part) || (isLater && !done.test(part)));
}

/** How many of the nearest lines may have the grade of another exam. */
const NEAR_LINES = 5;

/** Whether a sentence gives itself a better grade than its nearest line has, and none near by has it. */
function raisesGrade(said: string, ranked: readonly NearLine[]): boolean {
  return scales.some((grades) => {
    const told = grades.findLastIndex(({ given }) => given.test(said));
    if (told < 0) return false;
    const [held = "", ...others] = ranked.slice(0, NEAR_LINES).map(({ line }) => foldText(line.quote));
    const had = grades.findLastIndex((grade) => grade.held.test(held));
    return had >= 0 && told > had && !others.some((quote) => grades[told]?.held.test(quote));
  });
}
