import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { z } from "zod";
import { CommandError, describeError } from "./command-error.ts";
import { DatabaseName } from "./database-name.ts";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
/** Where `npm run dev` keeps its database and files. */
export const LOCAL_STATE_PATH = join(projectRoot, ".wrangler/state");

/** Which of the product's storages a command works on. */
export interface StoragePlace {
  /** The deployed storage, through wrangler's login. */
  remote: boolean;
  /** Folder of a local storage, as wrangler's own commands name it. */
  persistTo: string;
  /** An environment of wrangler.toml in place of production. */
  environment?: "staging";
}

/** Options by which a command is told the place. */
export const PLACE_OPTIONS = {
  remote: { type: "boolean", default: false },
  "persist-to": { type: "string", default: LOCAL_STATE_PATH },
} as const;

const Bindings = z.array(z.looseObject({ binding: z.string() }));
const WranglerConfig = z.object({
  name: z.string(),
  compatibility_date: z.string(),
  d1_databases: Bindings,
  r2_buckets: Bindings,
});

/** The storages of commands, by the names that wrangler.toml binds them to. */
type Storages = Record<DatabaseName, D1Database> & Record<"SHARED", R2Bucket>;

/** Loaded late: it takes two seconds, which a misspelt command need not wait for. */
async function readConfig(environment: StoragePlace["environment"]) {
  const { unstable_readConfig } = await import("wrangler");
  return WranglerConfig.parse(
    unstable_readConfig(
      { config: join(projectRoot, "wrangler.toml"), ...(environment !== undefined && { env: environment }) },
      { hideWarnings: true },
    ),
  );
}

/** The databases that wrangler.toml binds. */
export const readDatabaseNames = async ({ environment }: Pick<StoragePlace, "environment">): Promise<DatabaseName[]> =>
  (await readConfig(environment)).d1_databases.flatMap(({ binding }) => DatabaseName.safeParse(binding).data ?? []);

/** @throws CommandError */
export async function openStorages<Name extends keyof Storages>(
  names: readonly Name[],
  { remote, persistTo, environment }: StoragePlace,
): Promise<{ storages: Pick<Storages, Name>; close: () => Promise<void> }> {
  const config = await readConfig(environment);
  const { getPlatformProxy } = await import("wrangler");
  const bindings: Record<string, object[]> = {};
  for (const name of names) {
    const kind = name === "SHARED" ? "r2_buckets" : "d1_databases";
    const bound = config[kind].find(({ binding }) => binding === name);
    if (!bound) throw new CommandError(`wrangler.toml binds no ${name}`);
    (bindings[kind] ??= []).push({ ...bound, remote });
  }
  const folder = mkdtempSync(join(tmpdir(), "candidature-command-"));
  const configPath = join(folder, "wrangler.json");
  try {
    writeFileSync(
      configPath,
      JSON.stringify({
        name: config.name,
        compatibility_date: config.compatibility_date,
        ...bindings,
      }),
    );
    const { env, dispose } = await getPlatformProxy<Pick<Storages, Name>>({
      configPath,
      envFiles: [],
      persist: { path: resolve(persistTo, "v3") },
      remoteBindings: remote,
    });
    const missing = names.find((name) => env[name] === undefined);
    if (missing !== undefined) throw new CommandError(`wrangler gives no ${missing}`);
    return { storages: env, close: dispose };
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`${names.join(", ")} cannot be opened: ${describeError(error)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * One of the databases for a command.
 * @param table a table that must exist
 * @throws CommandError
 */
export async function openDatabase(
  name: DatabaseName,
  place: StoragePlace,
  table: string,
): Promise<{ db: D1Database; close: () => Promise<void> }> {
  const { storages, close } = await openStorages([name], place);
  const db: D1Database | undefined = storages[name];
  try {
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1";
    if (!db || !(await db.prepare(sql).bind(table).first())) {
      const command = `npx wrangler d1 migrations apply ${name} ${place.remote ? "--remote" : "--local"}`;
      throw new CommandError(`the database has no table "${table}" yet: ${command}`);
    }
    return { db, close };
  } catch (error) {
    await close();
    throw error instanceof CommandError
      ? error
      : new CommandError(`the database cannot be opened: ${describeError(error)}`);
  }
}

/** The shared database for a command. @throws CommandError */
export const openSharedDatabase = (place: StoragePlace, table: string) => openDatabase("SHARED_DB", place, table);

/** The bucket of what belongs to no user. @throws CommandError */
export async function openSharedBucket(place: StoragePlace): Promise<{ bucket: R2Bucket; close: () => Promise<void> }> {
  const { storages, close } = await openStorages(["SHARED"], place);
  return { bucket: storages.SHARED, close };
}
