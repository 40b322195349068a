/**
 * Builds holidays.gen.ts: `npm run holidays:build`. The rules of date-holidays, with the code that computes Easter, the
 * moon and time zones, would add 167 kB (gzip) to the Worker; their dates for fifteen years add 2.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Holidays from "date-holidays";

const FILE = join(import.meta.dirname, "../worker/mail/outbox/holidays.gen.ts");

/** France, the United Kingdom, Germany and their neighbours; with the part of a country whose holidays stand for it. */
const COUNTRIES: Record<string, string | null> = {
  AD: null,
  AT: null,
  BE: null,
  CH: null,
  CZ: null,
  DE: null,
  DK: null,
  ES: null,
  FR: null,
  GB: "ENG",
  IE: null,
  IT: null,
  LI: null,
  LU: null,
  MC: null,
  NL: null,
  PL: null,
  PT: null,
};
const [FIRST_YEAR, LAST_YEAR] = [2026, 2040];

/** Public holidays of a year that are no Saturday or Sunday, as "MM-DD". */
function listWorkdaysOff(holidays: Holidays, year: number): string[] {
  const dates = holidays.getHolidays(year).map(({ date }) => date.slice(0, 10));
  const workdays = dates.filter((date) => date.startsWith(`${year}-`) && new Date(date).getUTCDay() % 6 !== 0);
  return [...new Set(workdays)].sort().map((date) => date.slice(5));
}

/** The text of holidays.gen.ts. */
export function renderHolidays(): string {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n);
  const countries = Object.entries(COUNTRIES).map(([country, part]) => {
    const options = { types: ["public" as const] };
    const holidays = part === null ? new Holidays(country, options) : new Holidays(country, part, options);
    const lines = years.map((year) => `    ${year}: "${listWorkdaysOff(holidays, year).join(" ")}",\n`);
    return `  ${country}: {\n${lines.join("")}  },\n`;
  });
  return [
    "// Built by tools/build-holidays.ts from date-holidays (https://github.com/commenthol/date-holidays).\n\n",
    "/** Public holidays of a whole country on Mondays to Fridays, by country and year: MM-DD. */\n",
    `export const HOLIDAYS = {\n${countries.join("")}} as const;\n`,
  ].join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, renderHolidays());
