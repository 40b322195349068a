import words from "./data/figure-units.json" with { type: "json" };
import { wholeWord } from "./patterns.ts";

/** Kind of a figure. "day" is the day of a date, "place" a house number or postcode. */
type Kind = "year" | "years" | "months" | "weeks" | "hours" | "percent" | "money" | "day" | "place" | "count";

export interface Counted {
  kind: Kind;
  /** What is counted, as groups of the list below; empty when in none. */
  units: string[];
}

/** Groups of nouns for the same thing, as beginnings of folded words. */
const groups: [unit: string, stems: string[]][] = Object.entries(words.groups);
const findUnits = (words: string[]): string[] =>
  groups.filter(([, stems]) => words.some((word) => stems.some((stem) => word.startsWith(stem)))).map(([unit]) => unit);

const years =
  /^(ans|ane|anne|annes|anees?|annees?|years?|yrs?|jahrig\w*|(?:berufs|dienst|arbeits)?jahren?|jahres|jahr)$/u;
const months = /^(mois?|months?|monate?n?|monats?)$/u;
const weeks = /^(semaines?|weeks?|wochen?|jours?|days?|tagen?|tage)$/u;
const hours = /^(h|heures?|hours?|hrs?|uhr|stunden?|minutes?|minuten?|min|am|pm)$/u;
const money = /^(euros?|eur|keur|dollars?|usd|pounds?|gbp|chf|francs?|livres|pfund)$/u;
const monthNames = wholeWord(words.monthNames);
const street = wholeWord(words.street);
const links = new Set(["de", "d", "of", "von", "bonnes", "full", "good", "volle", "vollen", "petites", "longues"]);

/** "équipe de" before a number: it counts people. */
const team = /^(equipes?|teams?|staff|effectif|mannschaft|brigade|crew)$/u;

/** What a number counts, from the sign before it, its suffix, two words before and three after. */
export function classifyNumber(
  values: number[],
  around: { sign: string; tail: string; after: string[]; before: [string, string] },
): Counted {
  const { sign, tail, after, before } = around;
  const [first = "", second = ""] = after;
  const next = links.has(first) ? second : first;
  const as = (kind: Kind): Counted => ({ kind, units: [] });
  if (
    tail === "%" ||
    /^(pourcent|percent|prozent|pct)$/u.test(first) ||
    (/^(pour|per)$/u.test(first) && second === "cent")
  )
    return as("percent");
  if (
    /^[kKM]?€|^[$£]|^EUR$|^CHF$/u.test(tail) ||
    /[€$£]\s?$/u.test(sign) ||
    money.test(next) ||
    (/^(?:k|mille|million\w*|milliard\w*|thousand|billion|tausend|mio|mrd)$/u.test(first) && money.test(second)) ||
    (/^millions?$/u.test(first) && /^d?e?$/u.test(second) && money.test(after[2] ?? ""))
  )
    return as("money");
  if (values.some((value) => Number.isInteger(value) && value >= 1900 && value <= 2099)) return as("year");
  if (
    years.test(next) ||
    /^ans?$/u.test(tail) ||
    (next === "an" && (values.includes(1) || after[1] === undefined || /^(?:d|de|chez|dans|a|et|en)$/u.test(after[1])))
  )
    return as("years");
  if (months.test(next)) return as("months");
  if (weeks.test(next)) return as("weeks");
  if (hours.test(next) || /^[hH]$/u.test(tail)) return as("hours");
  if (monthNames.test(next)) return as("day");
  if (
    street.test(first) ||
    (/(strasse|str|platz|weg|allee|gasse)$/u.test(before[1]) && before[1].length > 5) ||
    values.some((value) => value > 9_999 && value < 100_000 && tail === "" && before[0] === "rue")
  )
    return as("place");
  const units = findUnits(after);
  return { kind: "count", units: team.test(before[0]) && /^(de|of|von|mit|aus)$/u.test(before[1]) ? ["staff"] : units };
}

/** What the second part of "zweijährig", "achtköpfig" counts. */
export function countedBy(half: string): Counted {
  if (half === "jahrig") return { kind: "years", units: [] };
  if (half === "monatig") return { kind: "months", units: [] };
  return { kind: half === "wochig" ? "weeks" : "count", units: half === "kopfig" ? ["staff"] : [] };
}

/** Multiplier of a number: "45 k€", "1,2 million". */
export function findMultiplier(tail: string, next: string): number {
  const stands = (pattern: RegExp) => pattern.test(tail.toLowerCase()) || pattern.test(next);
  if (stands(/^(?:k|k€|keur|mille|thousand|tausend|tsd)$/u)) return 1_000;
  if (tail === "M" || stands(/^(?:m€|mio|millions?|millionen)$/u)) return 1_000_000;
  return stands(/^(?:milliards?|billions?|milliarden?|mrd)$/u) ? 1_000_000_000 : 1;
}
