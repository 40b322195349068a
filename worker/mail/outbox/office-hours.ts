import { createHash } from "node:crypto";
import type { MessageLanguage } from "../../contract/field-schemas";
import { getUtcOffset, toInstant } from "../../lib/time-zone";
import { HOLIDAYS } from "./holidays.gen";

/** France, the United Kingdom, Germany and their neighbours, each with its time zone (Spain without its islands). */
const TIME_ZONES = {
  AD: "Europe/Andorra",
  AT: "Europe/Vienna",
  BE: "Europe/Brussels",
  CH: "Europe/Zurich",
  CZ: "Europe/Prague",
  DE: "Europe/Berlin",
  DK: "Europe/Copenhagen",
  ES: "Europe/Madrid",
  FR: "Europe/Paris",
  GB: "Europe/London",
  IE: "Europe/Dublin",
  IT: "Europe/Rome",
  LI: "Europe/Vaduz",
  LU: "Europe/Luxembourg",
  MC: "Europe/Monaco",
  NL: "Europe/Amsterdam",
  PL: "Europe/Warsaw",
  PT: "Europe/Lisbon",
} as const;

/** A country whose office hours are known. */
export type OfficeCountry = keyof typeof TIME_ZONES;

/** Where a user is taken to be, by the language of their interface: nothing else tells. */
const HOME_COUNTRY: Record<MessageLanguage, OfficeCountry> = { fr: "FR", en: "GB", de: "DE" };

/** Office hours, Monday to Friday, in minutes of the local day. */
const OPENS_AT_MIN = 9 * 60;
const CLOSES_AT_MIN = 18 * 60;
/**
 * Mails that wait for an opening leave within so long after it, else those of all users would in one minute. Long
 * enough that the first mails of some are mixed with the later ones of others.
 */
const SPREAD_MS = 2 * 3_600_000;
const DAY_MS = 86_400_000;
/** No office of these countries is closed longer. */
const MAX_DAYS_CLOSED = 14;

/** Why an office is closed, the one that keeps it closed longest last. */
const CLOSURES = ["office_hours", "weekend", "holiday"] as const;
type Closure = (typeof CLOSURES)[number];

const isOfficeCountry = (code: string): code is OfficeCountry => Object.hasOwn(TIME_ZONES, code);

/** The country whose office hours hold for a company; for an unknown one, the sender's. */
export function chooseOfficeCountry(country: string, senderLanguage: MessageLanguage): OfficeCountry {
  const code = country.trim().toUpperCase();
  if (code === "UK") return "GB";
  return isOfficeCountry(code) ? code : HOME_COUNTRY[senderLanguage];
}

/** A day of the calendar, as milliseconds of its midnight in UTC. */
type CalendarDay = number;

const toCalendarDay = (country: OfficeCountry, time: number): CalendarDay =>
  Math.floor((time + getUtcOffset(TIME_ZONES[country], time)) / DAY_MS) * DAY_MS;

/** The instant of a local time. Clocks change at night, so that no office hour is skipped or comes twice. */
const toOfficeInstant = (country: OfficeCountry, day: CalendarDay, minutes: number): number =>
  toInstant(TIME_ZONES[country], day + minutes * 60_000);

const holidaySets = new Map<OfficeCountry, ReadonlySet<string>>();

function listHolidays(country: OfficeCountry): ReadonlySet<string> {
  let days = holidaySets.get(country);
  if (!days) {
    const years = Object.entries(HOLIDAYS[country]);
    days = new Set(years.flatMap(([year, dates]) => dates.split(" ").map((date) => `${year}-${date}`)));
    holidaySets.set(country, days);
  }
  return days;
}

/** Why a whole day is closed; null for a day with office hours. */
function findDayClosure(country: OfficeCountry, day: CalendarDay): Closure | null {
  const date = new Date(day);
  if (date.getUTCDay() % 6 === 0) return "weekend";
  return listHolidays(country).has(date.toISOString().slice(0, 10)) ? "holiday" : null;
}

/** A working day of an office. Milliseconds. */
interface OfficeDay {
  date: CalendarDay;
  opensAt: number;
  closesAt: number;
  /** What keeps the office closed until then; it does not matter once it is open. */
  closure: Closure;
}

/** The office day that goes on at a time, or the next one. */
function findOfficeDay(country: OfficeCountry, from: number): OfficeDay {
  const today = toCalendarDay(country, from);
  const closures: Closure[] = ["office_hours"];
  for (let day = today; day < today + MAX_DAYS_CLOSED * DAY_MS; day += DAY_MS) {
    const closesAt = toOfficeInstant(country, day, CLOSES_AT_MIN);
    const closure = findDayClosure(country, day);
    if (closure) closures.push(closure);
    else if (from < closesAt)
      return {
        date: day,
        opensAt: toOfficeInstant(country, day, OPENS_AT_MIN),
        closesAt,
        closure: toStrongest(closures),
      };
  }
  throw new RangeError(`no office hours in ${country} after ${new Date(from).toISOString()}`);
}

const toStrongest = (closures: readonly Closure[]): Closure =>
  CLOSURES.findLast((closure) => closures.includes(closure)) ?? "office_hours";

/** How long after an opening the mails of an outbox leave that wait for it: its own time of that day. */
export function computeOpeningDelay(outboxId: string, date: CalendarDay): number {
  const hash = createHash("sha256").update(`${outboxId} ${date}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * SPREAD_MS);
}

/** The first instant from a time on at which a mail may reach an office. */
interface Opening {
  at: number;
  /** What keeps the office closed at the time itself; null: it is open. */
  closure: Closure | null;
}

/**
 * Finds when a mail may reach an office. Milliseconds.
 * @param waitingSince when the mail was ready: one that was so before the office opened waits for its outbox's own time
 */
export type FindOpening = (country: OfficeCountry, from: number, waitingSince?: number) => Opening;

/**
 * A finder that keeps the last day of each country: planning asks for hundreds of times of a few days.
 * @param computeDelay how long after an opening the mails leave that wait for it
 */
export function createOpeningFinder(computeDelay: (date: CalendarDay) => number = () => 0): FindOpening {
  const known = new Map<OfficeCountry, OfficeDay & { from: number; delayedTo: number }>();
  return (country, from, waitingSince = from) => {
    let day = known.get(country);
    if (!day || from < day.from || from >= day.closesAt) {
      const found = findOfficeDay(country, from);
      day = { ...found, from, delayedTo: found.opensAt + computeDelay(found.date) };
      known.set(country, day);
    }
    const opensAt = waitingSince < day.opensAt ? day.delayedTo : day.opensAt;
    return { at: Math.max(from, opensAt), closure: from < day.opensAt ? day.closure : null };
  };
}

/** For a place where nothing waits for office hours. */
export const findNoClosure: FindOpening = (_country, from) => ({ at: from, closure: null });
