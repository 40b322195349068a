import { type Amount, findAmounts } from "./amounts.ts";
import words from "./data/timeline.json" with { type: "json" };
import type { LetterLanguage } from "./input.ts";
import { remember } from "./remember.ts";
import { compileByLanguage, isUsual } from "./sentences.ts";
import { foldText, type Token, tokenize } from "./tokenize.ts";
import { findConcepts } from "./vocabulary.ts";
import { isStopWord } from "./word-lists.ts";

/** A job of a CV, its studies too. */
export interface Station {
  /** In months since year 0; NaN without dates. */
  from: number;
  /** Infinity until today. */
  to: number;
  /** Whether both stand beside its first lines or on one line of their own: in columns they may be another job's. */
  sure: boolean;
  /** Studies, which are no years of work. */
  school: boolean;
  /** Its first lines, which name employer, title and place. */
  header: string;
  /** Periods told inside of it. */
  spans: Pick<Station, "from" | "to">[];
  /** Folded names of employer and place. */
  names: Set<string>;
  /** Other folded words for the employer: "hotel", "mairie". */
  nouns: Set<string>;
}

/** Whether a number of a job, from 1, is that of work: 0 is none, and studies are no work. */
export const isWork = (jobs: readonly Station[], station: number): boolean => jobs[station - 1]?.school === false;

/** "tasks" are those of the present job; above all jobs, the heading is that of jobs ("Tätigkeiten"). */
type Kind = "work" | "school" | "other" | "tasks";
interface Section {
  kind: Kind | null;
  /** How its first dated line looks: those that look otherwise tell of something inside a station. */
  style?: { indented: boolean; bullet: boolean; late: boolean; range: boolean };
  /** Lines between its heading and its first date: as many stand above each date. */
  above: number;
}

const kinds = Object.entries(words.headings).map(([kind, starts]) => ({
  kind: kind as Kind,
  fits: new RegExp(`^(?:${starts})`, "u"),
}));
/** Words for what one does to learn a trade. */
export const training = new RegExp(words.training, "u");
const schooling = new RegExp(words.schooling, "u");
const ongoing = new RegExp(`\\b(?:${words.ongoing})`, "u");
const same = new RegExp(`\\b${words.same}`, "u");
const aroundDates = new RegExp(`\\b${words.aroundDates}(?![a-z])`, "gu");
const personal = new RegExp(words.personal, "u");
const bullet = /^\s*(?:[•*·▪>–○◦-]+|\.)\s/u;
/** "Co. KG", "Dr. Klein": no end of a sentence. */
const abbreviated = new RegExp(`\\b(?:${words.abbreviations})\\.\\s`, "gu");
const openRange = new RegExp(`\\d\\s?[-–—]\\s?(?:${words.ongoing})`, "u");
/** "2016–2020 Library assistant. Storytime twice weekly" */
const startsPeriod =
  /^\W*(?:[a-z]{3,9}\.?\s)?(?:\d{1,2}[./])?(?:19|20)\d\d\s?(?:[-–—]|a|to|bis|au|until|=>|→)\s?(?:[\d\p{L}])/u;
const workHeading = new RegExp(`(?:${words.workHeadings})$`, "u");
const openEnd = /[-–—]\s*date\b|\d{4}\s?[-–—]\s*(?:\.{2,}|…|$|\s{2,}|\|)/u;

const plain = new RegExp(words.plain, "u");
const endings = compileByLanguage(words.titles);
export const titleStarts = new RegExp(`^(?:${words.titleStarts})`, "u");
/** Whether a folded word of a letter may be what someone is. */
export const isOccupation = (word: string, language: LetterLanguage) =>
  word.length >= 4 && !plain.test(word) && (titleStarts.test(word) || endings[language].test(word));

/** Whether a folded word of a CV is what someone is, and no name that ends so: "Kaltbrunner". */
export const isTitle = remember(
  20_000,
  (word): boolean =>
    word.length >= 4 &&
    !plain.test(word) &&
    (titleStarts.test(word) ||
      (Object.values(endings).some((fits) => fits.test(word)) &&
        (isUsual(word) ||
          findConcepts(tokenize(word).tokens, null).some(
            ({ concept }) => concept.family === "trade" || /title|field|skill/u.test(concept.sort),
          )))),
);
export const holdsTitle = (text: string) => tokenize(text).tokens.some(({ word }) => isTitle(word));

