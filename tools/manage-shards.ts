import { setTimeout as wait } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import type { RewindTarget } from "../worker/platform/sql-rpc.ts";
import type { applyMigrations } from "./apply-migrations.ts";
import { CommandError, describeError } from "./command-error.ts";
import { copyShard } from "./copy-shard.ts";
import { DatabaseName, isObjectShard, type ShardName, toShardName, toShardNumber } from "./database-name.ts";
import { migrateShard, openNewShard } from "./migrate-shard.ts";
import { type MovePorts, moveUser } from "./move-user.ts";
import {
  type openRewind,
  type openStorages,
  PLACE_OPTIONS,
  ProductNotRunning,
  type readDatabaseNames,
  type StoragePlace,
} from "./open-platform.ts";
import { readMigrations } from "./read-migrations.ts";
import { type CommandOutput, parseCommandLine } from "./run-command.ts";

const USAGE = `npm run shards -- migrate [--remote]   brings the tables of all databases in wrangler.toml up to date
npm run shards -- report [--remote]    size, users and tables of each shard
npm run shards -- move <user id> … <shard> [--remote]   moves users to DB, DB_1, SHARD_1000 and so on; after an
                                       interruption, again
npm run shards -- copy <shard> <folder> [--remote]      into a new local database, for npm run restore -- user
npm run shards -- rewind <SHARD_1000 and so on> <time | bookmark> [--remote]   takes a shard in an object back in time
    --staging                          the databases of staging`;

/** From here on a shard should take no new users: those it has go on growing. D1 holds 10 GB. Bytes. */
const FULL_BYTES = 8_000_000_000;

interface Ports {
  openStorages: typeof openStorages;
  openRewind: typeof openRewind;
  readDatabaseNames: typeof readDatabaseNames;
  applyMigrations: typeof applyMigrations;
}

/** What a database says of itself. */
interface ShardState {
  users: number;
  bytes: number;
  /** The last migration; empty without any. */
  version: string;
  /** Users whose move was not finished. */
  moving: number;
}

async function readShard(db: D1Database): Promise<ShardState> {
  const tables = await db
    .prepare("SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'users', 'account_moves')")
    .all<{ name: string }>();
  const bytes = tables.meta.size_after;
  const names = new Set(tables.results.map(({ name }) => name));
  if (!names.has("d1_migrations") || !names.has("users")) return { users: 0, bytes, version: "", moving: 0 };
  const [last, users, moves] = await db.batch<{ value: string | number }>([
    db.prepare("SELECT name AS value FROM d1_migrations ORDER BY id DESC LIMIT 1"),
    db.prepare("SELECT count(*) AS value FROM users"),
    ...(names.has("account_moves") ? [db.prepare(UNFINISHED_MOVES)] : []),
  ]);
  return {
    users: Number(users?.results[0]?.value ?? 0),
    bytes,
    version: String(last?.results[0]?.value ?? ""),
    moving: Number(moves?.results[0]?.value ?? 0),
  };
}

const UNFINISHED_MOVES = "SELECT count(*) AS value FROM account_moves WHERE state NOT IN ('gone', 'arrived')";

/** The shards that take no new users. */
async function listFullShards(shared: D1Database): Promise<Set<number>> {
  const table = await shared.prepare("SELECT 1 FROM sqlite_master WHERE name = 'user_shards'").first();
  if (!table) return new Set();
  const { results } = await shared
    .prepare("SELECT shard FROM user_shards WHERE state = 'full'")
    .all<{ shard: number }>();
  return new Set(results.map(({ shard }) => shard));
}

/** @returns 1 when a shard is behind, or should take no more users */
async function report(
  databases: readonly [ShardName, D1Database][],
  shared: D1Database,
  { print, warn }: CommandOutput,
): Promise<number> {
  const [latest = "", full] = [readMigrations().at(-1)?.name, await listFullShards(shared)];
  let isAmiss = false;
  for (const [name, db] of databases) {
    const { users, bytes, version, moving } = await readShard(db);
    const isOpen = !full.has(toShardNumber(name));
    const isBehind = version !== latest;
    const isOverfull = isOpen && bytes > FULL_BYTES;
    print(
      `${name}: ${isOpen ? "open" : "full"}, ${users} users, ${(bytes / 1e6).toFixed(1)} MB, ${version || "no tables"}`,
    );
    if (isBehind) warn(`${name} is behind ${latest}: npm run shards -- migrate`);
    if (isOverfull) warn(`${name} should be marked as full`);
    if (moving > 0) warn(`${name}: ${moving} users whose move was not finished: npm run shards -- move`);
    isAmiss ||= isBehind || isOverfull || moving > 0;
  }
  return isAmiss ? 1 : 0;
}

/** @throws CommandError */
function parseShard(name: string): ShardName {
  const database = DatabaseName.safeParse(name).data;
  if (database === undefined || database === "SHARED_DB") throw new CommandError(USAGE);
  return database;
}

/**
 * Moves users one after the other, then empties where they were, for which each has to wait a minute.
 * @returns 1 when somebody stays where they are
 */
async function move(userIds: string[], to: number, ports: MovePorts, { print, warn }: CommandOutput): Promise<number> {
  const staying = new Set<string>();
  for (const until of ["open", "done"] as const)
    for (const userId of userIds) {
      if (staying.has(userId)) continue;
      const { rows, stays } = await moveUser(userId, to, ports, until);
      if (stays !== undefined) {
        staying.add(userId);
        warn(`${userId} was not moved: ${stays}`);
      } else if (until === "open") print(`${userId}: on ${toShardName(to)}, ${rows} rows copied`);
      else print(`${userId}: nothing left elsewhere`);
    }
  return staying.size > 0 ? 1 : 0;
}

