import { checkAmounts } from "./check-figures.ts";
import { checkLevels } from "./check-language-levels.ts";
import { checkLimits } from "./check-limits.ts";
import { checkMoved } from "./check-moved.ts";
import { checkNames } from "./check-names.ts";
import { checkTitle } from "./check-titles.ts";
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, isGlued, isOwn, isShortened, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { joining } from "./named-stations.ts";
import {
  type Clause,
  hasFamily,
  isUnknowing,
  listTokens,
  type ReadText,
  type Sentence,
  sliceText,
  type Unit,
} from "./sentences.ts";
import { foldText, type Token } from "./tokenize.ts";
import { type Concept, findConcept } from "./vocabulary.ts";
import { isStopWord } from "./word-lists.ts";

type Reason = Finding<BlockingCode>;

/** What a sentence states that the sources deny: a figure, a level, a diploma, a title. */
export function findContradictions(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  stations: Map<Clause, Set<number>>,
): Reason[] {
  if (sentence.courtesy) return [];
  const named = sentence.clauses.map((clause) => stations.get(clause) ?? new Set<number>());
  return [
    ...checkAmounts(sentence, letter, evidence, named),
    ...checkLevels(sentence, letter, evidence),
    ...(isUnknowing(sentence, letter)
      ? []
      : [...checkHeld(sentence, letter, evidence), ...checkCodes(sentence, letter, evidence)]),
    ...sentence.clauses.flatMap((clause, at) => checkTitle(clause, letter, evidence, named[at] ?? new Set())),
    ...checkNames(sentence, letter, evidence),
    ...checkLimits(sentence, letter, evidence),
    ...checkMoved(sentence, letter, evidence, named),
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
  return clauses.flatMap((clause) => {
    if (clause.mode !== "fact" || clause.subject === "you") return [];
    return clause.units.flatMap((unit): Reason[] => {
      const hits = unit.hits
        .filter(({ concept }) => concept.sort in codes && !concept.id.endsWith("-hint"))
        .toSorted((a, b) => b.to - b.from - (a.to - a.from));
      const [hit] = hits;
      const code = codes[hit?.concept.sort ?? ""];
      if (!hit || !code || (hit.concept.sort === "tool" && letter.tokens[unit.from]?.capital !== true)) return [];
      const after = hasFamily({ from: clause.from, to: unit.from }, letter, "you");
      const pool = evidence.lines.filter((line) => (isOwn(line) && !line.wished) || (after && line.kind === "company"));
      // "Bachelier" is one of two diplomas: either will do.
      const meant = hits.filter(({ from, to }) => to - from === hit.to - hit.from);
      const holding = pool.filter((line) => meant.some((each) => cover(line, { ...unit, hits: [each] }, false) > 0));
      if (holding.length > 0) {
        const isOther =
          code === "unknown_diploma"
            ? isOtherSubject(unit, clause, letter, evidence, holding)
            : hit.concept.sort === "certificate" && isOtherClass(unit, clause, sentence, letter, holding);
        return isOther ? [{ code, detail: unit.words.join(" ") }] : [];
      }
      const { raw = "" } = letter.tokens[unit.from] ?? {};
      const holds = (line: Line) =>
        isShortened(line, unit.words) || isGlued(line, raw) || listsClasses(line, unit, letter);
      if (pool.some(holds)) return [];
      const isForeign = letter.language !== evidence.language;
      // "Nacelle, dégâts de tempête": a thing that one has to do with, for which the sources may have another word.
      const isThing = hit.concept.sort === "certificate" && !unit.words.some((word) => readCode(word));
      if (isForeign && isThing && !isPaper(unit, clause, letter)) return [];
      const isGeneric = /^diplom[ae]?s?$/u.test(unit.words[0] ?? "") && isLowerDiploma(GENERIC_GRADE, evidence, letter);
      if (isForeign && (isGeneric || hit.concept.id.startsWith("university"))) return [];
      if (clause.subject !== "me" && (hit.concept.family === "9" || clauses.some(({ subject }) => subject === "you")))
        return [];
      if (code === "unknown_diploma" && isLowerDiploma(hit.concept.family, evidence, letter)) return [];
      return [{ code, detail: unit.words.join(" ") }];
    });
  });
}

const paper = new RegExp(slots.papers, "u");
/** Whether a clause speaks of a licence or certificate, by a word for one or by its initials. */
const isPaper = ({ from, to }: Unit, clause: Clause, letter: ReadText) =>
  listTokens(clause, letter).some(({ word }) => paper.test(word)) ||
  listTokens({ from, to: to + 1 }, letter).some(({ raw }) => /^\p{Lu}{2,}/u.test(raw));

const classWord = new RegExp(`^(?:[1-9][a-z]?|i{2,3}|iv|${slots.classes})$`, "u");
/** The classes of driving licences, in capitals. */
const drivingClass = /^(?:A[12M]?|B[E1]?|C1?E?|D1?E?|HR|HC|MC|MR)$/u;
/** "A food safety award" */
const isClass = ({ word, raw, opens }: Token) =>
  classWord.test(word) || (drivingClass.test(raw) && !(opens && raw === "A"));
const classLink = new RegExp(`^(?:${slots.classLinks})$`, "u");
/** "Führerschein: A, B" where a letter has "permis A". */
function listsClasses({ concepts, tokens }: Line, { from, to }: Unit, letter: ReadText): boolean {
  const said = listTokens({ from, to: to + 1 }, letter);
  const classes = said.filter(({ raw }) => drivingClass.test(raw));
  return (
    classes.length > 0 &&
    concepts.has("licence-hint") &&
    classes.every(({ raw }) => tokens.some((token) => token.raw === raw)) &&
    said.every((token) => classes.includes(token) || paper.test(token.word) || classLink.test(token.word))
  );
}

/** Words before and after a certificate's name in which its class stands: "Class 2 HGV", "SSIAP 2". */
const CLASS_REACH = { before: 2, after: 3 };

/** Whether a certificate is said to be of a class that no line with it has, while some have another. */
function isOtherClass(
  { from, to }: Unit,
  clause: Clause,
  sentence: Sentence,
  { tokens, amounts }: ReadText,
  holding: readonly Line[],
): boolean {
  // "Categories 1, 3, 5 and 6" goes beyond its clause.
  const rest = tokens.slice(to + 1, sentence.to);
  const listed = rest.findIndex((token) => !isClass(token) && !classLink.test(token.word));
  const reach = Math.max(listed < 0 ? rest.length : listed, Math.min(clause.to - to - 1, CLASS_REACH.after));
  const near = tokens.slice(Math.max(clause.from, from - CLASS_REACH.before), to + 1 + reach);
  const isMeasured = (at: number) =>
    amounts.some((amount) => amount.at === at && amount.unit !== "" && !classLink.test(amount.unit));
  const said = near.filter((token) => isClass(token) && !isMeasured(token.at)).map(({ word }) => word);
  const classed = holding.filter((line) => line.tokens.some(isClass));
  return said.length > 0 && classed.length > 0 && said.some((word) => classed.every((line) => !line.words.has(word)));
}

/** Matches a code of letters and at least two digits, and its letters: "Q1", "M2" and "B1" tell no product. */
const readCode = (word: string) => /^(\p{L}+)\d{2,}/u.exec(word);

/** "R486" where the sources have "R482": codes of standards, licences and products with other digits. */
function checkCodes(sentence: Sentence, letter: ReadText, { words }: Evidence): Reason[] {
  const stated = sentence.clauses.filter(({ mode, subject }) => mode === "fact" && subject !== "you");
  const strange = stated
    .flatMap((clause) => listTokens(clause, letter))
    .filter(({ word }) => readCode(word) && !words.has(word));
  if (strange.length === 0) return [];
  // Both the codes and their letters.
  const known = new Set([...words].flatMap((word) => readCode(word) ?? []));
  return strange.flatMap(({ word, raw }): Reason[] => {
    const [code = "", letters = ""] = readCode(word) ?? [];
    return known.has(letters) && !known.has(code) ? [{ code: "unknown_skill", detail: raw }] : [];
  });
}

/** What may stand between a diploma and its subject: "Master in Chemie", "licence de droit". */
const subjectLinks = new RegExp(`^(?:${slots.subjectLinks})$`, "u");

/** "A master's in the subject", "mon BTSA en poche" */
const vague = new RegExp(`^(?:${slots.vague})$`, "u");

/** Whether a diploma that the sources have is said to be in a subject that no line beside it has. */
function isOtherSubject(
  { to, words }: Unit,
  { units, to: end }: Clause,
  { language, tokens, text }: ReadText,
  { lines, jobs, language: cvLanguage }: Evidence,
  holding: Line[],
): boolean {
  const subject: Unit[] = [];
  let isLinked = subjectLinks.test(words.at(-1) ?? "");
  for (let at = to + 1; at < end && /^[ '-]*$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at)); at += 1) {
    const unit = units.find((each) => each.from <= at && each.to >= at);
    const word = tokens[at]?.word ?? "";
    // "Geselle und dann auf der Walz"
    if (subject.length === 0 && joining.test(word)) break;
    if (subjectLinks.test(word)) isLinked = true;
    else if (vague.test(word)) break;
    else if (unit && isLinked && unit.hits.every(({ concept }) => concept.sort !== "diploma")) subject.push(unit);
    else break;
  }
  const places = holding.map((line) => ({ at: lines.indexOf(line), station: line.station }));
  // A line that names what was studied speaks for itself.
  const telling = holding.filter((line) => namesSubject(line, words));
  const near =
    telling.length === holding.length
      ? telling
      : lines.filter((line, at) =>
          places.some(
            (held) =>
              Math.abs(held.at - at) <= 2 ||
              (held.station > 0 && held.station === line.station && jobs[held.station - 1]?.school === true),
          ),
        );
  const isSame = language === cvLanguage;
  const isField = (concept: Concept | undefined) => concept?.sort === "field";
  // Subjects in two languages are compared by their meaning, where both have one.
  const told = isSame ? subject : subject.filter(({ hits }) => hits.some(({ concept }) => isField(concept)));
  const isHeld = (unit: Unit) =>
    near.some((line) => isOwn(line) && (cover(line, unit, isSame) === 2 || isInitialed(line, unit))) ||
    lines.some((line) => isOwn(line) && unit.words.every((word) => line.words.has(word)));
  return (
    told.length > 0 &&
    !told.some(isHeld) &&
    (isSame || near.some(({ concepts }) => [...concepts].some((id) => isField(findConcept(id)))))
  );
}

/** "Master CCA", "BTS MUC": in capitals, with the subject's first letter. */
const isInitialed = ({ tokens }: Line, { words: [word = ""] }: Unit) =>
  tokens.some(({ raw }) => /^\p{Lu}{2,5}$/u.test(raw) && raw.toLowerCase().includes(word.slice(0, 1)));

/** Whether a word of some weight stands right behind a diploma: "BA (Hons) English Literature, UEA". */
function namesSubject({ tokens, quote }: Line, diploma: readonly string[]): boolean {
  const at = tokens.findLastIndex(({ word }) => diploma.includes(word));
  return tokens
    .slice(at + 1, at + 4)
    .some(
      ({ word, at: from }) =>
        word.length >= 4 && !isStopWord(word) && !/[,–—|]|\s-\s/u.test(quote.slice(tokens[at]?.end, from)),
    );
}

/** From which a diploma may be called a "Diplom" in another language. */
const GENERIC_GRADE = "5";
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
function checkRungs({ clauses }: Sentence, letter: ReadText, { lines }: Evidence): Reason[] {
  const graded = lines.filter((line) => isOwn(line) && !line.wished && listRungs(line.quote).length > 0);
  return clauses.flatMap(({ mode, subject, from, to }: Clause): Reason[] => {
    const said = sliceText({ from, to }, letter);
    const [level] = listRungs(said);
    if (level === undefined || mode !== "fact" || subject === "you") return [];
    const names = listTokens({ from, to }, letter).filter(
      ({ word, raw }) => word.length > 5 || /^\p{Lu}{3,}$/u.test(raw),
    );
    const isAlike = ({ words }: Line) => names.some(({ word }) => words.has(word));
    const alike = graded.some(isAlike) ? graded.filter(isAlike) : graded;
    return alike.length === 0 || alike.some(({ quote }) => listRungs(quote).includes(level))
      ? []
      : [{ code: "unknown_diploma", detail: said.slice(0, 80) }];
  });
}
