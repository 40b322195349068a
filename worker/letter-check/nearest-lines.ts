import { isOwn, type Line } from "./evidence.ts";
import type { Sentence, Unit } from "./sentences.ts";

/** A word of a clause, how well its best line says it (0 to 2), and the lines that do. */
export interface Backed {
  unit: Unit;
  backing: { line: Line; how: number }[];
  best: number;
}

/** What every letter says tells nothing. */
export const isTelling = ({ unit }: Backed): boolean => unit.family !== "common" && unit.family !== "help";

/** The words by which a sentence tells facts of its writer. */
export const listOwnWords = ({ clauses }: Sentence, covered: readonly Backed[][]): Backed[] =>
  clauses.flatMap(({ subject, mode }, at) =>
    mode === "fact" && subject !== "you" ? (covered[at] ?? []).filter(isTelling) : [],
  );

export interface NearLine {
  line: Line;
  /** How much of the sentence it says; a word that few lines have counts more. */
  weight: number;
}

/** The candidate's lines that say most of a sentence, the best one first. */
export function rankLines(own: readonly Backed[]): NearLine[] {
  const weights = new Map<Line, number>();
  for (const { backing } of own)
    for (const { line, how } of backing.filter((each) => isOwn(each.line)))
      weights.set(line, (weights.get(line) ?? 0) + how / Math.sqrt(1 + backing.length));
  return [...weights].map(([line, weight]) => ({ line, weight })).toSorted((a, b) => b.weight - a.weight);
}
