import slots from "./data/slots.json" with { type: "json" };
import type { Evidence } from "./evidence.ts";
import { type Clause, listTokens, type ReadText, type Sentence } from "./sentences.ts";
import { isWork } from "./timeline.ts";

const locating = /^(?:bei|beim|im|in|am|an|fur|nach|von|vom|zu|zum|zur|der|dem|die|das)$/u;
const there = new RegExp(slots.there, "u");
const earlier = new RegExp(slots.before, "u");
/** "Here and there" */
export const joining = /^(?:et|and|und)$/u;
/** Words after which a sentence may speak of another job. */
export const sequel = new RegExp(`^(?:${slots.sequel.join("|")})$`, "u");

/** For each clause the jobs of the CV that it is about: those it names, or that the words before it named. */
export function readNamedStations(letter: ReadText, evidence: Evidence): Map<Clause, Set<number>> {
  const found = new Map<Clause, Set<number>>();
  let last = new Set<number>();
  for (const { clauses } of letter.sentences) {
    let here = new Set<number>();
    const all: Set<number>[] = [];
    for (const [at, clause] of clauses.entries()) {
      const words = listTokens(clause, letter).map(({ word }) => word);
      let named = findNames(clause, letter, evidence);
      const before = clauses[at - 1];
      // "Before X, I spent three years in Y": what follows was not at X.
      const isShort =
        before &&
        before.from === clauses[0]?.from &&
        before.to - before.from <= 6 &&
        !earlier.test(letter.tokens[before.from]?.word ?? "");
      const goesOn = isShort || letter.families[clause.from]?.has("split");
      if (named.size === 0 && words.some((word, step) => there.test(word) && words[step - 1] !== "m"))
        named = all.at(-1) ?? last;
      if (named.size === 0 && goesOn && !words.some((word) => sequel.test(word))) named = here;
      found.set(clause, named);
      here = named;
      if (named.size > 0) all.push(named);
    }
    // "There" is the one job that the sentence before named; what it calls otherwise no list knows.
    const work = all.filter((each) => [...each].some((station) => isWork(evidence.jobs, station)));
    const told = work.length > 0 ? work : all;
    const [one = new Set<number>()] = told;
    last = told.every((each) => [...each].every((station) => one.has(station))) ? one : new Set();
  }
  return found;
}

/** Jobs whose employer or place a clause names with a capital; of several words in a row those that fit best. */
export function findNames(
  clause: Clause,
  { tokens, text, language }: ReadText,
  { jobs, target, lines }: Evidence,
): Set<number> {
  // A town of several lines tells none.
  const isUnique = (word: string) =>
    lines.every(({ kind, words, station }) => kind !== "cv" || !words.has(word) || jobs[station - 1]?.names.has(word));
  const found = new Set<number>();
  for (let at = clause.from; at < clause.to; at += 1) {
    const run: string[] = [];
    let end = at;
    for (; end < clause.to; end += 1) {
      const token = tokens[end];
      const gap = end === at ? "" : text.slice(tokens[end - 1]?.end, token?.at);
      if (!token || !/^[ &.'-]*$/u.test(gap)) break;
      if (token.capital) run.push(token.word);
      else if (end === at || !/^(?:de|du|des|d|la|le|les|l|of|the|and|et|und|zur|zum|am|an|der|s)$/u.test(token.word))
        break;
    }
    const lead = tokens[at - 1]?.word ?? "";
    if (run.length === 0 || /^(?:from|aus|originaire)$/u.test(lead) || earlier.test(lead) || earlier.test(run[0] ?? ""))
      continue;
    const isPlaced = tokens.slice(Math.max(clause.from, at - 5), at + 1).some(({ word }) => locating.test(word));
    const scores = jobs.map(({ names, nouns }) => {
      const hits = run.filter((word) => !target.has(word) && hasName(names, word) && isUnique(word));
      const more = run.filter(
        (word) => !hits.includes(word) && !target.has(word) && nouns.has(word) && word.length >= 3,
      );
      return hits.length > 0 || more.length > 1 ? hits.length * 2 + more.length : 0;
    });
    const best = Math.max(0, ...scores);
    if (best > 0 && (isPlaced || language !== "de"))
      scores.forEach((score, station) => {
        if (score === best) found.add(station + 1);
      });
    at = Math.max(at, end - 1);
  }
  // A town may be that of a school too.
  const work = [...found].filter((station) => isWork(jobs, station));
  return work.length > 0 ? new Set(work) : found;
}
const hasName = (names: Set<string>, word: string) =>
  names.has(word) || (word.length >= 6 && [...names].some((name) => name === `${word}s` || `${name}s` === word));

/** The jobs that a sentence names, when it names one employer and goes on to no other. */
export function findOnlyStation(sentence: Sentence, letter: ReadText, namedBy: Set<number>[]): Set<number> {
  const [first, ...more] = namedBy.filter(({ size }) => size > 0);
  const goesOn = listTokens(sentence, letter).some(({ word }) => sequel.test(word));
  return !first || goesOn || more.some((each) => [...each].some((station) => !first.has(station))) ? new Set() : first;
}
