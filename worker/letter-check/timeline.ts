import { type Amount, findAmounts } from "./amounts.ts";
import words from "./data/timeline.json" with { type: "json" };
import { foldText, tokenize } from "./tokenize.ts";

/** A job of a CV, its studies too. */
export interface Station {
  /** In months since year 0. */
  from: number;
  /** Infinity until today. */
  to: number;
  /** Studies, which are no years of work. */
  school: boolean;
  /** Its first lines, which name employer, title and place. */
  header: string;
}

const heading = new RegExp(`^(?:${words.headings.join("|")})\\b.{0,24}$`, "u");
const training = /lehr|apprenti|alternan|azubi|ausbild/u;
const schooling = new RegExp(words.schooling, "u");
const ongoing = new RegExp(`\\b(?:${words.ongoing.join("|")})`, "u");
const bullet = /^\s*[•*·▪>–-]\s/u;

const isHeading = (line: string) => heading.test(foldText(line.trim())) || /^[^\p{Ll}\d,]{6,}:?$/u.test(line.trim());

/** Reads the jobs of a CV; `stations` is for each line the number of its job, from 1, or 0. */
export function readTimeline(lines: string[]): { jobs: Station[]; stations: number[] } {
  const jobs: Station[] = [];
  const stations: number[] = [];
  let open = 0;
  let school = false;
  /** The dates stand above the rest of each job. */
  let datesFirst: boolean | undefined;
  lines.forEach((line, index) => {
    const dates = findAmounts(line, tokenize(line).tokens).filter(({ kind }) => kind === "year");
    const isPeriod =
      dates.length > 0 &&
      (dates.length > 1 || ongoing.test(foldText(line)) || /^\W*(?:\p{L}+\.? )?[\d/.]{4,}/u.test(line));
    const isInner = bullet.test(line) && open > 0 && !(bullet.test(jobs[open - 1]?.header ?? "") && dates.length > 0);
    if (isPeriod && !isInner) {
      const above = lines[index - 1] ?? "";
      const isBare = !/\p{L}{4}/u.test(
        line.replace(/\p{L}+(?=\s*\d{4})|\b(?:bis|heute|depuis|today|present|seit|since|jusqu)\b/giu, ""),
      );
      datesFirst ??= isBare && isHeading(above);
      const isNamedAbove = open === 0 || stations[index - 1] === 0 || (isBare && !datesFirst);
      const belongs =
        isNamedAbove &&
        above !== "" &&
        above.length < 90 &&
        !isHeading(above) &&
        !bullet.test(above) &&
        !/[.;]$/u.test(above) &&
        index > 1;
      jobs.push({
        ...readPeriod(dates, line),
        school: school && !training.test(foldText(line)),
        header: belongs ? `${above}\n${line}` : line,
      });
      open = jobs.length;
      if (belongs) stations[index - 1] = open;
    } else if (isHeading(line)) {
      open = 0;
      school = schooling.test(foldText(line));
    } else if (
      open > 0 &&
      stations[index - 1] === open &&
      !bullet.test(line) &&
      index > 0 &&
      (jobs[open - 1]?.header.split("\n").length ?? 9) < 3 &&
      line.length < 80
    ) {
      const job = jobs[open - 1];
      if (job) job.header += `\n${line}`;
    }
    stations.push(open);
  });
  return { jobs, stations };
}

function readPeriod(dates: Amount[], line: string): { from: number; to: number } {
  const toMonths = (date: Amount, missing: number) => (date.values[0] ?? 0) * 12 + (date.month || missing);
  const [first, last] = [dates[0], dates[1] ?? dates[0]];
  const from = first ? toMonths(first, 1) : 0;
  if (ongoing.test(foldText(line))) return { from, to: Infinity };
  return { from, to: last ? toMonths(last, 12) : from };
}

/** The lengths in years that a CV's jobs may be said to have, one alone or together. @param today in months */
export function sumYears(all: Station[], today: number): [number, number][] {
  const work = all.filter(({ school }) => !school);
  const jobs = work.length > 0 ? work : all;
  const spans = jobs.map(({ from, to }): [number, number] => [
    Math.max(0, (to === Infinity ? today : to) - from - 12) / 12,
    ((to === Infinity ? today + 18 : to) - from + 2) / 12,
  ]);
  const sums: [number, number][] = [];
  const add = (at: number, low: number, high: number) => {
    if (high > 0) sums.push([low, high]);
    if (sums.length < 2_000)
      for (let next = at; next < spans.length; next += 1)
        add(next + 1, low + (spans[next]?.[0] ?? 0), high + (spans[next]?.[1] ?? 0));
  };
  add(0, 0, 0);
  for (const { from } of jobs)
    for (const { to } of jobs) {
      const end = to === Infinity ? today : to;
      if (end > from) sums.push([(end - from - 12) / 12, ((to === Infinity ? end + 18 : end) - from + 2) / 12]);
    }
  return sums;
}
