import { foldText } from "../../lib/fold-text.ts";

const MONTHS = [
  "janvier|janv|january|januar|janner|jan",
  "fevrier|fevr|february|februar|feb",
  "mars|march|marz|mrz|mar",
  "avril|avr|april|apr",
  "mai|may",
  "juin|june|juni|jun",
  "juillet|juil|july|juli|jul",
  "aout|august|aug",
  "septembre|september|sept|sep",
  "octobre|october|oktober|oct|okt",
  "novembre|november|nov",
  "decembre|december|dezember|dec|dez",
];
/** From Sunday. */
const WEEKDAYS = [
  "dimanche|sunday|sonntag|dim|sun|so",
  "lundi|monday|montag|lun|mon|mo",
  "mardi|tuesday|dienstag|tues|tue|mar|di",
  "mercredi|wednesday|mittwoch|mer|wed|mi",
  "jeudi|thursday|donnerstag|jeu|thurs|thu|do",
  "vendredi|friday|freitag|ven|fri|fr",
  "samedi|saturday|samstag|sonnabend|sam|sat|sa",
];
const findName = (names: readonly string[], name: string): number =>
  names.findIndex((each) => each.split("|").includes(name));

const MONTH = `(?<month>${MONTHS.join("|")})`;
const A_TIME = String.raw`\s?(?:h|uhr|[ap]\.?m|[:.]\d)`;
const A_MONTH = String.raw`\.?\s?(?:${MONTHS.join("|")})`;
/** A month in full is followed by the full stop of its sentence only. */
const SHORT_MONTHS = "janv|fevr|avr|juil|sept?|oct|okt|nov|de[cz]|jan|feb|mr?z|mar|apr|jun|jul|aug";
const DAY = String.raw`(?<![\d.,:/])(?<day>\d{1,2})`;
const YEAR = String.raw`(?<year>20\d{2})`;
const NAMED_YEAR = String.raw`(?:,?\s${YEAR})?(?!\d)`;
const ORDINAL = "(?:er|st|nd|rd|th)";
const DATES = [
  // "8. dezember", "10 dec. 2026", "12th of december"
  String.raw`${DAY}(?:${ORDINAL}|\.)?\s?(?:of\s)?${MONTH}(?![a-z])(?:(?<=${SHORT_MONTHS})\.)?${NAMED_YEAR}`,
  // "december 12, 2026", but no "mar. 8 dec.", which is a Tuesday
  String.raw`(?<![a-z])${MONTH}\.?\s(?<day>\d{1,2})${ORDINAL}?(?!${A_TIME}|${A_MONTH})${NAMED_YEAR}`,
  // "8.12.", "08/12/2026"
  String.raw`${DAY}(?<dot>[./])(?<number>\d{1,2})(?:\k<dot>${YEAR})?(?![\d/]|\.\d|\s?uhr)\.?`,
  // "2026-12-08"
  String.raw`(?<!\d)${YEAR}-(?<number>\d{2})-(?<day>\d{2})(?!\d)`,
].map((pattern) => new RegExp(pattern, "gu"));
const HOUR = String.raw`(?<hour>\d{1,2})`;
const MINUTE = String.raw`(?<minute>[0-5]\d)`;
const TIMES = [
  // "14h30", "9 h", "14 heures"
  String.raw`${HOUR}\s?h(?:eures?)?(?![a-z])\s?${MINUTE}?`,
  // "14.30 uhr", "10 uhr"
  String.raw`${HOUR}(?:[:.]${MINUTE})?\s?uhr`,
  // "10am", "2.30 p.m."
  String.raw`${HOUR}(?:[:.]${MINUTE})?\s?(?<half>[ap])\.?m(?![a-z])`,
  // "14:30"
  `${HOUR}:${MINUTE}`,
];
const TIME = new RegExp(String.raw`(?<![\d.:/])(?:${TIMES.join("|")})(?!\d)`, "gu");
/** The word before a date, perhaps its weekday. Two letters are one only as an abbreviation: "do" is a verb too. */
const WORD_BEFORE = /(?<![a-z])(?<word>[a-z]{3,10}(?=\W)|[a-z]{2}(?=[.,]))\.?,?\s+(?:(?:the|le|den|dem)\s+)?$/u;
const MAX_WORD_BEFORE = 40;

