import { checkContrasts } from "./check-contrasts.ts";
import { checkAmounts, checkMonths } from "./check-figures.ts";
import { checkLevels } from "./check-language-levels.ts";
import { checkNames } from "./check-names.ts";
import { checkStudies } from "./check-studies.ts";
import { checkTitle } from "./check-titles.ts";
import { cover, type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findNamedStations, sequel } from "./named-stations.ts";
import { type Clause, isUnknowing, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import { isTitle } from "./timeline.ts";
import { findConcept } from "./vocabulary.ts";

type Reason = Finding<BlockingCode>;

/** What a sentence states that the sources deny: a figure, a level, a diploma, a title, a fact of another job. */
export function findContradictions(sentence: Sentence, letter: ReadText, evidence: Evidence): Reason[] {
  if (sentence.courtesy) return [];
  const named = findNamedStations(sentence, letter, evidence);
  return [
    ...checkAmounts(sentence, letter, evidence, named),
    ...checkLevels(sentence, letter, evidence),
    ...checkHeld(sentence, letter, evidence),
    ...sentence.clauses.flatMap((clause, at) => checkTitle(clause, letter, evidence, named[at] ?? new Set())),
    ...checkMoved(sentence, letter, evidence, named),
    ...checkNames(sentence, letter, evidence),
    ...checkStudies(sentence, letter, evidence, named),
    ...checkContrasts(sentence, letter, evidence, named),
    ...checkMonths(sentence, letter, evidence),
  ];
}

const codes: Record<string, BlockingCode> = {
  tool: "unknown_skill",
  certificate: "unknown_skill",
  diploma: "unknown_diploma",
};

/** Diplomas, certificates, tools and titles that the candidate does not have. */
function checkHeld(sentence: Sentence, letter: ReadText, evidence: Evidence): Reason[] {
  const { clauses } = sentence;
  if (isUnknowing(sentence, letter)) return [];
  return clauses.flatMap((clause) => {
    if (clause.mode !== "fact" || clause.subject === "you") return [];
    return clause.units.flatMap((unit): Reason[] => {
      const hit = unit.hits.find(({ concept }) => concept.sort in codes && !concept.id.endsWith("-hint"));
      const code = hit && codes[hit.concept.sort];
      if (!hit || !code || (hit.concept.sort === "tool" && letter.tokens[unit.from]?.capital !== true)) return [];
      const after = letter.families.slice(clause.from, unit.from).some((each) => each.has("you"));
      const pool = evidence.lines.filter((line) => (isOwn(line) && !line.wished) || (after && line.kind === "company"));
      if (pool.some((line) => cover(line, { ...unit, hits: [hit] }, false) > 0)) return [];
      const isForeign = letter.language !== evidence.language;
      if (isForeign && hit.concept.id.startsWith("university")) return [];
      if (clause.subject !== "me" && (hit.concept.family === "9" || clauses.some(({ subject }) => subject === "you")))
        return [];
      if (code === "unknown_diploma" && isLowerDiploma(hit.concept.family, evidence, letter)) return [];
      return [{ code, detail: unit.words.join(" ") }];
    });
  });
}

/** In another language a diploma no higher than the candidate's may be its translation. */
const isLowerDiploma = (grade: string, { lines, language }: Evidence, letter: ReadText) =>
  language !== letter.language &&
  Number(grade) <=
    Math.max(
      0,
      ...lines
        .filter(isOwn)
        .flatMap((line) => [...line.concepts])
        .map((id) => findConcept(id))
        .map((concept) => (concept?.sort === "diploma" ? Number(concept.family) || 0 : 0)),
    );

/** Facts of one job stated of another. */
function checkMoved({ clauses }: Sentence, letter: ReadText, evidence: Evidence, namedBy: Set<number>[]): Reason[] {
  const own = evidence.lines.filter(isOwn);
  return clauses.flatMap((clause, at): Reason[] => {
    const named = namedBy[at];
    if (!named || named.size === 0 || clause.subject === "you" || clause.mode !== "fact") return [];
    const isWork = (station: number) => station > 0 && evidence.jobs[station - 1]?.school === false;
    if (![...named].every(isWork)) return [];
    const moved = clause.units.filter((unit) => {
      if (!["domain", "unknown", "known", "scope", "life"].includes(unit.family)) return false;
      if (letter.language !== "de" && letter.tokens[unit.from]?.capital) return false;
      if (
        isTitle(unit.words.at(-1) ?? "") ||
        isInName(unit, clause, letter, evidence) ||
        isPastAnother(unit, clause, letter, evidence)
      )
        return false;
      if (unit.hits.some(({ concept }) => !["word", "field", "skill"].includes(concept.sort))) return false;
      const says = ({ words }: Line) => unit.words.every((word) => words.has(word) || isInflected(words, word));
      const holding = own.filter(says);
      return (
        holding.some(({ station }) => isWork(station)) &&
        holding.every(({ station }) => isWork(station) && !named.has(station)) &&
        !own.some((line) => named.has(line.station) && cover(line, unit, false) === 2 && !hasFamilyOnly(unit))
      );
    });
    const isSure = moved.some(({ family }) => family !== "known") || moved.length > 1;
    return isSure ? [{ code: "moved_fact", detail: moved.map(({ words }) => words.join(" ")).join(", ") }] : [];
  });
}
/** "after the apprenticeship at A I baked": what stands past such a word may be of another job. */
function isPastAnother({ from, to }: Unit, clause: Clause, { tokens }: ReadText, { jobs }: Evidence): boolean {
  const place = tokens.findIndex(
    ({ word, capital }, at) => at >= clause.from && capital && jobs.some(({ names }) => names.has(word)),
  );
  return tokens.slice(Math.min(to, place), Math.max(from, place) + 1).some(({ word }) => sequel.test(word));
}

/** A word of everyday working life, which another word of its field would cover too. */
const hasFamilyOnly = ({ hits }: Unit) => hits.every(({ concept }) => concept.sort === "word");
const isInflected = (words: Set<string>, word: string) =>
  word.length >= 5 &&
  [...words].some((other) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    return (
      short.length >= 5 &&
      long.length - short.length <= 3 &&
      long.startsWith(short.slice(0, Math.max(5, short.length - 2)))
    );
  });

/** Whether a word is part of an employer's name: "Elektro Brandau", "Paketzentrum Töss". */
function isInName({ from, to }: Unit, clause: Clause, { tokens, text }: ReadText, { jobs }: Evidence): boolean {
  let [first, last] = [from, to];
  const goesOn = (at: number) =>
    tokens[at]?.capital === true && /^[ &.'-]*$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at));
  while (first > clause.from && tokens[first]?.capital && goesOn(first) && tokens[first - 1]?.capital) first -= 1;
  while (last + 1 < clause.to && goesOn(last + 1)) last += 1;
  return tokens
    .slice(first, last + 1)
    .some(({ word, capital }) => capital && jobs.some(({ names }) => names.has(word)));
}
