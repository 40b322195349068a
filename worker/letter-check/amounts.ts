import words from "./data/amounts.json" with { type: "json" };
import { germanAdjective, numberAt, scales } from "./number-words.ts";
import { foldText, type Token } from "./tokenize.ts";
import { isStopWord } from "./word-lists.ts";

type AmountKind = "year" | "years" | "months" | "weeks" | "hours" | "percent" | "money" | "count";

/** A number of a text, with what it counts. */
export interface Amount {
  at: number;
  end: number;
  text: string;
  /** Several for an ambiguous spelling: "1.500" is 1500 or 1.5. */
  values: number[];
  kind: AmountKind;
  /** Of a date, from 1; 0 for none. */
  month: number;
  /** Folded word after it. */
  unit: string;
  inWords: boolean;
}

const wordStart = (patterns: readonly string[]) => new RegExp(`^(?:${patterns.join("|")})`, "u");
const units = Object.entries(words.units).map(([kind, starts]) => ({
  kind: kind as AmountKind,
  fits: wordStart(starts),
}));
const monthStarts = words.months.map((starts) => wordStart(starts));
/** From 1; 0 for no month. */
export const findMonth = (word: string) => (word.length < 3 ? 0 : monthStarts.findIndex((fits) => fits.test(word)) + 1);

