import { readFileSync, writeFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { CommandError, describeError } from "./command-error.ts";
import { DatabaseName } from "./database-name.ts";
import { type openDatabase, PLACE_OPTIONS } from "./open-platform.ts";
import {
  giveBackUserRows,
  mendRecords,
  readUserRows,
  reopenEntries,
  SavedRecords,
  saveRecords,
  type UserRows,
} from "./restore-database.ts";
import { type CommandOutput, parseCommandLine } from "./run-command.ts";

const USAGE = `npm run restore -- save <file> --since <time> [--remote]   before a restore to that time (ISO 8601, UTC)
npm run restore -- mend <file> [--remote]                  after it, as often as you like
npm run restore -- user <id> --from <folder> [--remote]    gives a user back what is missing of a local copy
    --database <binding>   with save and user: SHARED_DB or a further shard (DB_1, SHARD_1000), in place of DB`;

function parseDatabase(name = "DB"): DatabaseName {
  const parsed = DatabaseName.safeParse(name);
  if (!parsed.success)
    throw new CommandError(`--database takes DB, DB_1, SHARD_1000 and so on, or SHARED_DB\n${USAGE}`);
  return parsed.data;
}

/** @returns ISO 8601, UTC */
function parseTime(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new CommandError(`--since takes a time such as 2026-11-28T10:30:00Z\n${USAGE}`);
  return new Date(time).toISOString();
}

function readSaved(file: string): SavedRecords {
  try {
    return SavedRecords.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new CommandError(`${file} is not what save has written: ${describeError(error)}`);
  }
}

const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([table, count]) => `${count} ${table}`)
    .join(", ") || "nothing";

/** The rows of a user in a local copy of the database. */
async function readCopy(open: typeof openDatabase, folder: string, userId: string): Promise<UserRows> {
  const { db, close } = await open("DB", { remote: false, persistTo: folder }, "users");
  try {
    return await readUserRows(db, userId);
  } finally {
    await close();
  }
}

interface Command {
  /** The database that it works on. */
  database: DatabaseName;
  work: (db: D1Database, output: CommandOutput) => Promise<number>;
}

const save = (file: string, since: string, database: DatabaseName): Command => ({
  database,
  work: async (db, { print }) => {
    const records = await saveRecords(db, database, since);
    writeFileSync(file, JSON.stringify(records), { mode: 0o600, flag: "wx" });
    const counts = Object.fromEntries(Object.entries(records.tables).map(([table, rows]) => [table, rows.length]));
    print(`saved: ${formatCounts({ ...counts, accounts: records.accounts.length })}`);
    return 0;
  },
});

/** @param openShared opens the shared database, which has the directory of users */
const mend = (saved: SavedRecords, openShared: () => ReturnType<typeof openDatabase>): Command => ({
  database: saved.database,
  work: async (db, { print, warn }) => {
    const shared = await openShared();
    const { inserted, dropped, closed, ended, lost } = await (async () => {
      try {
        const mended = await mendRecords(db, saved, shared.db);
        // Accounts that are gone leave their e-mails free.
        if (mended.lost.length > 0) await reopenEntries(shared.db, mended.lost);
        return mended;
      } finally {
        await shared.close();
      }
    })();
    print(`put back: ${formatCounts(inserted)}`);
    print(`closed again: ${closed} accounts that were deleted since; ended again: ${ended} sessions`);
    if (dropped > 0) print(`dropped again: ${dropped} users who had been moved to another shard`);
    for (const id of lost) warn(`opened since ${saved.since}, and gone: account ${id}`);
    return lost.length > 0 ? 1 : 0;
  },
});

const giveBack = (userId: string, database: DatabaseName, readRows: () => Promise<UserRows>): Command => ({
  database,
  work: async (db, { print, warn }) => {
    const given = await giveBackUserRows(db, userId, await readRows());
    if (!given) {
      warn(`${userId} has no account: what was deleted with an account stays deleted`);
      return 1;
    }
    print(`given back: ${formatCounts(given)}`);
    return 0;
  },
});

/**
 * Saves, mends, or gives back, as the arguments say.
 * @returns 1 when accounts are lost, or the user has none
 * @throws CommandError
 */
export async function manageRestore(args: string[], open: typeof openDatabase, output: CommandOutput): Promise<number> {
  const {
    positionals: [name, subject, ...more],
    values: { since, from, database, remote, "persist-to": persistTo },
  } = parseCommandLine(args, {
    ...PLACE_OPTIONS,
    since: { type: "string" },
    from: { type: "string" },
    database: { type: "string" },
  });
  /** @returns undefined for anything else */
  const findCommand = (): Command | undefined => {
    if (subject === undefined || more.length > 0) return undefined;
    if (name === "save" && since !== undefined && from === undefined)
      return save(subject, parseTime(since), parseDatabase(database));
    if (since !== undefined) return undefined;
    if (name === "user" && from !== undefined)
      return giveBack(subject, parseDatabase(database), () => readCopy(open, from, subject));
    return name === "mend" && from === undefined && database === undefined
      ? mend(readSaved(subject), () => open("SHARED_DB", { remote, persistTo }, "user_directory"))
      : undefined;
  };
  const command = findCommand();
  if (!command) throw new CommandError(USAGE);
  const { db, close } = await open(command.database, { remote, persistTo }, "users");
  try {
    return await command.work(db, output);
  } finally {
    await close();
  }
}
