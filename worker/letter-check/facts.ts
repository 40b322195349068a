import { checkAmounts } from "./check-figures.ts";
import { checkLevels } from "./check-language-levels.ts";
import { checkNames } from "./check-names.ts";
import { checkTitle } from "./check-titles.ts";
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findNamedStations } from "./named-stations.ts";
import { type Clause, isUnknowing, type ReadText, type Sentence } from "./sentences.ts";
import { foldText } from "./tokenize.ts";
import { findConcept } from "./vocabulary.ts";

type Reason = Finding<BlockingCode>;

/** What a sentence states that the sources deny: a figure, a level, a diploma, a title. */
export function findContradictions(sentence: Sentence, letter: ReadText, evidence: Evidence): Reason[] {
  if (sentence.courtesy) return [];
  const named = findNamedStations(sentence, letter, evidence);
  return [
    ...checkAmounts(sentence, letter, evidence, named),
    ...checkLevels(sentence, letter, evidence),
    ...checkHeld(sentence, letter, evidence),
    ...sentence.clauses.flatMap((clause, at) => checkTitle(clause, letter, evidence, named[at] ?? new Set())),
    ...checkNames(sentence, letter, evidence),
    ...checkRungs(sentence, letter, evidence),
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
      const code = codes[hit?.concept.sort ?? ""];
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

const rung = new RegExp(`\\b(?:${slots.rungs}) ?(\\d)\\b`, "gu");
const listRungs = (text: string) =>
  [
    ...foldText(text)
      .replace(/\bl(?=\d)/gu, "level ")
      .matchAll(rung),
  ].map(([, level]) => level);

/** "Level 3" where the sources give the same certificate another level. */
function checkRungs({ clauses }: Sentence, { text, tokens }: ReadText, { lines }: Evidence): Reason[] {
  const graded = lines.filter((line) => isOwn(line) && !line.wished && listRungs(line.quote).length > 0);
  return clauses.flatMap(({ mode, subject, from, to }: Clause): Reason[] => {
    const said = text.slice(tokens[from]?.at, tokens[to - 1]?.end);
    const [level] = listRungs(said);
    if (level === undefined || mode !== "fact" || subject === "you") return [];
    const names = tokens.slice(from, to).filter(({ word, raw }) => word.length > 5 || /^\p{Lu}{3,}$/u.test(raw));
    const isAlike = ({ words }: Line) => names.some(({ word }) => words.has(word));
    const alike = graded.some(isAlike) ? graded.filter(isAlike) : graded;
    return alike.length === 0 || alike.some(({ quote }) => listRungs(quote).includes(level))
      ? []
      : [{ code: "unknown_diploma", detail: said.slice(0, 80) }];
  });
}