/** Words before the length of a talk, or of a wait. */
const LENGTH_BEFORE = /(?<![a-z])(?:de|d'|duree|sous|pendant|for|within|innerhalb|von|dauert|lasts?)\s*$/u;

/** Where a sentence ends, or a paragraph. */
const SENTENCE_END = /[!?]|\.\s(?!\d)|\n\s*\n/u;
/** How far the time may stand from its date. */
const MAX_CHARS_BETWEEN = 60;
/** A date further ahead is one that has passed, such as that of the application. */
const MAX_DAYS_AHEAD = 120;
const DAY_MS = 86_400_000;

/**
 * Finds the date and time that an answer names for meeting, in French, English or German. Those that name no day of a
 * month are left out: it is not known when the answer was written.
 * @returns the time as clocks will show it, YYYY-MM-DDTHH:MM; null without one
 */
export function readAppointment(text: string, now: Date): string | null {
  const folded = foldText(text);
  const found = DATES.flatMap((pattern) => [...folded.matchAll(pattern)]).sort((a, b) => a.index - b.index);
  for (const date of found) {
    const day = toDay(date, folded.slice(Math.max(0, date.index - MAX_WORD_BEFORE), date.index), now);
    const time = day === null ? null : findTime(folded, date.index, date.index + date[0].length);
    if (day !== null && time !== null) return `${day}T${time}`;
  }
  return null;
}

function toDay({ groups = {} }: RegExpExecArray, before: string, now: Date): string | null {
  const month = groups["month"] ? findName(MONTHS, groups["month"]) : Number(groups["number"]) - 1;
  const today = Date.parse(now.toISOString().slice(0, 10));
  const weekday = findName(WEEKDAYS, WORD_BEFORE.exec(before)?.groups?.["word"] ?? "");
  const thisYear = now.getUTCFullYear();
  const years = groups["year"] ? [Number(groups["year"])] : [thisYear, thisYear + 1];
  for (const year of years) {
    const date = new Date(Date.UTC(year, month, Number(groups["day"])));
    // The 31st of a shorter month is the first of the next.
    // Nobody is invited for the same day; the time of the mail itself is of it.
    if (date.getUTCMonth() !== month || date.getTime() <= today) continue;
    if (date.getTime() > today + MAX_DAYS_AHEAD * DAY_MS) continue;
    if (weekday === -1 || date.getUTCDay() === weekday) return date.toISOString().slice(0, 10);
  }
  return null;
}

/** The time right after a date, else right before it, in the same sentence. */
function findTime(text: string, start: number, end: number): string | null {
  const [after = ""] = text.slice(end, end + MAX_CHARS_BETWEEN).split(SENTENCE_END);
  const before =
    text
      .slice(Math.max(0, start - MAX_CHARS_BETWEEN), start)
      .split(SENTENCE_END)
      .at(-1) ?? "";
  return listTimes(after)[0] ?? listTimes(before).at(-1) ?? null;
}

/** The times that a text names, HH:MM; "within 48 h" and "for 1 h" are none. */
const listTimes = (text: string): string[] =>
  [...text.matchAll(TIME)].flatMap(({ index, groups: { hour: named = "", minute = "00", half } = {} }) => {
    const hour = half === undefined ? Number(named) : (Number(named) % 12) + (half === "p" ? 12 : 0);
    const isLength = LENGTH_BEFORE.test(text.slice(0, index));
    return hour > 23 || isLength ? [] : [`${String(hour).padStart(2, "0")}:${minute}`];
  });
