import { source } from "./patterns.ts";
import type { TokenizedText } from "./tokenize.ts";

/** The jobs ("stations") of a CV by line: those a line may belong to; none for lines outside all jobs. */
export type CvTimeline = { from: number; to: number; opens: boolean; stations: number[]; school: boolean }[];

const schooling = new RegExp(
  source`^[\s•*–-]*(?:formations?|études|etudes|dipl[oô]mes?|scolarité|education
  |éducation|qualifications?|training|studies|degrees?|ausbildung|bildung\p{L}*|studium|schul\p{L}*|schule
  |weiterbildung|aus- und weiterbildung)\b`,
  "iu",
);

/** "gleiche Praxis": a job with the same employer as another. */
const same = /\b(?:gleiche[rnms]?|selbe[rn]?|same|m[eê]me|idem|ebenda|ebd|dito)\b/iu;

const date = String.raw`(?:(?:0?[1-9]|1[0-2])[/.]|(?:\p{L}{3,9}\.?\s))?(?:19|20)\d\d`;
const until = source`(?:${date}|\d\d\b|heute|jetzt|present|today|now|date|current|auj\p{L}*|ce jour|à ce jour
  |aujourd'hui|en cours|laufend|dato)`;
const dates = new RegExp(String.raw`${date}\s*(?:[-–—à→]|bis|to|until)\s*${until}`, "iu");
/** A period anywhere in a line, or a date at its beginning. */
const opening = new RegExp(
  source`${date}\s*(?:[-–—|à→]|bis|to|until|jusqu'[àe]u?)\s*${until}
    |(?:depuis|since|seit|ab)\s+(?:le\s+)?${date}|^\s*(?:étés?\s|summer\s)?${date}`,
  "iu",
);
const heading = new RegExp(
  source`^[\s•*–-]*(?:formations?|études|etudes|dipl[oô]mes?|comp[eé]tences?.*|langues?
  |divers|autres?|loisirs|centres? d'int[eé]r[eê]ts?|informatique|certifications?|certificats?|r[eé]f[eé]rences
  |logiciels|exp[eé]riences?.*|parcours.*|profil|[eé]ducation.*|qualifications?|skills?.*|languages?|interests
  |hobbies|training|certificates?|employment.*|work.*|career.*|profile|summary|references|beruf|berufsweg
  |werdegang|(?:schul|aus|fort)\p{L}*-? (?:und|&|,) \p{L}+.*|ausbildung|bildung.*|studium|schulbildung
  |kenntnisse.*|f[aä]higkeiten.*|sprachen?|hobbys?|interessen|weiterbildung|zertifikate.*|berufserfahrung.*
  |beruflicher werdegang|berufspraxis|praxis|werkzeuge|sonstiges|qualifikationen|edv.*|it-kenntnisse)\s*:?\s*$`,
  "iu",
);
/** Headings of sections without employers. */
const beside = new RegExp(
  source`^\s*(?:langues?|languages?|sprachen?|informatique|edv|it|computer|systems
  |logiciels|outils|permis|f[uü]hrerschein|hobbys?|interests|int[eé]r[eê]ts|divers|autres?|loisirs|interessen
  |werkzeuge|skills|comp[eé]tences)\b\s*[:\s]`,
  "iu",
);

/** "Publications: seven papers", not indented. */
const labelled = /^\p{Lu}[\p{L} &/'-]{2,30}\s?:\s/u;

/** Reads a CV line by line: a period opens a job, a heading ends the last one. */
export function parseCvTimeline({ text }: TokenizedText): CvTimeline {
  const lines: CvTimeline = [];
  let at = 0;
  let station = 0;
  let open = false;
  /** Below a heading of studies no line names an employer. */
  let schools = false;
  let years: Years | null = null;
  for (const line of text.split("\n")) {
    const range = { from: at, to: at + line.length };
    at += line.length + 1;
    const opens = /^\s*[•*·▪>–-]\s/u.test(line) ? dates.test(line) : opening.test(line);
    if (opens && !same.test(line) && !(open && isWithin(parseYears(line), years))) {
      station += 1;
      open = true;
      years = parseYears(line);
      // Dates on a line of their own: the employer is right above.
      const employer = lines.at(-1);
      if (isBare(line) && employer && isHeading(text, employer)) employer.stations = [station];
      // A separate line right above the dates may name the employer.
      const [before, above] = [lines.at(-2), lines.at(-1)];
      const said = (line: typeof above) => (line ? text.slice(line.from, line.to).trim() : "");
      const apart = before === undefined || said(before) === "" || before.stations.length === 0;
      if (
        above &&
        apart &&
        !above.opens &&
        said(above).length < 60 &&
        !/^[•*·▪>–-]|[.;]$|^$/u.test(said(above)) &&
        !heading.test(said(above))
      )
        above.stations.push(station);
    } else if (schooling.test(line) && line.trim().length < 40) [open, schools] = [false, true];
    else if (heading.test(line) || beside.test(line) || labelled.test(line) || /^[^\p{Ll}]{6,}$/u.test(line.trim())) {
      if (heading.test(line)) schools = false;
      open = false;
    }
    lines.push({ ...range, opens, stations: open ? [station] : [], school: schools });
  }
  return lines;
}

interface Years {
  from: number;
  /** Infinity for a job until today. */
  to: number;
}

/** The years of the period in a line; null without one. */
function parseYears(line: string): Years | null {
  const [from, to] = [...line.matchAll(/(?:19|20)\d\d/gu)].map(([year]) => Number(year));
  if (from === undefined) return null;
  return {
    from,
    to:
      to ??
      (/(?:depuis|since|seit|heute|today|present|now|auj|ce jour|current|laufend|en cours)/iu.test(line)
        ? Infinity
        : from),
  };
}

/** A line of dates only. */
const isBare = (line: string) =>
  line
    .replace(new RegExp(until, "giu"), "")
    .replace(/\b(?:depuis|since|seit|ab|bis|to|until|le)\b/giu, "")
    .replace(/[^\p{L}]/gu, "").length < 4;

/** A line above dates that may name the employer: short, no bullet, not blank, no dates of its own. */
function isHeading(text: string, line: CvTimeline[number]): boolean {
  const said = text.slice(line.from, line.to).trim();
  return (
    said !== "" &&
    said.length < 90 &&
    !line.opens &&
    !/\d/u.test(said) &&
    !/^[•*·▪>–-]|[.;]$/u.test(said) &&
    !heading.test(said) &&
    !beside.test(said)
  );
}

/** "Schichtleiter (seit 2020)" under an employer of 2016 until today: a new position at the same employer. */
const isWithin = (inner: Years | null, outer: Years | null) =>
  inner !== null &&
  outer !== null &&
  inner.from >= outer.from &&
  inner.from < outer.to &&
  (inner.to <= outer.to || inner.to === Infinity) &&
  (inner.from > outer.from || inner.to < outer.to);

/** The jobs that an offset of the text may belong to. */
export const stationsAt = (stations: CvTimeline, at: number): number[] =>
  stations.find(({ from, to }) => at >= from && at <= to)?.stations ?? [];

/** Whether an offset is on or next to the first line of a job, where the employer is named. */
export function isHead(stations: CvTimeline, at: number): boolean {
  const index = stations.findIndex(({ from, to }) => at >= from && at <= to);
  return [index - 1, index, index + 1].some((each) => stations[each]?.opens === true);
}

/** Whether an offset is below a heading of studies: schools there are no employers. */
export const isSchool = (stations: CvTimeline, at: number): boolean =>
  stations.some(({ from, to, school }) => school && at >= from && at <= to);