/** Copies a shard into a new local database. */
async function copy(name: ShardName, folder: string, place: StoragePlace, ports: Ports, { print }: CommandOutput) {
  const target = await ports.openStorages(["DB"], { remote: false, persistTo: folder });
  try {
    const table = await target.storages.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first();
    if (table) throw new CommandError(`${folder} has a database already`);
    const source = await ports.openStorages([name], place);
    try {
      const from = source.storages[name] as D1Database;
      print(`${name}: ${await copyShard(from, target.storages.DB)} rows copied to ${folder}`);
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}

/** Brings the tables of all shards up to date, and opens those in objects that are new. */
async function migrate(place: StoragePlace, ports: Ports, { print }: CommandOutput): Promise<void> {
  const names = await ports.readDatabaseNames(place);
  for (const name of names) if (!isObjectShard(name)) ports.applyMigrations(name, place);
  const inObjects = names.filter(isObjectShard);
  if (inObjects.length === 0) return;
  const { storages, close } = await ports.openStorages([...inObjects, "SHARED_DB"], place);
  const migrations = readMigrations();
  try {
    for (const name of inObjects) {
      const applied = await migrateShard(name, storages[name] as D1Database, migrations);
      await openNewShard(storages.SHARED_DB, toShardNumber(name));
      print(`${name}: ${applied} migrations applied`);
    }
  } catch (error) {
    // `npm run dev` migrates what is on this machine before it starts the product.
    if (place.remote || !(error instanceof ProductNotRunning)) throw error;
    print(`${inObjects.join(", ")}: ${error.message}`);
  } finally {
    await close();
  }
}

/** A time in ISO 8601, UTC, or a bookmark of the platform. @throws CommandError */
function parseRewindTarget(text: string): RewindTarget {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]+){3}$/u.test(text)) return { bookmark: text };
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new CommandError(`${text} is no time such as 2026-11-28T10:30:00Z, and no bookmark`);
  return { time: new Date(time).toISOString() };
}

/** Takes a shard in an object back in time. @throws CommandError for one in D1, which wrangler restores */
async function rewind(name: ShardName, to: RewindTarget, place: StoragePlace, ports: Ports, { print }: CommandOutput) {
  if (!isObjectShard(name)) throw new CommandError(`${name} is in D1: npx wrangler d1 time-travel restore ${name}`);
  const { rewind: goBack, close } = await ports.openRewind(place);
  try {
    const before = await goBack(toShardNumber(name), to);
    const flags = `${place.remote ? " --remote" : ""}${place.environment === undefined ? "" : " --staging"}`;
    print(`${name} is as it was. To take that back: npm run shards -- rewind ${name} ${before}${flags}`);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${name}: ${describeError(error)}`);
  } finally {
    await close();
  }
}

/** Opens every shard, and the shared database. */
async function withDatabases(
  place: StoragePlace,
  ports: Ports,
  work: (databases: [ShardName, D1Database][], shared: D1Database) => Promise<number>,
): Promise<number> {
  const names = await ports.readDatabaseNames(place);
  const { storages, close } = await ports.openStorages(names, place);
  try {
    const databases = names.flatMap((database) => {
      if (database === "SHARED_DB") return [];
      const db: D1Database | undefined = storages[database];
      return db ? [[database, db] satisfies [ShardName, D1Database]] : [];
    });
    return await work(databases, storages.SHARED_DB);
  } finally {
    await close();
  }
}

/**
 * Migrates all databases, says how the shards are, moves users, copies a shard or takes one back in time, as the
 * arguments say.
 * @returns 1 when a shard is behind, should take no more users or has unfinished moves, or when somebody was not moved
 * @throws CommandError
 */
export async function manageShards(args: string[], ports: Ports, output: CommandOutput): Promise<number> {
  const {
    positionals: [name, ...rest],
    values: { remote, staging, "persist-to": persistTo },
  } = parseCommandLine(args, { ...PLACE_OPTIONS, staging: { type: "boolean", default: false } });
  const place = { remote, persistTo, ...(staging && { environment: "staging" as const }) };
  if (name === "migrate" && rest.length === 0) {
    await migrate(place, ports, output);
    return 0;
  }
  if (name === "report" && rest.length === 0)
    return withDatabases(place, ports, (databases, shared) => report(databases, shared, output));
  const last = rest.at(-1);
  if (name === "move" && last !== undefined && rest.length > 1) {
    const to = toShardNumber(parseShard(last));
    return withDatabases(place, ports, (databases, shared) => {
      const shards = new Map(databases.map(([database, db]) => [toShardNumber(database), db]));
      return move(rest.slice(0, -1), to, { shared, shards, now: Date.now, wait }, output);
    });
  }
  const [shard, argument] = rest;
  if (shard === undefined || argument === undefined || rest.length > 2) throw new CommandError(USAGE);
  if (name === "copy") {
    await copy(parseShard(shard), argument, place, ports, output);
    return 0;
  }
  if (name !== "rewind") throw new CommandError(USAGE);
  await rewind(parseShard(shard), parseRewindTarget(argument), place, ports, output);
  return 0;
}
