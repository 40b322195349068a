import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, hasAkin, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { hasFamily, isUnknowing, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import { foldText, tokenize } from "./tokenize.ts";

const denied = new RegExp(slots.denied, "u");
const begun = new RegExp(`${slots.unfinished}|${slots.begun}`, "u");
const partly = new RegExp(slots.partly, "u");
const finished = new RegExp(`${slots.finished}|${slots.mastered}`, "u");

/** A part of a line, such as one of the tools that it lists. */
interface Part {
  words: Set<string>;
  limit: "denied" | "begun" | null;
}

const partsByLine = new WeakMap<Line, Part[]>();
/** The parts of a line that says of one of them "no", "not yet" or "basics"; none for other lines. */
function readParts(line: Line): Part[] {
  const known = partsByLine.get(line);
  if (known) return known;
  // "BTSA Productions animales (ACSE abandonné)"
  const split = line.quote.replace(/\([^)]*\p{Lu}[^)]*\)/gu, "").split(PART);
  const isLimited = [denied, begun].some((pattern) => split.some((part) => pattern.test(foldText(part).trim())));
  const parts = isLimited
    ? split.map((part): Part => {
        const said = foldText(part).trim();
        return {
          words: new Set(tokenize(part).tokens.map(({ word }) => word)),
          limit: denied.test(said) ? "denied" : begun.test(said) ? "begun" : null,
        };
      })
    : [];
  partsByLine.set(line, parts);
  return parts;
}
const PART = /[,;|·•\n]|\.\s|\s[-–/]\s/u;

const has = ({ words }: Part, unit: Unit) =>
  unit.words
    .filter((word) => word.length > 2)
    .every((word) => words.has(word) || (word.length > 4 && hasAkin(words, word)));

/** What a sentence says to be had or mastered, and the sources say only as missing or begun: "Photoshop: not yet". */
export function checkLimits(sentence: Sentence, letter: ReadText, { lines }: Evidence): Finding<BlockingCode>[] {
  const said = foldText(letter.text.slice(sentence.at, sentence.end));
  if (isUnknowing(sentence, letter) || begun.test(said) || partly.test(said)) return [];
  const isFinished = finished.test(said);
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
      if (limits.length === 0 || !(isFinished || limits.some(({ limit }) => limit === "denied"))) return [];
      const isHeld = own.some((line) =>
        limited.includes(line)
          ? readParts(line).some((part) => part.limit === null && has(part, unit))
          : cover(line, unit, true) === 2,
      );
      const [first, last] = [letter.tokens[unit.from], letter.tokens[unit.to]];
      return isHeld ? [] : [{ code: "unknown_skill", detail: letter.text.slice(first?.at, last?.end) }];
    });
  });
}
