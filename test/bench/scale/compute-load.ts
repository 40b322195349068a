import type { People } from "./inputs.ts";
import { listBusiestMailMinutes, type Week } from "./simulate-week.ts";
import { type Action, addUnits, type MeasuredUnits, scaleUnits, sumUnits, type Units } from "./units.ts";

// What so many users use of the platform, from what the simulated ones do and what each action was measured to use.

const SECONDS_A_MINUTE = 60;
const SECONDS_AN_HOUR = 3_600;
const HOURS_A_DAY = 24;
const HOURS_A_WEEK = 7 * HOURS_A_DAY;
const DAYS_A_MONTH = 30.44;
const SWEEPS_AN_HOUR = 12;

export interface LoadOptions {
  users: number;
  /** Databases of users. */
  shards: number;
  /** Share of the mails that companies' weeks have no room for. */
  refusedMails: number;
  /** Whether the letters that may wait for a batch do; `OPENAI_BATCH_HOURS` is 0 unless set. */
  batched?: boolean;
  people: People;
}

export interface Load extends LoadOptions {
  /** Units of each hour. */
  hours: readonly Units[];
  /** Share of the sites of a search that nobody's search has read in the last month. */
  freshSites: number;
  /** Mails that users approve in a week, follow-ups left out. */
  mailsAWeek: number;
  /** Mails that leave in each hour, and in its busiest minute; and what one uses. */
  mailHours: readonly number[];
  mailMinutes: readonly number[];
  mailUnits: Units;
  /** What is kept of a site for all users, for 30 days. */
  bytesASite: number;
}

/** The units of each hour. */
export function computeLoad(
  week: Pick<Week, "hours" | "simulated" | "departures" | "days">,
  units: MeasuredUnits,
  options: LoadOptions,
): Load {
  const { hours, simulated } = week;
  const { users, shards, refusedMails, batched = false, people } = options;
  const { letter } = units.actions;
  const freshSites = computeFreshSites(week, units, options);
  const search = addUnits(scaleUnits(units.actions.search, freshSites), scaleUnits(units.knownSearch, 1 - freshSites));
  const used = { ...units.actions, search, ...(!batched && { "letter of a batch": letter }) };
  const perAction = Object.entries(used).map(([action, measured]) => {
    const thought = Object.fromEntries(
      ["model", "batch"].map((by) => [
        `${by} tokens out`,
        (measured[`${by} calls`] ?? 0) * people.reasoningTokensACall,
      ]),
    );
    return [action as Action, addUnits(measured, thought)] as const;
  });
  const hourCount = Math.max(...Object.values(hours).map((counts) => counts.length));
  const toMails = (mails: number): number => (mails * users * (1 - refusedMails)) / simulated;
  const approved = (hours["queue a mail"] ?? []).reduce((sum, count) => sum + count, 0);
  return {
    ...options,
    freshSites,
    mailsAWeek: (approved * users * HOURS_A_WEEK) / simulated / hourCount,
    mailHours: (hours["mail leaves"] ?? []).map(toMails),
    mailMinutes: listBusiestMailMinutes(week).map(toMails),
    mailUnits: units.actions["mail leaves"],
    bytesASite: (units.actions.search["object SITE_CACHE bytes"] ?? 0) / units.companiesASearch,
    hours: Array.from({ length: hourCount }, (_, hour) =>
      addUnits(
        ...perAction.map(([action, each]) => {
          if (action === "sweep") return scaleUnits(toSweep(each, shards), SWEEPS_AN_HOUR);
          const times = ((hours[action]?.[hour] ?? 0) * users) / simulated;
          return scaleUnits(each, action === "mail leaves" ? times * (1 - refusedMails) : times);
        }),
      ),
    ),
  };
}

/** Seconds that an object is busy with a statement, as D1 is. */
const SECONDS_A_STATEMENT = 0.001;

/** What a unit of a users' database is where the rows are in objects, and how many of those. */
const IN_OBJECTS: Readonly<Record<string, readonly [name: string, times: number]>> = {
  "d1 user trips": ["object USER_SHARD requests", 1],
  "d1 user statements": ["object USER_SHARD seconds", SECONDS_A_STATEMENT],
  "d1 user rows read": ["object rows read", 1],
  "d1 user rows written": ["object rows written", 1],
  "d1 user bytes": ["object USER_SHARD bytes", 1],
};

function toObjectUnits(units: Units): Units {
  const moved = Object.entries(units).map(([name, count]) => {
    const [inObjects, times] = IN_OBJECTS[name] ?? [name, 1];
    return { [inObjects]: count * times };
  });
  return addUnits(...moved);
}

/** The same load with the rows of users in objects instead of D1. */
export const moveToObjects = (load: Load): Load => ({ ...load, hours: load.hours.map(toObjectUnits) });

/** The sweep looks at every database of users, whoever comes, and once at what is everybody's. */
function toSweep(ofOne: Units, shards: number): Units {
  const trips = ofOne["d1 user trips"] ?? 0;
  return {
    ...Object.fromEntries(
      Object.entries(ofOne).map(([name, count]) => [name, name.startsWith("d1 user") ? count * shards : count]),
    ),
    "most subrequests": (ofOne["most subrequests"] ?? 0) + trips * (shards - 1),
  };
}

/** A reading lies for a month. Sites are taken to be wanted equally, which is the worst case. */
function computeFreshSites(
  { hours, simulated }: Pick<Week, "hours" | "simulated">,
  { companiesASearch }: MeasuredUnits,
  { users, people }: LoadOptions,
): number {
  const counts = hours.search ?? [];
  const ofSimulated = counts.reduce((sum, count) => sum + count, 0);
  const read = (ofSimulated * users * companiesASearch * DAYS_A_MONTH * HOURS_A_DAY) / simulated / counts.length;
  return Math.min(1, people.companies / read);
}

/**
 * Units a second in the busiest second of the busiest hour. People come as they like, so that is a multiple of the
 * hour; mails leave by our own rules, which were simulated to the minute.
 */
export function findPeak({ hours, people, mailHours, mailMinutes, mailUnits }: Load, name: RegExp): number {
  const perMail = sumUnits(mailUnits, name);
  return Math.max(
    ...hours.map((units, hour) => {
      const ofPeople = sumUnits(units, name) - (mailHours[hour] ?? 0) * perMail;
      const ofMails = (mailMinutes[hour] ?? 0) * perMail;
      return (ofPeople / SECONDS_AN_HOUR) * people.busiestSecondToHour + ofMails / SECONDS_A_MINUTE;
    }),
  );
}

/** Units of the busiest day. */
export function findBusiestDay({ hours }: Load, name: RegExp): number {
  const days = Array.from({ length: Math.ceil(hours.length / HOURS_A_DAY) }, (_, day) =>
    hours.slice(day * HOURS_A_DAY, (day + 1) * HOURS_A_DAY).reduce((sum, units) => sum + sumUnits(units, name), 0),
  );
  return Math.max(...days);
}

/** Units of a month. */
export const sumMonth = ({ hours }: Load, name: RegExp): number =>
  (hours.reduce((sum, units) => sum + sumUnits(units, name), 0) * DAYS_A_MONTH * HOURS_A_DAY) / hours.length;

/** Bytes of users that lie there. */
export const sumStored = (load: Load, name: RegExp): number => sumMonth(load, name) * load.people.monthsStored;

/** Bytes of the cache of sites: each site once, whoever searches. */
export const sumSiteCache = (load: Load): number =>
  Math.min(sumMonth(load, /^object SITE_CACHE bytes$/u), load.people.companies * load.bytesASite);
