import { withoutContacts } from "./contact-patterns.ts";
import words from "./data/figures.json" with { type: "json" };
import { type Counted, countedBy, classifyNumber, findMultiplier } from "./figure-units.ts";
import { germanAdjective, numberAt } from "./number-words.ts";
import { source, wholeWord } from "./patterns.ts";
import { foldText, type TokenizedText, type Token } from "./tokenize.ts";

export interface Figure extends Counted {
  /** Several for an ambiguous spelling: "1.500" is 1500 or 1.5. */
  values: number[];
  /** First character in the text. */
  at: number;
  text: string;
  /** No noun follows that it might count. */
  bare: boolean;
  /** Written as a word: "deux" is often not a fact. */
  inWords: boolean;
}

/** Digits with separators, decimals and an attached suffix. */
const digits = new RegExp(
  source`(?<![\p{L}\p{N}])
    (\d{1,3}(?:[ .,'’]\d{3})+(?!\d)(?:,\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2}(?!\d))?)
    (?=(\s?)(%|[kKM]?€|\$|£|\p{L}*))`,
  "gu",
);
/** Suffixes with which digits stay a figure; "3D" and "4x4" are words. */
const glue = wholeWord(words.glue);

/** Day, month and years of a numeric date, with two-digit years expanded: "09/19", "2018-21", "01.09.2020". */
const dates =
  /(?<!\d)(?:(\d{1,2})[/.])?(\d{1,2})[/.]((?:19|20)\d\d|\d\d)(?![\d.]*\d)|(?<!\d)(20\d\d)[-/–](\d\d)(?![\d.,]*\d)/gu;

/** All numbers of a text: digits, and number words of the three languages. */
export function findFigures({ text, ...rest }: TokenizedText): Figure[] {
  const reading = { ...rest, text: withoutContacts(text) };
  const dated = findDates(reading.text);
  const covered = (at: number) => dated.spans.some(([from, to]) => at >= from && at < to);
  const inDigits = digitFigures(reading, covered);
  const found = [
    ...dated.figures,
    ...inDigits,
    ...wordFigures(reading).filter(
      ({ at, text }) => !/^million/iu.test(text) || !inDigits.some((figure) => figure.at < at && at - figure.at < 12),
    ),
  ].toSorted((a, b) => a.at - b.at);
  return found.map((figure, index) =>
    ofAges(inRange(figure, found[index + 1], reading.text), found[index - 1], reading.text),
  );
}

/** "aged three to six" */
function ofAges(figure: Figure, before: Figure | undefined, text: string): Figure {
  const aged = /\b(?:aged?|ages|âgée?s? de|alter von)\s*$/iu;
  const isSecond =
    before &&
    /^\s*(?:to|and|à|et|bis|und|-|–)\s*$/u.test(text.slice(before.at + before.text.length, figure.at)) &&
    aged.test(text.slice(0, before.at));
  return figure.kind === "count" && (isSecond || aged.test(text.slice(Math.max(0, figure.at - 16), figure.at)))
    ? { ...figure, kind: "years", units: [] }
    : figure;
}

/** The same for a source, plus figures that it implies. */
export function findSourceFigures(reading: TokenizedText): Figure[] {
  const found = findFigures(reading);
  // "Hotel Bellevue ****" has four stars.
  for (const match of reading.text.matchAll(/\*{2,5}(?![*\p{L}])/gu))
    found.push({
      values: [match[0].length],
      kind: "count",
      units: [],
      bare: true,
      at: match.index,
      text: match[0],
      inWords: false,
    });
  // "NVQ L3" is a level 3, "CS30" a 30; "B1" only a level of a language.
  for (const match of reading.text.matchAll(/(?<![\p{L}\d])(?![A-C][12](?![\d]))\p{Lu}{1,4}(\d{1,3})(?![\p{L}\d])/gu))
    found.push({
      values: [Number(match[1])],
      kind: "count",
      units: [],
      bare: true,
      at: match.index,
      text: match[0],
      inWords: false,
    });
  return found.flatMap((figure, index) => [figure, ...alsoYears(figure, found[index - 1]), ...alsoCounts(figure)]);
}

/** "from 34 to 29 %", "1,1 à 1,9 million": the first number takes the unit of the second. */
function inRange(figure: Figure, next: Figure | undefined, text: string): Figure {
  if (
    !next ||
    figure.kind !== "count" ||
    figure.units.length > 0 ||
    !/^\s*(?:à|to|auf|bis|and|et|und|ou|or|oder|-|–|→|->)\s*(?:£|€|\$)?\s*$/u.test(
      text.slice(figure.at + figure.text.length, next.at),
    )
  )
    return figure;
  const scales = [1e3, 1e6].filter((scale) => next.values.some((value) => value >= scale));
  return {
    ...figure,
    kind: next.kind === "day" ? "count" : next.kind,
    units: next.units,
    bare: next.bare,
    values: [...figure.values, ...scales.flatMap((scale) => figure.values.map((value) => value * scale))],
  };
}

