import type { People } from "./inputs.ts";
import { findBusiestMailMinute, type Week } from "./simulate-week.ts";
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
  people: People;
}

export interface Load extends LoadOptions {
  /** Units of each hour. */
  hours: readonly Units[];
  /** Mails that users approve in a week, follow-ups left out. */
  mailsAWeek: number;
  /** Mails that leave in the busiest minute, and what one uses. */
  mailMinute: number;
  mailUnits: Units;
  /** What is kept of a site for all users, for 30 days. */
  bytesASite: number;
}

/** The units of each hour. */
export function computeLoad(
  week: Pick<Week, "hours" | "simulated" | "departures">,
  units: MeasuredUnits,
  options: LoadOptions,
): Load {
  const { hours, simulated } = week;
  const { users, shards, refusedMails, people } = options;
  const thinking = { "model tokens out": people.reasoningTokensACall };
  const perAction = Object.entries(units.actions).map(([action, measured]) => {
    const calls = measured["model calls"] ?? 0;
    return [action as Action, addUnits(measured, scaleUnits(thinking, calls))] as const;
  });
  const hourCount = Math.max(...Object.values(hours).map((counts) => counts.length));
  const approved = (hours["queue a mail"] ?? []).reduce((sum, count) => sum + count, 0);
  return {
    ...options,
    mailsAWeek: (approved * users * HOURS_A_WEEK) / simulated / hourCount,
    mailMinute: (findBusiestMailMinute(week) * users * (1 - refusedMails)) / simulated,
    mailUnits: units.actions["mail leaves"],
    bytesASite: (units.actions.search["object SITE_CACHE bytes"] ?? 0) / units.companiesASearch,
    hours: Array.from({ length: hourCount }, (_, hour) =>
      addUnits(
        ...perAction.map(([action, each]) => {
          // The sweep looks at every database, whoever comes.
          if (action === "sweep") return scaleUnits(each, SWEEPS_AN_HOUR * shards);
          const times = ((hours[action]?.[hour] ?? 0) * users) / simulated;
          return scaleUnits(each, action === "mail leaves" ? times * (1 - refusedMails) : times);
        }),
      ),
    ),
  };
}

/** Units a second in the busiest second of the busiest hour, or in the minute of the most mails. */
export const findPeak = ({ hours, people, mailMinute, mailUnits }: Load, name: RegExp): number =>
  Math.max(
    (Math.max(...hours.map((units) => sumUnits(units, name))) / SECONDS_AN_HOUR) * people.busiestSecondToHour,
    (mailMinute * sumUnits(mailUnits, name)) / SECONDS_A_MINUTE,
  );

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