const unmark = (line: string) => foldText(line.replace(/^[\s\W\d_]+/u, "").replace(/[\s:=#*_-]+$/u, ""));
const countLetters = (text: string) => text.replace(/[^\p{L}]/gu, "").length;

/** What is no employer, although it stands beside dates as one does. */
const leave = new RegExp(`^(?:${words.leave})$`, "u");
const licence = new RegExp(`^(?:${words.licences})\\s\\S`, "u");

/** The kind of section that a line opens, alone or with what stands in it; undefined for any other line. */
function readHeading(line: string, isApart: boolean): { kind: Kind | null; whole: boolean } | undefined {
  const text = unmark(line);
  // "-- Langues --"
  const isBullet = bullet.test(line) && !/^\s*([-*=–])\1*\s.*\S\s+\1+\s*$/u.test(line);
  const found = readKind(text);
  const label = /^(?:[^:]{3,32}:|\p{Lu}{3,}\s)\s+\S/u.test(line);
  if (label) return found && found !== "work" && !isBullet ? { kind: found, whole: false } : undefined;
  if (/\d{4}|@/u.test(line)) return undefined;
  // "Permis B, véhicule" is all that it says.
  if (licence.test(text)) return undefined;
  const few = text.split(/\s+/u).length;
  const isShort = few <= 4;
  const isCapitals = /^[^\p{Ll}]{6,}$/u.test(line.trim()) && isApart;
  if (found && isShort && !isBullet) return { kind: found, whole: true };
  return isCapitals ? { kind: found ?? null, whole: true } : undefined;
}

/** "Relevant experience" is one of jobs; "Softwareentwickler" heads nothing. */
function readKind(text: string): Kind | undefined {
  if (workHeading.test(text)) return "work";
  const found = kinds.toReversed().find(({ fits }) => fits.test(text))?.kind;
  return found === "other" && holdsTitle(text) ? undefined : found;
}

/** Reads the jobs of a CV; `stations` is for each line that is not blank the number of its job, from 1, or 0. */
export function readTimeline(cv: string): { lines: string[]; jobs: Station[]; stations: number[] } {
  const rows = cv.split("\n");
  const lines: string[] = [];
  const stations: number[] = [];
  const jobs: Station[] = [];
  let section: Section = { kind: null, above: 0 };
  let open = 0;
  /** Lines since the last heading or dated line. */
  let since: string[] = [];
  let isApart = true;
  /** Whether a date stood alone right above another one: what belongs to them stands elsewhere. */
  let isInColumns = false;
  rows.forEach((row) => {
    const line = row.trim();
    if (line === "") {
      isApart = true;
      return;
    }
    const indented = /^(?:\s{2}|\t)/u.test(row);
    const isBullet = bullet.test(row);
    const dates = findAmounts(line, tokenize(line).tokens).filter(({ kind }) => kind === "year");
    const heading = readHeading(row, isApart);
    const isBelowBlank = isApart;
    isApart = false;
    lines.push(line);
    if (countLetters(line) === 0 && dates.length === 0) {
      stations.push(open);
      return;
    }
    if (heading) {
      open = heading.kind === "tasks" ? jobs.findIndex(({ to }) => to === Infinity) + 1 : 0;
      since = [];
      const isOfJobs = heading.kind === "tasks" && jobs.length === 0;
      if (heading.whole) section = { kind: isOfJobs ? "work" : heading.kind, above: 0 };
      stations.push(0);
      if (!heading.whole && heading.kind === "school" && dates.length > 0) {
        jobs.push(toStation(dates, line, line, true));
        stations[stations.length - 1] = jobs.length;
      }
      return;
    }
    const place = placeDates(line, dates);
    const style = section.style;
    const isDeeper = style && ((indented && !style.indented) || (isBullet && !style.bullet));
    const isEarly = place === "start" || place === "alone";
    const isSinceAtEnd = place === "end" && ongoing.test(foldText(line));
    const isRange = dates.length > 1 || isSinceAtEnd;
    const isCourse =
      schooling.test(foldText(line)) && (!holdsTitle(line) || /^(?:cap|bep|bac|bts|dut|nvq|btec)\b/iu.test(line));
    const isPeriod = dates.length > 1 || ongoing.test(foldText(line)) || isEarly;
    const fits = style
      ? isCourse ||
        (!isDeeper && (isEarly || (style.late && (isRange || !style.range)) || (isBelowBlank && dates.length > 1)))
      : (isPeriod || place === "end" || section.kind === "school") &&
        (section.kind !== null ||
          ((dates.length > 1 || isEarly || isSinceAtEnd || openRange.test(foldText(line)) || isDatedSince(line)) &&
            (startsPeriod.test(foldText(line)) || !/@|\.\s\p{Lu}/u.test(line.replace(abbreviated, " "))) &&
            !personal.test(foldText(line))));
    // Columns that were read across have headings of one and lines of the other.
    const isMixed = section.kind === "other" && jobs.length === 0 && startsPeriod.test(foldText(line)) && isRange;
    if (isMixed) section.kind = null;
    if (section.kind !== "other" && section.kind !== "tasks" && dates.length > 0 && fits) {
      const isOwn = place !== "alone";
      if (since.length === 0 && jobs.at(-1)?.header === "" && open === jobs.length && open > 0) isInColumns = true;
      if (!style) {
        const heads = since.filter((each) => isHeaderLike(each));
        section.above =
          section.kind !== null && section.kind !== "school" && since.length === heads.length ? since.length : 0;
        section.style = { indented, bullet: isBullet, late: !isEarly, range: isRange };
      }
      const heads = section.above > 0 ? since.slice(-section.above).filter((each) => isHeaderLike(each)) : [];
      const school = (section.kind === "school" || isCourse) && !training.test(foldText(line));
      for (let back = 1; back <= heads.length; back += 1) stations[stations.length - back] = jobs.length + 1;
      const header = isOwn || heads.length > 0 ? [...heads, line].join("\n") : "";
      jobs.push(toStation(dates, line, header, school));
      open = jobs.length;
      stations.push(open);
      since = [];
      return;
    }
    const job = jobs[open - 1];
    if (job && dates.length > 0 && dates.length < 3 && isPeriod) job.spans.push(readPeriod(dates, line));
    // The dates stand alone, or the title stands below the employer.
    if (job && since.length < 2 && !isBullet && line.length < (job.header === "" ? 140 : 70)) {
      if (job.header === "") job.header = line;
      else if (since.length === 1 && job.header === since[0]?.trim()) job.header += `\n${line}`;
      else if (since.length === 0 && !holdsTitle(job.header) && holdsTitle(line)) job.header += `\n${line}`;
    }
    since.push(row);
    stations.push(open);
  });
  if (isInColumns) for (const job of jobs) job.sure = false;
  jobs.forEach((job, at) => nameStation(job, jobs[at - 1]));
  return { lines, jobs, stations };
}

/** "Chef d'équipe, Ateliers Lune, depuis 2022": narrower than what goes on, as it tells a job outside any section. */
const isDatedSince = (line: string) =>
  /\b(?:depuis|since|seit)\s(?:\p{L}+\.?\s)?(?:19|20)\d\d/u.test(line) && holdsTitle(line);

const isHeaderLike = (row: string) => !bullet.test(row) && row.trim().length < 90;

/** Where the dates of a line stand: at its start, its end, alone or between other words. */
function placeDates(line: string, dates: Amount[]): "start" | "end" | "alone" | "mid" {
  const folded = line.toLowerCase();
  const strip = (text: string) => countLetters(foldText(text).replace(aroundDates, ""));
  if (strip(folded.replace(/\d/gu, "")) <= 2) return "alone";
  if (strip(folded.slice(0, dates[0]?.at)) <= 2) return "start";
  return strip(folded.slice(dates.at(-1)?.end)) <= 2 ? "end" : "mid";
}

const toStation = (dates: Amount[], line: string, header: string, school: boolean): Station => ({
  ...readPeriod(dates, line),
  sure: header !== "" || dates.length > 1 || ongoing.test(foldText(line)),
  school,
  header,
  spans: dates.length > 3 ? [readPeriod(dates.slice(2, 4), "")] : [],
  names: new Set(),
  nouns: new Set(),
});

function readPeriod(dates: Amount[], line: string): { from: number; to: number } {
  const toMonths = (date: Amount, missing: number) => (date.values[0] ?? 0) * 12 + (date.month || missing);
  const [first, last] = [dates[0], dates[1] ?? dates[0]];
  if (!first || !last) return { from: NaN, to: NaN };
  const from = toMonths(first, 1);
  if (ongoing.test(foldText(line)) || (dates.length === 1 && openEnd.test(line))) return { from, to: Infinity };
  return { from, to: toMonths(last, 12) };
}

/** Reads who employs: what stands in no cell with a title. */
function nameStation(job: Station, last: Station | undefined): void {
  let depth = 0;
  for (const cell of job.header
    .slice(0, 140)
    .split(
      /(\s{2,}|\t|[|;:–—•·,()\n/]|\s-\s|\b(?:bei|beim|im|at|chez|au|for|in)\b|(?<!\p{L})(?:für|à|puis|then)(?!\p{L}))/u,
    )) {
    depth += cell === "(" ? 1 : cell === ")" ? -1 : 0;
    const said = tokenize(cell ?? "").tokens;
    // "Ausbildung zum Gesundheits- und Krankenpfleger" names no employer.
    const isRole = said.some(({ word }) => /^(?:zum|zur|als)$/u.test(word));
    // "Heute" ends like a title, too.
    const tokens = said.filter(({ word }) => !/\d/u.test(word) && word.replace(aroundDates, "") !== "");
    // A name in the middle of a cell may end like a title: "Lingerie Aubertin".
    if (tokens.some(({ word, capital }, at) => isTitle(word) && (isRole || at === 0 || !capital || isUsual(word))))
      continue;
    for (const token of tokens) {
      if (token.word.length < 3 || isStopWord(token.word) || leave.test(token.word)) continue;
      if (isName(token) && depth === 0) job.names.add(token.word);
      else if (token.word.length >= 5) job.nouns.add(token.word);
    }
  }
  if (job.names.size === 0)
    for (const token of tokenize(/\(([^)]*)\)/u.exec(job.header)?.[1] ?? "").tokens)
      if (isName(token)) job.names.add(token.word);
  if (last && same.test(foldText(job.header))) {
    for (const name of last.names) job.names.add(name);
    for (const noun of last.nouns) job.nouns.add(noun);
  }
}
const isName = ({ word, capital }: Token) => capital && word.length >= 4 && !isUsual(word);

/** The lengths in years that a CV's jobs may be said to have, one alone or together. @param today in months */
export function sumYears(all: Station[], today: number): [number, number][] {
  const dated = all.filter(({ from }) => !Number.isNaN(from));
  const work = dated.filter(({ school }) => !school);
  const jobs = (work.length > 0 ? work : dated).slice(0, 12);
  const end = (to: number) => (to === Infinity ? today + 18 : to);
  const range = ({ from, to }: { from: number; to: number }): [number, number] => [
    Math.max(0, (to === Infinity ? today : to) - from - 12) / 12,
    (end(to) - from + 2) / 12,
  ];
  const sums: [number, number][] = jobs.flatMap(({ spans }) => spans.map(range));
  for (let mask = 1; mask < 2 ** jobs.length; mask += 1) {
    const some = jobs.filter((_, at) => (mask >> at) & 1);
    const [first, last] = [Math.min(...some.map(({ from }) => from)), Math.max(...some.map(({ to }) => end(to)))];
    const ranges = some.map(range);
    const most = (last - first + 2) / 12;
    sums.push([
      Math.min(
        most - 1,
        ranges.reduce((sum, [low]) => sum + low, 0),
      ),
      Math.min(
        most,
        ranges.reduce((sum, [, high]) => sum + high, 0),
      ),
    ]);
    if (some.length === 2) sums.push([most - 1.5, most]);
  }
  return sums;
}
