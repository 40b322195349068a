import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, type Line } from "./evidence.ts";
import type { Clause, ReadText, Unit } from "./sentences.ts";
import { foldText } from "./tokenize.ts";

/** Words before what someone is. */
export const copula = new RegExp(`^(?:${slots.copula.join("|")})$`, "u");
const adjunct = new RegExp(`^(?:${slots.adjuncts.join("|").replaceAll("*", "[a-z]*")})$`, "u");
const ladder = slots.ladder.map(([rank, forms]) => ({ rank: Number(rank), fits: new RegExp(`\\b(?:${forms})`, "u") }));
const articles = /^(?:un|une|a|an|the|ein|eine|einen|als|la|le|l|der|die|das|as|comme|de|en|tant|que)$/u;

/** The highest rank said in a text; 2 for a worker. */
const readRank = (text: string): number =>
  Math.max(
    0,
    ...ladder.filter(({ fits }) => fits.test(text)).map(({ rank }) => (rank === 0 ? 1 : rank)),
    ladder[0]?.fits.test(text) ? 1 : 2,
  );

/** Whether "I was", "als", "en tant que" stands before a title. */
export const isClaimedTitle = ({ from }: Unit, clause: Clause, letter: ReadText) =>
  letter.tokens
    .slice(Math.max(clause.from, from - 4), from)
    .some(({ word }, step, near) => copula.test(word) && near.slice(step + 1).every((next) => isThin(next.word)));
const isThin = (word: string) => articles.test(word) || copula.test(word) || adjunct.test(word) || word.length < 8;

/** Lines in which a CV says what someone is: headers of jobs, its first lines, and what the candidate says. */
const listTitles = ({ lines, jobs }: Evidence, named: Set<number>): Line[] => {
  const headers = jobs.map(({ header }) => header.split("\n").map((line) => line.trim()));
  return lines.filter(
    ({ kind, station, quote }, at) =>
      kind === "template" ||
      kind === "confirmed" ||
      (kind === "cv" &&
        (station === 0 ? at < 8 : named.size === 0 || named.has(station)) &&
        (station === 0 || headers[station - 1]?.includes(quote))),
  );
};

/** Whether a title is above what the sources say: an apprentice's as a worker's, a deputy's as a manager's. */
export function isRaisedTitle(unit: Unit, clause: Clause, letter: ReadText, evidence: Evidence, named: Set<number>) {
  const { tokens } = letter;
  const own = listTitles(evidence, named);
  const said = tokens.slice(Math.max(clause.from, unit.from - 2), Math.min(clause.to, unit.to + 4));
  const text = foldText(letter.text.slice(tokens[unit.from]?.at, said.at(-1)?.end));
  if (said.some(({ word }) => adjunct.test(word)) || own.length === 0) return false;
  const word = unit.words.at(-1) ?? "";
  const uses = own.flatMap((line) =>
    line.tokens.flatMap((token, at) =>
      token.word === word || token.word === word.replace(/(?:in|e)$/u, "") ? [{ line, at }] : [],
    ),
  );
  if (uses.length > 0)
    return uses.every(
      ({ line, at }) =>
        line.kind === "cv" &&
        [line.tokens[at - 1], line.tokens[at + 1]].some((near) => near !== undefined && adjunct.test(near.word)),
    );
  const rank = Math.max(0, ...ladder.filter(({ fits }) => fits.exec(text)?.index === 0).map((rung) => rung.rank));
  const held = evidence.lines.filter(
    (line) => line.kind !== "company" && !line.deputy && !line.tokens.some((token) => adjunct.test(token.word)),
  );
  return (
    rank >= 4 &&
    rank > Math.max(2, ...held.map(({ quote }) => readRank(foldText(quote)))) &&
    !held.some((line) => cover(line, unit, false) === 2)
  );
}
