import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types";
import type { applyMigrations } from "./apply-migrations.ts";
import { CommandError } from "./command-error.ts";
import type { DatabaseName } from "./database-name.ts";
import { type openStorages, PLACE_OPTIONS, type readDatabaseNames } from "./open-platform.ts";
import { type CommandOutput, parseCommandLine } from "./run-command.ts";

const USAGE = `npm run shards -- migrate [--remote]   brings the tables of all databases in wrangler.toml up to date
npm run shards -- report [--remote]    size, users and tables of each shard
    --staging                          the databases of staging`;

/** From here on a shard should take no new users: those it has go on growing. D1 holds 10 GB. Bytes. */
const FULL_BYTES = 8_000_000_000;

interface Ports {
  openStorages: typeof openStorages;
  readDatabaseNames: typeof readDatabaseNames;
  applyMigrations: typeof applyMigrations;
}

/** What a database says of itself. */
interface ShardState {
  users: number;
  bytes: number;
  /** The last migration; empty without any. */
  version: string;
}

const latestMigration = (): string =>
  readdirSync(fileURLToPath(new URL("../migrations", import.meta.url)))
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .at(-1) ?? "";

async function readShard(db: D1Database): Promise<ShardState> {
  const tables = await db
    .prepare("SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'users')")
    .all<{ name: string }>();
  const bytes = tables.meta.size_after;
  if (tables.results.length < 2) return { users: 0, bytes, version: "" };
  const [last, users] = await db.batch<{ value: string | number }>([
    db.prepare("SELECT name AS value FROM d1_migrations ORDER BY id DESC LIMIT 1"),
    db.prepare("SELECT count(*) AS value FROM users"),
  ]);
  return { users: Number(users?.results[0]?.value ?? 0), bytes, version: String(last?.results[0]?.value ?? "") };
}

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
  databases: readonly [DatabaseName, D1Database][],
  shared: D1Database,
  { print, warn }: CommandOutput,
): Promise<number> {
  const [latest, full] = [latestMigration(), await listFullShards(shared)];
  let isAmiss = false;
  for (const [name, db] of databases) {
    const { users, bytes, version } = await readShard(db);
    const isOpen = !full.has(name === "DB" ? 0 : Number(name.slice("DB_".length)));
    const isBehind = version !== latest;
    const isOverfull = isOpen && bytes > FULL_BYTES;
    print(
      `${name}: ${isOpen ? "open" : "full"}, ${users} users, ${(bytes / 1e6).toFixed(1)} MB, ${version || "no tables"}`,
    );
    if (isBehind) warn(`${name} is behind ${latest}: npm run shards -- migrate`);
    if (isOverfull) warn(`${name} should be marked as full`);
    isAmiss ||= isBehind || isOverfull;
  }
  return isAmiss ? 1 : 0;
}

/**
 * Migrates all databases, or says how the shards are, as the arguments say.
 * @returns 1 when a shard is behind, or should take no more users
 * @throws CommandError
 */
export async function manageShards(args: string[], ports: Ports, output: CommandOutput): Promise<number> {
  const {
    positionals: [name, ...more],
    values: { remote, staging, "persist-to": persistTo },
  } = parseCommandLine(args, { ...PLACE_OPTIONS, staging: { type: "boolean", default: false } });
  if (more.length > 0) throw new CommandError(USAGE);
  const place = { remote, persistTo, ...(staging && { environment: "staging" as const }) };
  const names = await ports.readDatabaseNames(place);
  if (name === "migrate") {
    for (const database of names) ports.applyMigrations(database, place);
    return 0;
  }
  if (name !== "report") throw new CommandError(USAGE);
  const { storages, close } = await ports.openStorages(names, place);
  try {
    const databases = names.flatMap((database) => {
      const db = database === "SHARED_DB" ? undefined : storages[database];
      return db ? [[database, db] satisfies [DatabaseName, D1Database]] : [];
    });
    return await report(databases, storages.SHARED_DB, output);
  } finally {
    await close();
  }
}