/** "Windows 10/11" may not be a date. */
const alsoCounts = (figure: Figure): Figure[] => {
  const parts = figure.kind === "year" ? /^(\d{1,2})\/(\d\d)$/u.exec(figure.text) : null;
  return parts ? parts.slice(1).map((part) => ({ ...figure, kind: "count" as const, values: [Number(part)] })) : [];
};

/** "four years, two at the counter": the second counts years too. */
const alsoYears = (figure: Figure, before: Figure | undefined): Figure[] =>
  figure.kind === "count" && figure.units.length === 0 && before?.kind === "years" && figure.at - before.at < 60
    ? [{ ...figure, kind: "years" }]
    : [];

const monthWithShortYear = new RegExp(
  source`\b(?:jan(?:v(?:ier)?|uary|uar)?|f[eé]v(?:r(?:ier)?)?|feb(?:ruary|ruar)?|mar(?:s|ch)?|märz|mrz|avr(?:il)?
    |apr(?:il)?|mai|may|juin|june?|juni|juil(?:let)?|july?|juli|ao[uû]t|aug(?:ust)?
    |sept?(?:embre|ember)?|o[ck]t(?:obre|ober)?|nov(?:embre|ember)?|d[eé]c(?:embre|ember)?|dez(?:ember)?)
    \.?\s'?(\d\d)(?![\d.,]*\d)`,
  "giu",
);
function findDates(text: string): { figures: Figure[]; spans: [number, number][] } {
  const figures: Figure[] = [];
  const spans: [number, number][] = [];
  for (const match of text.matchAll(dates)) {
    const [whole, day, month, year, first, last] = match;
    // "8.4/10" is a mark
    if (whole.includes(".") && whole.includes("/")) continue;
    // "1.50" is a price, "3/10" a mark.
    if (first !== undefined && Number(last) < Number(first.slice(2))) continue;
    if (
      first === undefined &&
      (Number(month) > 12 || Number(day ?? 1) > 31 || (year?.length === 2 && day === undefined && !whole.includes("/")))
    )
      continue;
    const add = (kind: "day" | "year", value: number) =>
      figures.push({ values: [value], kind, units: [], bare: true, at: match.index, text: whole, inWords: false });
    const full = (digits: string) =>
      Number(digits.length === 2 ? `${Number(digits) > 60 ? "19" : "20"}${digits}` : digits);
    if (day !== undefined) add("day", Number(day));
    for (const each of [year, first, last]) if (each !== undefined) add("year", full(each));
    spans.push([match.index, match.index + whole.length]);
  }
  // "zum 01.04."
  for (const match of text.matchAll(/(?<=(?:zum|am|ab|vom|bis|dem|den)\s)(\d{1,2})\.(\d{1,2})\.(?!\d)/gu)) {
    if (Number(match[2]) > 12 || Number(match[1]) > 31) continue;
    figures.push({
      values: [Number(match[1])],
      kind: "day",
      units: [],
      bare: true,
      at: match.index,
      text: match[0],
      inWords: false,
    });
    spans.push([match.index, match.index + match[0].length]);
  }
  // "sept 17", "Oct '18"
  for (const match of text.matchAll(monthWithShortYear)) {
    figures.push({
      values: [Number(match[1]) + (Number(match[1]) > 60 ? 1900 : 2000)],
      kind: "year",
      units: [],
      bare: true,
      at: match.index,
      text: match[0],
      inWords: false,
    });
  }
  return { figures, spans };
}

function digitFigures({ text, tokens }: TokenizedText, covered: (at: number) => boolean): Figure[] {
  const found: Figure[] = [];
  for (const match of text.matchAll(digits)) {
    const [whole, number = "", space = "", tail = ""] = match;
    const at = match.index;
    if (covered(at) || (space === "" && /^\p{L}/u.test(tail) && !glue.test(tail))) continue;
    const after = wordsFrom(tokens, at + whole.length, text);
    const isPrice = /[£$€]\s?$/u.test(text.slice(Math.max(0, at - 2), at));
    const scale =
      isPrice && /^mn?$/u.test(tail)
        ? 1e6
        : isPrice && /^bn?$/u.test(tail)
          ? 1e9
          : findMultiplier(tail, after[0] ?? "");
    const values = readings(number).map((value) => value * scale);
    const index = firstFrom(tokens, at);
    // "am 1. November"
    const month = /^\. (\p{L}+)/u.exec(text.slice(at + whole.length, at + whole.length + 14))?.[1];
    if (month !== undefined && after.length === 0) after.push(foldText(month));
    const counted = classifyNumber(values, {
      sign: text.slice(Math.max(0, at - 2), at),
      tail,
      after,
      before: [wordAt(tokens, index - 2), wordAt(tokens, index - 1)],
    });
    // "300 AN" are employees
    if (counted.kind === "years" && /^\s?AN\b/u.test(text.slice(at + whole.length, at + whole.length + 4)))
      Object.assign(counted, { kind: "count", units: ["staff"] });
    // "38000 Grenoble"
    const isPostcode =
      /^\d{5}$/u.test(number) &&
      counted.kind === "count" &&
      /^\s\p{Lu}\p{Ll}/u.test(text.slice(at + whole.length, at + whole.length + 3));
    if (isPostcode) Object.assign(counted, { kind: "place", units: [] });
    found.push({
      ...counted,
      values,
      bare: after.length === 0,
      at,
      text: /^(?:%|[kKM]?€|\$|£)/u.test(tail) || space === "" ? `${whole}${space}${tail}` : whole,
      inWords: false,
    });
  }
  return found;
}

