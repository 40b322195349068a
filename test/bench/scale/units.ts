import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/*
 * What the product uses of the platform, by the name of the unit:
 *   requests, log lines, cpu ms, fetches, most subrequests (in one invocation: the most, not the sum)
 *   d1 user …, d1 shared …: trips, statements, rows read, rows written, bytes
 *   object <class> requests, seconds and bytes; object rows written (of all objects together)
 *   call <class>.<method>: the same requests by what was called; only while measured, not in units.json
 *   queue <name> messages and seconds (of its consumers); r2 reads, writes and bytes
 *   model calls, model tokens in (those cached and those written to the cache are among them) and out; batch calls,
 *   batch tokens in and out: of letters that were answered in a batch; gmail units
 * "d1 shared" is what stays in one database when users are spread over several.
 */
export type Units = Readonly<Record<string, number>>;

const MOST = "most subrequests";

/** Units of several things together. */
export function addUnits(...all: Units[]): Units {
  const sum: Record<string, number> = {};
  for (const units of all)
    for (const [name, count] of Object.entries(units))
      sum[name] = name === MOST ? Math.max(sum[name] ?? 0, count) : (sum[name] ?? 0) + count;
  return sum;
}

/** Units of so many of a thing. */
export const scaleUnits = (units: Units, times: number): Units =>
  Object.fromEntries(
    Object.entries(units).map(([name, count]) => [name, name === MOST ? (times > 0 ? count : 0) : count * times]),
  );

/** The sum of all units whose names match. */
export const sumUnits = (units: Units, name: RegExp): number =>
  Object.entries(units).reduce((sum, [each, count]) => sum + (name.test(each) ? count : 0), 0);

/** What a person does, or the product by itself. */
export const ACTIONS = [
  "join",
  "sign in",
  "open the dashboard",
  "idle minute",
  "search",
  "letter",
  "letter of a batch",
  "read a letter",
  "queue a mail",
  "mail leaves",
  "follow-up",
  "answer arrives",
  "record an outcome",
  "sweep",
] as const;
export type Action = (typeof ACTIONS)[number];

const MeasuredUnits = z.strictObject({
  date: z.string(),
  commit: z.string(),
  how: z.string(),
  /** Companies that the measured search found. */
  companiesASearch: z.number(),
  /** Of a search all of whose sites were read for somebody else. */
  knownSearch: z.record(z.string(), z.number()),
  /** Of one such action. */
  actions: z.record(z.enum(ACTIONS), z.record(z.string(), z.number())),
});
export type MeasuredUnits = z.infer<typeof MeasuredUnits>;

const UNITS_FILE = new URL("units.json", import.meta.url);

/** The units of actions as `npm run bench units` wrote them. */
export const readMeasuredUnits = (): MeasuredUnits => MeasuredUnits.parse(JSON.parse(readFileSync(UNITS_FILE, "utf8")));

export const writeMeasuredUnits = (units: MeasuredUnits): void =>
  writeFileSync(UNITS_FILE, `${JSON.stringify(units, null, 2)}\n`);
