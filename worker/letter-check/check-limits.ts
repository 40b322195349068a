import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, hasAkin, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { hasFamily, isUnknowing, type ReadText, type Sentence, sliceText, type Unit } from "./sentences.ts";
import { foldText, tokenize } from "./tokenize.ts";

const denied = new RegExp(slots.denied, "u");
const begun = new RegExp(`${slots.unfinished}|${slots.begun}`, "u");
const partly = new RegExp(slots.partly, "u");
const mastered = new RegExp(`${slots.finished}|${slots.mastered}`, "u");

/** "BTSA Productions animales (ACSE abandonné)": what is begun there is another thing. */
const dropAsides = (quote: string) => quote.replace(/\([^)]*\p{Lu}[^)]*\)/gu, "");

/** A part of a line, such as one of the tools that it lists. */
interface Part {
  words: Set<string>;
  limit: "denied" | "begun" | null;
}

function readLimit(part: string): Part["limit"] {
  const said = foldText(part).trim();
  const match = denied.exec(said);
  // "Year 6 not passed Camping Les Pins": what stands behind is of another column.
  const isDenied = match !== null && !/^non \S+ +[a-z]+ [a-z]+/u.test(said.slice(match.index));
  return isDenied ? "denied" : begun.test(said) ? "begun" : null;
}

/** "Linux, Python: basics": what stands before the colon is all that. */
const LIST = /^(?<items>[^:;]+): *(?<level>[^:;,]+)$/u;
const PART = /[,;]|\s[-–/]\s/u;
const SENTENCE = /[|·•\n]|\.\s/u;
const partsByLine = new WeakMap<Line, Part[]>();
/** The parts of a line that says of one of them "no", "not yet" or "basics"; none for other lines. */
function readParts(line: Line): Part[] {
  const known = partsByLine.get(line);
  if (known) return known;
  const read = dropAsides(line.quote)
    .split(SENTENCE)
    .flatMap((said) => {
      const { items = said, level = "" } = LIST.exec(said)?.groups ?? {};
      const shared = level === "" ? null : readLimit(level);
      return (shared === null ? said : items).split(PART).map((part) => ({ part, limit: shared ?? readLimit(part) }));
    });
  const parts = read.every(({ limit }) => limit === null)
    ? []
    : read.map(({ part, limit }) => ({ limit, words: new Set(tokenize(part).tokens.map(({ word }) => word)) }));
  partsByLine.set(line, parts);
  return parts;
}

/** Words of two languages are compared as they are: what looks alike may be another. */
const has = ({ words }: Part, unit: Unit, isSame: boolean) =>
  unit.words.every((word) => words.has(word) || (isSame && word.length > 4 && hasAkin(words, word)));

/** What a sentence says to be had or mastered, and the sources say only as missing or begun: "Photoshop: not yet". */
export function checkLimits(
  sentence: Sentence,
  letter: ReadText,
  { lines, language }: Evidence,
): Finding<BlockingCode>[] {
  const isSame = letter.language === language;
  const said = foldText(letter.text.slice(sentence.at, sentence.end));
  if (isUnknowing(sentence, letter) || begun.test(said) || partly.test(said)) return [];
  const own = lines.filter((line) => isOwn(line) && !line.wished);
  const limited = own.filter((line) => readParts(line).length > 0);
  if (limited.length === 0) return [];
  return sentence.clauses.flatMap((clause): Finding<BlockingCode>[] => {
    if (clause.mode !== "fact" || clause.subject === "you" || hasFamily(clause, letter, "you")) return [];
    const isMastered = mastered.test(foldText(sliceText(clause, letter)));
    return clause.units.flatMap((unit): Finding<BlockingCode>[] => {
      if (!["domain", "unknown"].includes(unit.family)) return [];
      const limits = limited.flatMap((line) =>
        readParts(line).filter((part) => part.limit !== null && has(part, unit, isSame)),
      );
      if (limits.length === 0 || !(isMastered || limits.some(({ limit }) => limit === "denied"))) return [];
      const isHeld = own.some((line) =>
        limited.includes(line)
          ? readParts(line).some((part) => part.limit === null && has(part, unit, isSame))
          : cover(line, unit, true) === 2,
      );
      if (isHeld) return [];
      return [{ code: "unknown_skill", detail: sliceText({ from: unit.from, to: unit.to + 1 }, letter) }];
    });
  });
}