const digits = /(?<![\p{L}\p{N}])(?:\d{1,3}(?:[ .,'’]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2}(?!\d))?)/gu;
const numericDate = /(?<![\d.,])(?:\d{1,2}[./])?(0?[1-9]|1[0-2])[./|]((?:19|20)\d\d)(?!\d)/gu;
/** "2022-07", "2022/07", "2022.07", "2022 (July)" */
const yearFirst = /(?<![\d/.-])((?:19|20)\d\d)(?:[-/.](0[1-9]|1[0-2])(?![\d/-])|\s\((\p{L}{3,9})\))/gu;
/** "FY2024", "WiSe 25" */
const fiscalYear = /(?<!\p{L})(?:FY\s?((?:19|20)\d\d)|(?:SoSe|WiSe)\s?(\d\d))(?!\d)/gu;
/** "95 bis 2012", "89/2003", "left school 84" */
const shortFirstYear = new RegExp(
  String.raw`(?<=^\W*)[5-9]\d(?=\s?(?:bis|to|à|[-–/])\s?(?:19|20)\d\d)|` +
    String.raw`(?<=\b(?:${words.beforeShortYears})\s['’]?)[5-9]\d(?=\s*(?:[,;.)]|$))`,
  "gimu",
);
/** "06-13 Krahl Hochbau", "88/89 Wehrdienst": years where a line begins, whose numbers may count something, too. */
const shortYears = /^\s*(\d\d)\s?(?:[-–]|(?<=[5-9]\d)\/)\s?(\d\d)(?=[\s:]+\p{L})/dgmu;

/** "09/2018-06/2020", "02/17-08/20" are no telephone numbers. */
const dateRange = /^\(?(?:0?[1-9]|1[0-2])[./](?:(?:19|20)\d\d|\d\d\s?[-–])/u;
const shortMonth = "(0[1-9]|1[0-2])";
/** Dates with years of two digits, in what can be nothing else; and their groups of months and years. */
const shortDates: readonly { pattern: RegExp; pairs: readonly (readonly [month: number, year: number])[] }[] = [
  {
    // "09/19 – 08/22", "09/19 – present"
    pattern: new RegExp(
      `(?<![\\d/.])${shortMonth}([/.])(\\d\\d)\\s?(?:[-–—]|to|bis|à|au)\\s?` +
        `(?:${shortMonth}\\2(\\d\\d)(?![\\d/.])|(?=\\p{L}))`,
      "dgu",
    ),
    pairs: [
      [1, 3],
      [4, 5],
    ],
  },
  {
    // "Sep 19 – Aug 22", "Apr 23 – present"
    pattern: new RegExp(
      "(?<!\\p{L})(\\p{L}{3,9})\\.?\\s(\\d\\d)\\s?(?:[-–—]|to|bis|à|au)\\s?" +
        "(?:(\\p{L}{3,9})\\.?\\s(\\d\\d)(?![\\d\\p{L}])|(?=present|now|today|current|heute|jetzt|auj|ce jour))",
      "dgu",
    ),
    pairs: [
      [1, 2],
      [3, 4],
    ],
  },
  // "1/3/17", "1.7.24"
  { pattern: /(?<![\d/.])\d{1,2}([/.])(0?[1-9]|1[0-2])\1(\d\d)(?![\d/.])/dgu, pairs: [[2, 3]] },
  {
    // "April to July 2017"
    pattern: /(?<!\p{L})(\p{L}{3,9})\.?\s?(?:[-–—/]|to|bis|à|au|until)\s?(\p{L}{3,9})\.?\s(?:19|20)(\d\d)(?!\d)/dgu,
    pairs: [
      [1, 3],
      [2, 3],
    ],
  },
  {
    // "06 – 09/2015", "01-08/22"
    pattern: /(?<![\d/.])(0?[1-9]|1[0-2])\s?[-–—]\s?(0?[1-9]|1[0-2])\/(?:(?:19|20)(?=\d\d))?(\d\d)(?![\d/%])/dgu,
    pairs: [
      [1, 3],
      [2, 3],
    ],
  },
  {
    // "8/19–7/20"
    pattern: /(?<![\d/.])([1-9]|1[0-2])\/(\d\d)\s?[-–—]\s?([1-9]|1[0-2])\/(\d\d)(?![\d/.])/dgu,
    pairs: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    // "02/24", "since 8/20", "expires 9/27", "5/19 -> now"
    pattern: new RegExp(
      String.raw`(?<![\d/.,])(0[1-9]|(?<=\b(?:${words.beforeDates})\s)(?:[1-9]|1[0-2])|` +
        String.raw`(?:[1-9]|1[0-2])(?=/\d\d\s?(?:->|→|[-–—]\s?\p{L})))/(\d\d)(?![\d/%]|[.,]\d)`,
      "dgiu",
    ),
    pairs: [[1, 2]],
  },
  // "since march 25"
  { pattern: /(?<=(?:since|seit|depuis)\s)(\p{L}{3,9})\.?\s(\d\d)(?![\d\p{L}.:])/dgiu, pairs: [[1, 2]] },
  // "Jan '20", "Jan-20"
  { pattern: /(?<!\p{L})(\p{L}{3,9})\.?(?:\s?['’]|-)(\d\d)(?![\d\p{L}])/dgu, pairs: [[1, 2]] },
];
/** Later ones are of the century before. */
const LAST_SHORT_YEAR = 50;
const toFullYear = (digits = "") => (Number(digits) > LAST_SHORT_YEAR ? 1900 : 2000) + Number(digits);

const toYear = (at: number, end: number, text: string, year: number): Amount => ({
  at,
  end,
  text,
  values: [year],
  kind: "year",
  month: 0,
  unit: "",
  inWords: false,
});

function findShortDates(text: string): Pick<Amount, "at" | "end" | "values" | "month">[] {
  // The patterns try every word, and most texts have no figure.
  if (!/\d\d/u.test(text)) return [];
  return shortDates.flatMap(({ pattern, pairs }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const dates = pairs.flatMap(([month, year]) => {
        const [at, end] = [match.indices?.[month]?.[0], match.indices?.[year - month > 1 ? month : year]?.[1]];
        if (at === undefined || end === undefined) return [];
        const [said = "", digits = ""] = [match[month], match[year]];
        return { at, end, values: [toFullYear(digits)], month: Number(said) || findMonth(foldText(said)) };
      });
      return dates.every(({ month }) => month > 0) ? dates : [];
    }),
  );
}

/** A date may stand right behind one: "06 39 98 12 44 03/2021". */
const phone = /(?:\+\d|\b00?\d)(?:(?!\s\d{1,2}[/.](?:19|20)\d\d)[\s./()-]{0,2}\d){7,}|\b\d{5}[\s-]\d{5,6}\b/gu;

/** What follows "sept" where it is no French seven: "sept. 2019". */
const monthEnd = /^\.?\s(?:19|20)\d\d(?!\d)/u;

const decades = /^(?:jahrzehnt|decade|decennie)/u;

const hasCurrencyBefore = (text: string, at: number) => /[€$£]\s?$/u.test(text.slice(Math.max(0, at - 2), at));
const currencyAfter = /^\s?(?:[kmt]?(?:€|eur(?!\p{L}))|[km]?[$£])/iu;

const LINKS = new Set(words.links);
const yearsAfter = /^ \p{L}+ (?:years|Jahren?|ans|années)\b/u;

/** All numbers of a text, in digits and in words, in order. */
export function findAmounts(text: string, tokens: Token[]): Amount[] {
  const found: Amount[] = [];
  const phones = [...text.matchAll(phone)].flatMap(({ index, 0: said }) =>
    dateRange.test(said) ? [] : [{ at: index, end: index + said.length }],
  );
  const isTaken = (at: number) => [...phones, ...found].some((other) => at >= other.at && at < other.end);
  const add = (amount: Partial<Amount> & { at: number; end: number; values: number[] }, isScaled = false) => {
    if (isTaken(amount.at)) return;
    const index = tokens.findIndex((token) => token.at >= amount.end);
    const gap = text.slice(amount.end, tokens[index]?.at);
    // "31. Januar"
    const isDay = gap === ". " && findMonth(tokens[index]?.word ?? "") > 0;
    const [next, second] =
      index < 0 || (/[\n.;:!?()]/u.test(gap) && !isDay)
        ? ["", ""]
        : [tokens[index]?.word ?? "", tokens[index + 1]?.word ?? ""];
    const joined = foldText(/^\p{L}+/u.exec(text.slice(amount.end))?.[0] ?? "");
    // "Ten nursing years"
    const isTimed = yearsAfter.test(text.slice(amount.end)) && !isStopWord(next);
    const unit = units.some(({ fits }) => fits.test(joined)) ? joined : LINKS.has(next) || isTimed ? second : next;
    const said = text.slice(amount.at, amount.end);
    const tail = text.slice(amount.end, amount.end + 6);
    const value = amount.values[0] ?? 0;
    const before = tokens.filter((token) => token.end <= amount.at).at(-1)?.word ?? "";
    const isYear =
      !isScaled && Number.isInteger(value) && value >= 1900 && value < 2100 && !amount.inWords && !/[ .,]/u.test(said);
    const isMoney = currencyAfter.test(tail) || hasCurrencyBefore(text, amount.at);
    const isPercent = /^\s?%/u.test(tail) || (/^(?:pour|per)$/u.test(next) && second === "cent");
    const kind = isMoney
      ? "money"
      : isPercent
        ? "percent"
        : isYear
          ? "year"
          : (units.find(({ fits }) => fits.test(unit))?.kind ?? "count");
    found.push({
      text: said,
      // "exam June 27": a day or a year.
      month: isYear || /^\d\d$/u.test(said) ? findMonth(before) : 0,
      unit,
      inWords: false,
      ...amount,
      values: decades.test(unit) ? amount.values.map((each) => each * 10) : amount.values,
      kind: amount.kind ?? kind,
    });
  };
  const addDate = ({ index, 0: said }: RegExpExecArray, year: number, month: number) =>
    add({ at: index, end: index + said.length, values: [year], month, kind: "year" });
  for (const match of text.matchAll(numericDate)) addDate(match, Number(match[2]), Number(match[1]));
  for (const match of text.matchAll(shortFirstYear)) addDate(match, 1900 + Number(match[0]), 0);
  for (const date of findShortDates(text)) add({ ...date, kind: "year" });
  for (const match of text.matchAll(yearFirst)) {
    const month = match[3] === undefined ? Number(match[2]) : findMonth(foldText(match[3]));
    // A month where it is no later year.
    if (month > 0 && (match[3] !== undefined || month < Number(match[1]) % 100))
      addDate(match, Number(match[1]), month);
  }
  for (const match of text.matchAll(fiscalYear)) addDate(match, Number(match[1] ?? `20${match[2]}`), 0);
  for (const match of text.matchAll(digits)) {
    const [whole] = match;
    const after = text.slice(match.index + whole.length);
    const { scale, length, isSure } = readScale(whole, after, hasCurrencyBefore(text, match.index));
    const [joined] = /^\p{L}+/u.exec(after) ?? [];
    // "0.3 to 2.5 million"
    const [rest] = /^\s?(?:bis|à|to|[-–—])\s?\d+(?:[.,]\d+)?/u.exec(after) ?? [];
    const shared = rest === undefined ? 1 : readScale("", after.slice(rest.length), false).scale;
    // "3D", "B2": a part of a word.
    if (joined !== undefined && scale === 1 && !words.glue.includes(foldText(joined))) continue;
    const values = toValues(whole);
    const scaled = values.flatMap((value) => (shared > 1 && scale === 1 ? [value, value * shared] : value * scale));
    // "From 1.1 to 1.9 million": the first stands without its word.
    const millions = isSure ? [...scaled, ...values] : [...values, ...scaled];
    add(
      { at: match.index, end: match.index + whole.length + length, values: scale < 1_000_000 ? scaled : millions },
      scale > 1,
    );
  }
  // "2018-21", "1988 to 94"
  for (const match of text.matchAll(/(?<!\d)((?:19|20)\d\d)\s?(?:[-/–]|to|bis|à)\s?(\d\d)(?![\d./|]| ?%)/gu)) {
    if (found.some(({ at, month }) => month > 0 && at === match.index)) continue;
    const first = Number(match[1]);
    const sameCentury = first - (first % 100) + Number(match[2]);
    const year = sameCentury < first ? sameCentury + 100 : sameCentury;
    found.push(toYear(match.index + match[0].length - 2, match.index + match[0].length, match[0], year));
  }
  for (const match of text.matchAll(shortYears)) {
    const years = [match[1], match[2]].map(toFullYear);
    if ((years[0] ?? 0) >= (years[1] ?? 0)) continue;
    for (const [group, year] of years.entries()) {
      const [at = 0, end = 0] = match.indices?.[group + 1] ?? [];
      found.push(toYear(at, end, text.slice(at, end), year));
    }
  }
  tokens.forEach((token, index) => {
    if (/\d/u.test(token.word) && !/^\d+(?:jahrig|kopfig)/u.test(token.word)) return;
    const adjective = germanAdjective(token.word);
    if (adjective) {
      const kind = ({ jahrig: "years", monatig: "months", wochig: "weeks" } as const)[adjective.unit] ?? "count";
      add({ at: token.at, end: token.end, values: [adjective.value], kind, inWords: true });
    }
    const number = isTaken(token.at) ? null : numberAt(tokens, index, text);
    const isOneUnit = number?.value === 1 && units.some(({ fits }) => fits.test(tokens[index + 1]?.word ?? ""));
    if (
      !number ||
      (number.value <= 1 && !isOneUnit) ||
      token.raw === "Sept" ||
      (token.word === "sept" && monthEnd.test(text.slice(token.end))) ||
      (token.word === "cent" && /^(?:pour|per)$/u.test(tokens[index - 1]?.word ?? ""))
    )
      return;
    add({
      at: token.at,
      end: tokens[index + number.length - 1]?.end ?? token.end,
      values: [number.value],
      inWords: true,
    });
  });
  return found.toSorted((a, b) => a.at - b.at);
}

const SIGN_SCALES: Record<string, number> = { k: 1_000, t: 1_000, m: 1_000_000 };
/** Signs that only a scale has: "k", and any before a currency. */
const sureSign = /^\s?(?:[km](?=\s?(?:[€$£]|eur|chf|d'euros))|t(?=€|eur)|k(?![\p{L}\d²]))/iu;
/** "1.2m": metres, too. */
const unsureSign = /^m(?![\p{L}\d²])/iu;
const scaleWord = /^[^\S\n]?(\p{L}+)/u;
const scaleAbbreviation = /^(?:mio|mrd|tsd|md)$/u;

/** By how much the sign or word after a figure multiplies it. */
interface Scale {
  scale: number;
  /** Length of a word, which is no unit of what is counted. */
  length: number;
  /** It cannot be a unit of what is counted. */
  isSure: boolean;
}
const UNSCALED: Scale = { scale: 1, length: 0, isSure: true };

/** Reads "300k", "1,2 M€", "850 TEUR", "2 million", "1,2 Mio.": what stands after a figure. */
function readScale(figure: string, after: string, isMoney: boolean): Scale {
  // "2014 MD" and "2019 Mille Saveurs" are years.
  if (/^(?:19|20)\d\d$/u.test(figure)) return UNSCALED;
  const [sure] = sureSign.exec(after) ?? [];
  const [sign] = sure === undefined ? (unsureSign.exec(after) ?? []) : [sure];
  if (sign !== undefined) {
    const scale = SIGN_SCALES[sign.trim().toLowerCase()] ?? 1;
    return { scale, length: 0, isSure: isMoney || sure !== undefined };
  }
  const [said = "", word = ""] = scaleWord.exec(after) ?? [];
  const folded = foldText(word);
  const scale = scales[folded] ?? 1;
  // "20 cents": only thousands and more follow digits.
  if (scale < 1_000) return UNSCALED;
  const hasStop = scaleAbbreviation.test(folded) && after[said.length] === ".";
  return { scale, length: said.length + (hasStop ? 1 : 0), isSure: true };
}

/** "12 000", "12.000" and "12,000" are one number; "1,5" and "1.5" too. */
function toValues(number: string): number[] {
  if (!/^\d{1,3}(?:[ .,'’]\d{3})+$/u.test(number)) return [Number(number.replace(",", "."))];
  const whole = Number(number.replace(/\D/gu, ""));
  return /^\d{1,3}[.,]\d{3}$/u.test(number) ? [whole, Number(number.replace(",", "."))] : [whole];
}
