import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { type Clause, isRare, isUnknowing, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import { isOccupation } from "./timeline.ts";
import { foldText } from "./tokenize.ts";
import { isCommon } from "./word-lists.ts";

type Reason = Finding<BlockingCode>;

const apprenticed = new RegExp(slots.apprenticed, "u");
const apprenticeship = new RegExp(slots.apprenticeship, "u");
const obtained = new RegExp(slots.obtained, "u");
const unfinished = new RegExp(slots.unfinished, "u");
const diplomaWord = new RegExp(slots.diplomas, "u");
const linking = /^(?:en|in|of|de|d|als|as|zum|zur|pour|for)$/u;
const rung = new RegExp(`\\b(?:${slots.rungs}) ?(\\d)\\b`, "u");
const rungs = new RegExp(rung, "gu");

/** Apprenticeships, diplomas and certificates: whether the candidate has them, from there, in that, and to the end. */
export function checkStudies(sentence: Sentence, letter: ReadText, evidence: Evidence, named: Set<number>[]): Reason[] {
  const own = evidence.lines.filter((line) => isOwn(line) && !line.wished);
  const isDenied = isUnknowing(sentence, letter) || sentence.clauses.some(({ mode }) => mode === "no");
  return sentence.clauses.flatMap((clause, at): Reason[] => {
    if (clause.mode !== "fact" || clause.subject === "you" || isDenied) return [];
    const said = letter.text.slice(letter.tokens[clause.from]?.at, letter.tokens[clause.to - 1]?.end);
    const folded = foldText(said);
    const detail = said.slice(0, 80);
    if (apprenticed.test(folded) && isOtherMaster(named[at] ?? new Set(), evidence))
      return [{ code: "moved_fact", detail }];
    const level = rung.exec(folded)?.[1];
    if (level !== undefined && isOtherRung(level, clause, letter, own)) return [{ code: "unknown_diploma", detail }];
    const unit = clause.units.find(
      (unit) =>
        unit.hits.some(
          ({ concept }) => concept.sort === "diploma" && Number(concept.family) >= 3 && Number(concept.family) <= 8,
        ) || unit.words.some((word) => diplomaWord.test(word)),
    );
    const from = letter.tokens.findIndex(
      ({ word }, index) => index >= clause.from && index < clause.to && diplomaWord.test(word),
    );
    const plain: Unit = { from, to: from, words: [letter.tokens[from]?.word ?? ""], hits: [], family: "domain" };
    if ((!unit && from < 0) || !isObtained(sentence, letter)) return [];
    const diploma = !unit ? plain : { ...unit, hits: unit.hits.filter(({ concept }) => concept.sort === "diploma") };
    const held = own
      .filter((line) => line.tokens.length > 2)
      .filter((line) => cover(line, diploma, false) > 0 || isSameDiploma(line, clause, letter));
    if (held.length > 0 && held.every(({ quote }) => unfinished.test(foldText(quote))))
      return [{ code: "unknown_diploma", detail }];
    if (letter.language !== evidence.language) return [];
    const place = findOtherSchool(diploma, clause, letter, held, own, evidence);
    const field = findOtherField(clause, diploma, letter, held, own);
    return [place, field].flatMap((words) =>
      words === undefined ? [] : [{ code: "unknown_diploma" as const, detail: words }],
    );
  });
}

/** An apprenticeship with one of the employers where another trained. */
function isOtherMaster(named: Set<number>, { jobs }: Evidence): boolean {
  if (named.size === 0 || [...named].some((station) => jobs[station - 1]?.school !== false)) return false;
  const trains = (station: number) => apprenticeship.test(foldText(jobs[station - 1]?.header ?? ""));
  const names = new Set([...named].flatMap((station) => [...(jobs[station - 1]?.names ?? [])]));
  return (
    !jobs.some((job, at) => trains(at + 1) && (named.has(at + 1) || [...job.names].some((name) => names.has(name)))) &&
    jobs.some(({ school, names: its }, at) => !school && its.size > 0 && trains(at + 1))
  );
}

/** "Level 3" where the sources give the same certificate another level. */
function isOtherRung(level: string, clause: Clause, letter: ReadText, own: Line[]): boolean {
  const graded = own.flatMap((line) => {
    const found = [
      ...foldText(line.quote)
        .replace(/\bl(?=\d)/gu, "level ")
        .matchAll(rungs),
    ].map(([, value]) => value);
    return found.length > 0 ? [{ line, found }] : [];
  });
  const words = letter.tokens.slice(clause.from, clause.to);
  const alike = graded.filter(({ line }) =>
    words.some(
      ({ word, raw }) =>
        line.words.has(word) && (word.length > 4 || /^\p{Lu}{3,}$/u.test(raw)) && !rung.test(`${word} 1`),
    ),
  );
  const pool = alike.length > 0 ? alike : graded;
  return pool.length > 0 && !pool.some(({ found }) => found.includes(level));
}

const isObtained = ({ at, end }: Sentence, { text }: ReadText) => obtained.test(foldText(text.slice(at, end)));

/** A course whose line has the words beside the diploma: "degree in ecology" and "BSc Ecology". */
const isSameDiploma = (line: Line, clause: Clause, letter: ReadText) =>
  (line.families.has("diploma") || diplomaWord.test(line.quote.toLowerCase())) &&
  clause.units.some(
    ({ family, from, words }) =>
      (family === "domain" || family === "unknown" || family === "known") &&
      linking.test(letter.tokens[from - 1]?.word ?? "") &&
      words.every((word) => word.length > 4 && line.words.has(word)),
  );

/** A school or town of the sources, but of none of the lines with the diploma. */
function findOtherSchool(
  { to }: Unit,
  clause: Clause,
  { tokens, language }: ReadText,
  held: Line[],
  own: Line[],
  { jobs, target }: Evidence,
): string | undefined {
  if (held.length === 0) return undefined;
  const stations = new Set(held.map(({ station }) => station));
  const near = own.filter(
    (line) =>
      held.includes(line) ||
      (line.station > 0 && stations.has(line.station)) ||
      held.some((one) => one.station === 0 && Math.abs(own.indexOf(one) - own.indexOf(line)) <= 1),
  );
  const after = tokens.slice(to + 1, Math.min(clause.to, to + 10));
  const end = after.findIndex(({ word }) => /^(?:and|et|und|par|chez|with|mit|avec)$/u.test(word));
  const said = end < 0 ? after : after.slice(0, end);
  const placed = said.findIndex(({ word }) => /^(?:at|from|in|an|am|a|au)$/u.test(word));
  return said.find(
    ({ word, capital, opens }, at) =>
      placed >= 0 &&
      at > placed &&
      capital &&
      !opens &&
      word.length >= 4 &&
      !target.has(word) &&
      (language === "de"
        ? isRare(word) && !isCommon(word, "de") && jobs.some(({ names }) => names.has(word))
        : own.some((line) => line.tokens.some((token) => token.capital && token.word === word))) &&
      !near.some(({ words }) => words.has(word)),
  )?.raw;
}

/** What a diploma is said to be in, which only other lines have, or none. */
function findOtherField(
  clause: Clause,
  diploma: Unit,
  letter: ReadText,
  held: Line[],
  own: Line[],
): string | undefined {
  const { language, tokens } = letter;
  if (language === null) return undefined;
  return clause.units
    .find((unit) => {
      const word = unit.words.at(-1) ?? "";
      const isStudied =
        unit.from > diploma.to &&
        unit.from - diploma.to <= 3 &&
        word.length >= 5 &&
        linking.test(tokens[unit.from - 1]?.word ?? "") &&
        (unit.family === "domain" || (language !== "de" && isOccupation(word, language)));
      if (!isStudied || tokens[unit.from]?.capital !== (language === "de")) return false;
      return !(held.length > 0 ? held : own).some((line) => cover(line, unit, true) > 0);
    })
    ?.words.join(" ");
}
