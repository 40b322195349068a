import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { z } from "zod";
import type { ShardCommandsRpc } from "../worker/platform/sql-rpc.ts";
import { type AskShard, createShardDatabase } from "../worker/shards/shard-database.ts";
import { CommandError, describeError } from "./command-error.ts";
import { DatabaseName, isObjectShard, listObjectShards, toShardNumber } from "./database-name.ts";

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
  vars: z.looseObject({ OBJECT_SHARDS: z.coerce.number().int().min(0).default(0) }).default({ OBJECT_SHARDS: 0 }),
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

/** The databases that wrangler.toml binds, and the shards in objects that it names. */
export async function readDatabaseNames({ environment }: Pick<StoragePlace, "environment">): Promise<DatabaseName[]> {
  const { d1_databases: bound, vars } = await readConfig(environment);
  return [
    ...bound.flatMap(({ binding }) => DatabaseName.safeParse(binding).data ?? []),
    ...listObjectShards(vars.OBJECT_SHARDS),
  ];
}

/** Shards in objects are reached through the product: the deployed one, or the one that `npm run dev` runs. */
type Commands = { SHARD_COMMANDS: ShardCommandsRpc };
const toCommandsBinding = (product: string, remote: boolean) => ({
  services: [{ binding: "SHARD_COMMANDS", service: product, entrypoint: "ShardCommands", remote }],
});

/**
 * @param bindings as in wrangler's configuration
 * @param what named where it fails
 * @throws CommandError
 */
async function openBindings(
  { name, compatibility_date }: Pick<z.infer<typeof WranglerConfig>, "name" | "compatibility_date">,
  bindings: Readonly<Record<string, object[]>>,
  what: string,
  { remote, persistTo }: StoragePlace,
): Promise<{ env: Storages & Commands; close: () => Promise<void> }> {
  const [{ getPlatformProxy }, { getDefaultDevRegistryPath }] = await Promise.all([
    import("wrangler"),
    import("miniflare"),
  ]);
  // Where the server of `npm run dev` says that it is running; that of `wrangler dev` says so elsewhere.
  const registry = getDefaultDevRegistryPath();
  if (existsSync(join(registry, name))) process.env["CLOUDFLARE_DEV_REGISTRY_PATH"] ??= registry;
  const folder = mkdtempSync(join(tmpdir(), "candidature-command-"));
  const configPath = join(folder, "wrangler.json");
  try {
    // Not the product's name, which it may bind as a service.
    writeFileSync(configPath, JSON.stringify({ name: `${name}-command`, compatibility_date, ...bindings }));
    const { env, dispose } = await getPlatformProxy<Storages & Commands>({
      configPath,
      envFiles: [],
      persist: { path: resolve(persistTo, "v3") },
      remoteBindings: remote,
    });
    return { env, close: dispose };
  } catch (error) {
    throw new CommandError(`${what} cannot be opened: ${describeError(error)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** No product runs here that has the shards in objects. */
export class ProductNotRunning extends CommandError {}

/** @throws ProductNotRunning */
async function callProduct<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error && /Worker "[^"]+" not found/u.test(error.message))) throw error;
    throw new ProductNotRunning("shards in objects are opened through the product, which does not run: npm run dev");
  }
}

/** @throws CommandError */
export async function openStorages<Name extends keyof Storages>(
  names: readonly Name[],
  place: StoragePlace,
): Promise<{ storages: Pick<Storages, Name>; close: () => Promise<void> }> {
  const { remote, environment } = place;
  const config = await readConfig(environment);
  const objects = names.flatMap((name) => (name !== "SHARED" && isObjectShard(name) ? [name] : []));
  const bindings: Record<string, object[]> = objects.length > 0 ? toCommandsBinding(config.name, remote) : {};
  for (const name of names) {
    if (objects.some((each) => each === name)) continue;
    const kind = name === "SHARED" ? "r2_buckets" : "d1_databases";
    const bound = config[kind].find(({ binding }) => binding === name);
    if (!bound) throw new CommandError(`wrangler.toml binds no ${name}`);
    (bindings[kind] ??= []).push({ ...bound, remote });
  }
  const { env, close } = await openBindings(config, bindings, names.join(", "), place);
  const shards = objects.map((name) => {
    const ask: AskShard = (statements) => callProduct(() => env.SHARD_COMMANDS.run(toShardNumber(name), statements));
    return [name, createShardDatabase(ask)] as const;
  });
  const storages: Pick<Storages, Name> = Object.assign(env, Object.fromEntries(shards) as object);
  const missing = names.find((name) => storages[name] === undefined);
  if (missing === undefined) return { storages, close };
  await close();
  throw new CommandError(`wrangler gives no ${missing}`);
}

/** What takes shards in objects back in time. @throws CommandError */
export async function openRewind(
  place: StoragePlace,
): Promise<{ rewind: ShardCommandsRpc["rewind"]; close: () => Promise<void> }> {
  const config = await readConfig(place.environment);
  const { env, close } = await openBindings(config, toCommandsBinding(config.name, place.remote), "the product", place);
  return { rewind: (shard, to) => callProduct(() => env.SHARD_COMMANDS.rewind(shard, to)), close };
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
      const command = `npm run shards -- migrate${place.remote ? " --remote" : ""}`;
      throw new CommandError(`the database ${name} has no table "${table}" yet: ${command}`);
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
