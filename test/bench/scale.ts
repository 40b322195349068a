import { defineBench } from "../harness/cli.ts";
import type { Measured } from "../harness/report.ts";
import { readOwnSettings, readPeople, readPlatform } from "./scale/inputs.ts";
import { toTables } from "./scale/report.ts";
import { savePage } from "./scale/save-page.ts";
import { simulateScales } from "./scale/simulate.ts";
import { readMeasuredUnits } from "./scale/units.ts";

/** More are not simulated one by one: the others are taken to do the same. */
const MOST_SIMULATED = 20_000;

/**
 * What so many users use of the platform, what is reached first and what it costs: a week of people on a virtual clock,
 * times the units that `npm run bench units` has measured.
 */
export const command = defineBench({
  options: {
    users: { about: "users of a month, with commas", usual: "1000,10000,100000,1000000" },
    active: { about: "share of them that comes on a day; 0: as in people.json", usual: 0 },
    shards: { about: "shards of users; 0: as --users-per-shard asks for", usual: 0 },
    "users-per-shard": { about: "users of a shard", usual: 2_000 },
    days: { about: "days", usual: 7, short: 2 },
    simulated: { about: "people who are simulated one by one", usual: MOST_SIMULATED, short: 2_000 },
    save: { about: "`yes` writes docs/scale.json, docs/scale.svg and the tables of docs/scale.md", usual: "" },
  },
  open: async () => undefined,
  close: () => undefined,
  parts: {
    scale: async (_, { options, seed }): Promise<Measured[]> => {
      const users = options.users.split(",").map(Number);
      if (users.some((count) => !Number.isSafeInteger(count) || count < 1)) throw new Error("--users takes numbers");
      if (options.shards === 0 && options["users-per-shard"] < 1)
        throw new Error("--users-per-shard takes at least 1, or say how many shards there are with --shards");
      const people = readPeople();
      const platform = readPlatform();
      const units = readMeasuredUnits();
      const world = {
        people: { ...people, ...(options.active > 0 && { dailyActive: options.active }) },
        platform,
        own: readOwnSettings(),
        units,
      };
      const result = simulateScales(world, {
        users,
        shards: options.shards,
        usersPerShard: options["users-per-shard"],
        days: options.days,
        simulated: options.simulated,
        seed,
      });
      const tables = toTables(result, world);
      if (options.save === "yes") await savePage(result, world);
      return tables.map(({ title, how, columns, rows }) => ({ title, how, figures: [], table: { columns, rows } }));
    },
  },
});
