import { LANGUAGES } from "../contract/limits.ts";
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findNames, joining, sequel } from "./named-stations.ts";
import { isUsual, listTokens, type ReadText, type Sentence, sliceText, type Unit } from "./sentences.ts";
import { isOccupation, isWork, type Station } from "./timeline.ts";

/** Families of words that say what was done, or with what. */
const TELLING = new Set(["domain", "unknown"]);

/** Sorts of words that are the candidate's own wherever the CV has them. */
const KEPT = new Set(["title", "diploma", "certificate", "language"]);
const beforeName = new RegExp(`^(?:${slots.beforeNames})$`, "u");

/** Whether a word tells of work: no name, no title, no past of a verb, no word of everyday. */
const isTelling = ({ from, words, hits }: Unit, { tokens, language }: ReadText, jobs: readonly Station[]) =>
  language !== null &&
  (language !== "de" || tokens[from]?.capital === true) &&
  !words.some((word) => LANGUAGES.some((each) => isOccupation(word, each))) &&
  !/é(?:e|s|es)?$/u.test(tokens[from]?.raw ?? "") &&
  !(tokens[from]?.capital === true && words.some((word) => jobs.some(({ names }) => names.has(word)))) &&
  !hits.some(({ concept }) => KEPT.has(concept.sort)) &&
  !(tokens[from]?.capital === true && hits.length === 0 && beforeName.test(tokens[from - 1]?.word ?? "")) &&
  !(words.length === 1 && isUsual(words[0] ?? ""));

/** What a sentence tells of a job that it names, and only lines of other jobs say. */
export function checkMoved(
  { clauses }: Sentence,
  letter: ReadText,
  evidence: Evidence,
  namedBy: readonly Set<number>[],
): Finding<BlockingCode>[] {
  const { lines, jobs, language } = evidence;
  // In another language each job may have a word for it.
  if (letter.language !== language || namedBy.every(({ size }) => size === 0)) return [];
  // "There" may be the job of any sentence before.
  const here = new Set(clauses.flatMap((clause) => [...findNames(clause, letter, evidence)]));
  // "After eleven years at X I …", "at X, then at Y"
  if (clauses.some((clause) => listTokens(clause, letter).some(({ word }) => sequel.test(word) && !joining.test(word))))
    return [];
  return clauses.flatMap((clause, at): Finding<BlockingCode>[] => {
    const named = new Set([...(namedBy[at] ?? [])].filter((station) => here.has(station)));
    const isOfWork = named.size > 0 && [...named].every((station) => isWork(jobs, station));
    if (clause.subject === "you" || clause.mode !== "fact" || !isOfWork) return [];
    const told = clause.units
      .filter((unit) => TELLING.has(unit.family) && isTelling(unit, letter, jobs))
      .map((unit) => ({ unit, holding: lines.filter((line) => cover(line, unit, true) > 0) }))
      .filter(({ holding }) => holding.length > 0);
    const others = told.filter(
      ({ unit, holding }) =>
        holding.every(({ kind, station }) => kind === "cv" && isWork(jobs, station) && !named.has(station)) &&
        // What only looks alike may be another thing: "halfway" and "half-time".
        holding.some(({ words }) => unit.words.every((word) => words.has(word))),
    );
    // One word more may be another's for what the job has.
    const moved = others.length * 2 >= told.length ? others[0]?.unit : undefined;
    if (!moved) return [];
    return [{ code: "moved_fact", detail: sliceText({ from: moved.from, to: moved.to + 1 }, letter) }];
  });
}
