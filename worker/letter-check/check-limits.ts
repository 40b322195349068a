import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, hasAkin, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { hasFamily, isUnknowing, type ReadText, type Sentence, sliceText, type Unit } from "./sentences.ts";
import { foldText, tokenize } from "./tokenize.ts";

const denied = new RegExp(slots.denied, "u");
const unfinished = new RegExp(slots.unfinished, "u");
const begun = new RegExp(`${slots.unfinished}|${slots.begun}`, "u");
const partly = new RegExp(slots.partly, "u");
const finished = new RegExp(slots.finished, "u");
const mastered = new RegExp(`${slots.finished}|${slots.mastered}`, "u");

/** "BTSA Productions animales (ACSE abandonné)": what is begun there is another thing. */
const dropAsides = (quote: string) => quote.replace(/\([^)]*\p{Lu}[^)]*\)/gu, "");

/** Whether what is said to be finished is begun in each line that has it: "DSCG: en préparation". */
export function isUnfinished({ at, end }: Sentence, { text }: ReadText, holding: readonly Line[]): boolean {
  const said = foldText(text.slice(at, end));
  if (!finished.test(said) || unfinished.test(said) || partly.test(said)) return false;
  return holding.every(({ kind, quote }) => kind === "cv" && unfinished.test(foldText(dropAsides(quote))));
}

/** A part of a line, such as one of the tools that it lists. */
interface Part {
  words: Set<string>;
  limit: "denied" | "begun" | null;
}

function readLimit(part: string): Part["limit"] {
  const said = foldText(part).trim();
  return denied.test(said) ? "denied" : begun.test(said) ? "begun" : null;
}

const PART = /[,;|·•\n]|\.\s|\s[-–/]\s/u;
const partsByLine = new WeakMap<Line, Part[]>();
/** The parts of a line that says of one of them "no", "not yet" or "basics"; none for other lines. */
function readParts(line: Line): Part[] {
  const known = partsByLine.get(line);
  if (known) return known;
  const read = dropAsides(line.quote)
    .split(PART)
    .map((part) => ({ part, limit: readLimit(part) }));
  const parts = read.every(({ limit }) => limit === null)
    ? []
    : read.map(({ part, limit }) => ({ limit, words: new Set(tokenize(part).tokens.map(({ word }) => word)) }));
  partsByLine.set(line, parts);
  return parts;
}

const has = ({ words }: Part, unit: Unit) =>
  unit.words
    .filter((word) => word.length > 2)
    .every((word) => words.has(word) || (word.length > 4 && hasAkin(words, word)));

/** What a sentence says to be had or mastered, and the sources say only as missing or begun: "Photoshop: not yet". */
export function checkLimits(sentence: Sentence, letter: ReadText, { lines }: Evidence): Finding<BlockingCode>[] {
  const said = foldText(letter.text.slice(sentence.at, sentence.end));
  if (isUnknowing(sentence, letter) || begun.test(said) || partly.test(said)) return [];
  const isMastered = mastered.test(said);
  const own = lines.filter((line) => isOwn(line) && !line.wished);
  const limited = own.filter((line) => readParts(line).length > 0);
  if (limited.length === 0) return [];
  return sentence.clauses.flatMap((clause): Finding<BlockingCode>[] => {
    if (clause.mode !== "fact" || clause.subject === "you" || hasFamily(clause, letter, "you")) return [];
    return clause.units.flatMap((unit): Finding<BlockingCode>[] => {
      if (!["domain", "unknown"].includes(unit.family)) return [];
      const limits = limited.flatMap((line) =>
        readParts(line).filter((part) => part.limit !== null && has(part, unit)),
      );
      if (limits.length === 0 || !(isMastered || limits.some(({ limit }) => limit === "denied"))) return [];
      const isHeld = own.some((line) =>
        limited.includes(line)
          ? readParts(line).some((part) => part.limit === null && has(part, unit))
          : cover(line, unit, true) === 2,
      );
      if (isHeld) return [];
      return [{ code: "unknown_skill", detail: sliceText({ from: unit.from, to: unit.to + 1 }, letter) }];
    });
  });
}