function wordFigures({ text, tokens }: TokenizedText): Figure[] {
  const found: Figure[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    // "7 per cent" holds no hundred.
    const isPercent = /^cent$/u.test(token.word) && /^(?:per|pour)$/u.test(wordAt(tokens, index - 1));
    const number = /\d/u.test(token.word) || isPercent ? null : numberAt(tokens, index, text);
    const adjective = number ? null : germanAdjective(token.word);
    if (adjective)
      found.push({
        ...countedBy(adjective.unit),
        values: [adjective.value],
        bare: false,
        at: token.at,
        text: token.raw,
        inWords: !/\d/u.test(token.word),
      });
    // "Sept 2018" is a month.
    if (!number || number.value <= 1 || (token.raw === "Sept" && token.word === "sept")) continue;
    const last = tokens[index + number.length - 1] ?? token;
    const after = wordsFrom(tokens, last.end, text);
    const tail = /^\s*%/u.test(text.slice(last.end, last.end + 3)) ? "%" : "";
    const counted = classifyNumber([number.value], {
      sign: "",
      tail,
      after,
      before: [wordAt(tokens, index - 2), wordAt(tokens, index - 1)],
    });
    found.push({
      ...counted,
      values: [number.value],
      bare: after.length === 0,
      at: token.at,
      text: text.slice(token.at, last.end),
      inWords: true,
    });
    index += number.length - 1;
  }
  return found;
}

const wordAt = (tokens: Token[], index: number) => tokens[index]?.word ?? "";

/** "12 000", "12.000" and "12,000" are one figure; "1,5" and "1.5" too. */
function readings(number: string): number[] {
  if (!/^\d{1,3}(?:[ .,'’]\d{3})+/u.test(number)) return [Number(number.replace(",", "."))];
  const whole = Number(number.replace(/,\d{1,2}$/u, "").replace(/\D/gu, ""));
  return /^\d{1,3}[.,]\d{3}$/u.test(number) ? [whole, Number(number.replace(",", "."))] : [whole];
}

/** Up to three folded words after an offset, in the same clause. */
function wordsFrom(tokens: Token[], at: number, text: string): string[] {
  const words: string[] = [];
  let end = at;
  for (let index = firstFrom(tokens, at); index < tokens.length && words.length < 3; index += 1) {
    const token = tokens[index];
    if (!token || /[\n.,;:!?()–|]/u.test(text.slice(end, token.at))) break;
    words.push(token.word);
    end = token.end;
  }
  return words;
}

/** Index of the first token at or after an offset. */
function firstFrom(tokens: Token[], at: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Only these units are told apart, as staff from clients: others are too often synonyms. */
const areOthers = (a: string[], b: string[]) =>
  a.length > 0 && b.length > 0 && !a.some((unit) => b.includes(unit)) && (a.includes("staff") || b.includes("staff"));

/** Whether a figure of a source supports one of the letter: the same number of the same thing. */
export function holds(source: Figure, letter: Figure): boolean {
  if (letter.kind === "years" && source.kind === "months")
    return source.values.some((value) => letter.values.includes(value / 12));
  if (letter.kind === "months" && source.kind === "years")
    return source.values.some((value) => letter.values.includes(value * 12));
  if (!letter.values.some((value) => source.values.includes(value))) return false;
  if (letter.kind === source.kind) return !areOthers(letter.units, source.units);
  switch (letter.kind) {
    case "percent":
    case "years":
    case "months":
      return false;
    case "money":
      return source.kind === "count";
    case "day":
      return true;
    case "place":
      return true;
    case "year":
      return source.kind === "count" || source.kind === "place";
    case "weeks":
    case "hours":
      return source.kind === "count";
    case "count":
      return (
        source.kind !== "day" && source.kind !== "place" && !(letter.units.includes("staff") && source.kind !== "year")
      );
  }
}
