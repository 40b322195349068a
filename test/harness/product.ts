import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import {
  type DatabaseName,
  listObjectShards,
  type ShardName,
  toShardName,
  toShardNumber,
} from "../../tools/database-name.ts";
import { sandboxOverrides } from "../sandbox/config-overrides.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { findFreePort } from "./free-port.ts";
import { listMigrations } from "./migrations.ts";
import { findChildren } from "./process-usage.ts";
import { createProductWorker } from "./product-worker.ts";
import { createSandboxWorker } from "./sandbox-bundle.ts";

const MAX_TRIES = 20;
const Shard = z.object({ shard: z.number() });

/** One user of a bench or a proof does in a minute what others do in a week. */
const HIGH_LIMITS = {
  DAILY_LIMIT: "2000",
  SEARCHES_PER_HOUR: "100000",
  SUGGESTIONS_PER_HOUR: "100000",
  GENERATIONS_PER_HOUR: "100000",
  IMPROVEMENTS_PER_HOUR: "100000",
  UPLOADS_PER_HOUR: "100000",
  MODEL_CALLS_PER_DAY: "1000000",
  REGISTRATIONS_PER_HOUR: "100000",
};

/** Settings for a bench with an outside world of its own. */
const OUTSIDE_SETTINGS = {
  CONTACT_URL: "sandbox",
  SESSION_SECRET: "a-secret-of-the-bench-and-of-nothing-else",
  HOST_DELAY_MS: "0",
  OSM_DELAY_MS: "0",
};

export interface Statement {
  sql: string;
  values: readonly unknown[];
}

/** Rows of a statement, and what D1 says of it. */
const QueryResult = z.looseObject({
  results: z.array(z.record(z.string(), z.unknown())),
  meta: z.looseObject({ changes: z.number() }),
});
export type QueryResult = z.infer<typeof QueryResult>;

/**
 * A worker beside the product that reads and writes D1, lists files and runs cron. Miniflare's own handles make this
 * process wait for workerd, which may be waiting for this process to read its log: a deadlock.
 */
const HELPER_SCRIPT = `export default {
  async fetch(request, env) {
    const { FILES, PRODUCT } = env;
    const { pathname } = new URL(request.url);
    if (pathname === "/cron") {
      return Response.json(await PRODUCT.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() }));
    }
    if (pathname === "/files") {
      const keys = [];
      for (let page = { truncated: true }; page.truncated;) {
        page = await FILES.list({ cursor: page.cursor });
        keys.push(...page.objects.map(({ key }) => key));
      }
      return Response.json(keys);
    }
    const statements = await request.json();
    const name = pathname.slice(1);
    if (name.startsWith("SHARD_")) {
      const outcome = await env.USER_SHARD.getByName(name.slice("SHARD_".length)).run(statements);
      if ("error" in outcome) return new Response(outcome.error, { status: 500 });
      return Response.json(
        outcome.answers.map(({ columns, rows, changes }) => ({
          results: rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n]]))),
          meta: { changes },
        })),
      );
    }
    const database = env[name];
    try {
      const results = await database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values)));
      return Response.json(results);
    } catch (error) {
      return new Response(error.message + " in " + statements.map(({ sql }) => sql).join("; "), { status: 500 });
    }
  },
};`;

export interface ProductOptions {
  /** The worker to bundle: the product, or the product with measuring devices around it. */
  entry?: string;
  /** Laid over wrangler.toml and the settings of bench and proof. */
  settings?: Record<string, string>;
  /** host:port of one server for every host outside, which reads the Host header. Without it: the sandbox. */
  outside?: string;
  /** Starts V8's inspector. */
  inspected?: boolean;
  /** Databases of users in D1, and shards in objects. */
  shards?: number;
  objectShards?: number;
}

export interface Product {
  /** Origin, without a slash at the end; another one after a kill. */
  url(): string;
  /** Kills workerd as a crash would, sandbox included, and starts it again on the same storage. */
  kill(): Promise<void>;
  /** Waits for a server that is being started again. */
  waitUntilUp(): Promise<void>;
  callSandbox(method: "POST" | "DELETE" | "GET", path: string, body?: unknown): Promise<unknown>;
  /** The databases of users, in order. */
  readonly shards: readonly ShardName[];
  /** The shard of a user, as the directory says. */
  findShard(userId: string): Promise<ShardName>;
  /** Writes to D1 in one transaction, to the first database of users unless said; a retry may write twice. */
  write(statements: Statement[], database?: DatabaseName): Promise<void>;
  /** Reads every database of users, one after the other; waits for a server that is being started again. */
  read<T extends z.ZodType>(row: T, sql: string, ...values: unknown[]): Promise<z.output<T>[]>;
  /** The same for one database. */
  readFrom<T extends z.ZodType>(
    database: DatabaseName,
    row: T,
    sql: string,
    ...values: unknown[]
  ): Promise<z.output<T>[]>;
  /** A transaction of one of the databases, by its binding; never repeated, and refused by a server that is down. */
  query(database: DatabaseName, statements: readonly Statement[]): Promise<QueryResult[]>;
  /** Keys of all files. */
  files(): Promise<string[]>;
  /** Miniflare runs no cron by itself. */
  runCron(): Promise<void>;
  /** Of workerd; another one after a kill. */
  pid(): number;
  /**
   * Origin of workerd's inspector; another one after a kill.
   * @throws unless the product was started with `inspected`
   */
  inspector(): string;
  /** Killed and not yet back. */
  isDown(): boolean;
  /** Folder of what is stored. */
  readonly storage: string;
  /** Lines the product logged as errors. */
  readonly loggedErrors: string[];
  stop(): Promise<void>;
}

/** The product's production bundle in one workerd, with D1, R2, Durable Objects and queues in a temporary folder. */
export async function startProduct({
  entry = "worker/index.ts",
  settings = {},
  outside,
  inspected = false,
  shards = 1,
  objectShards = 0,
}: ProductOptions = {}): Promise<Product> {
  const { config, script } = bundleWorker(entry);
  const inD1 = Array.from({ length: shards }, (_, shard) => toShardName(shard));
  const names = [...inD1, ...listObjectShards(objectShards)];
  const { worker, settings: own } = createProductWorker({
    further: inD1.slice(1),
    config,
    script,
    settings: {
      ...(outside === undefined ? sandboxOverrides.vars : OUTSIDE_SETTINGS),
      ...HIGH_LIMITS,
      OBJECT_SHARDS: String(objectShards),
      ...settings,
    },
    outside,
  });
  const storage = mkdtempSync(join(tmpdir(), "candidature-product-"));
  const loggedErrors: string[] = [];
  const options = convertV4MiniflareOptions({
    port: 0,
    unsafeTriggerHandlers: true,
    resourcePersistencePath: storage,
    workers: [
      worker,
      ...(outside === undefined ? [await createSandboxWorker()] : []),
      {
        name: "helper",
        ...own,
        compatibilityFlags: ["service_binding_extra_handlers"],
        serviceBindings: { PRODUCT: "candidature" },
        durableObjects: { USER_SHARD: { className: "UserShardObject", scriptName: "candidature" } },
        modules: [{ type: "ESModule", path: "helper.js", contents: HELPER_SCRIPT }],
        unsafeDirectSockets: [{ port: 0 }],
      },
    ],
    handleStructuredLogs: ({ level, message }) => {
      if (level !== "error") return;
      loggedErrors.push(message);
      // A bench prints figures only, so an error has to be shown.
      if (outside !== undefined) console.error(message);
    },
  });

  const launch = async () => {
    const before = new Set(findChildren("workerd"));
    const inspectorPort = inspected ? await findFreePort() : undefined;
    const miniflare = new Miniflare({ ...options, ...(inspectorPort !== undefined && { inspectorPort }) });
    const url = (await miniflare.ready).origin;
    const helperUrl = await miniflare.unsafeGetDirectURL("helper");
    const pid = findChildren("workerd").find((child) => !before.has(child));
    if (pid === undefined) throw new Error("no workerd among the children of this process");
    return { miniflare, url, helperUrl, pid, inspectorPort };
  };
  let running = await launch();
  let restarting = Promise.resolve();
  let down = false;

  /** Retries: a kill may come in between, and an idle connection may have been closed. */
  const callHelper = async (path: string, statements: Statement[] = []): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      await restarting;
      const body = JSON.stringify(statements);
      const response = await fetch(new URL(path, running.helperUrl), { method: "POST", body }).catch(
        (error: unknown) => error,
      );
      if (response instanceof Response && response.ok) return response.json();
      if (tries === MAX_TRIES) {
        const reason = response instanceof Response ? await response.text() : String(response);
        throw new Error(`the helper worker, ${path}: ${reason}`);
      }
      await sleep(100);
    }
  };
  const runStatements = async (database: DatabaseName, statements: Statement[]): Promise<QueryResult[]> =>
    z.array(QueryResult).parse(await callHelper(`/${database}`, statements));
  const readFrom: Product["readFrom"] = async (database, row, sql, ...values) =>
    z.array(row).parse((await runStatements(database, [{ sql, values }]))[0]?.results);
  for (const database of [...names, "SHARED_DB"] as const)
    await runStatements(
      database,
      listMigrations()
        .flat()
        .map((sql) => ({ sql, values: [] })),
    );
  for (const shard of listObjectShards(objectShards).map(toShardNumber))
    await runStatements("SHARED_DB", [{ sql: "INSERT INTO user_shards VALUES (?, 'open', 0)", values: [shard] }]);

  return {
    shards: names,
    async findShard(userId) {
      const sql = "SELECT shard FROM user_directory WHERE user_id = ?";
      const [entry] = await readFrom("SHARED_DB", Shard, sql, userId);
      return toShardName(entry?.shard ?? 0);
    },
    async query(database, statements) {
      if (down) throw new Error("the server is down");
      const response = await fetch(new URL(`/${database}`, running.helperUrl), {
        method: "POST",
        body: JSON.stringify(statements),
      });
      if (!response.ok) throw new Error(`${database}: ${await response.text()}`);
      return z.array(QueryResult).parse(await response.json());
    },
    url: () => running.url,
    storage,
    loggedErrors,
    waitUntilUp: () => restarting,
    async callSandbox(method, path, body) {
      const response = await fetch(`${running.url}/sandbox/${path}`, {
        method,
        headers: { accept: "application/json", "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`the sandbox refused ${method} ${path}: ${await response.text()}`);
      const answer: unknown = await response.json();
      return answer;
    },
    kill: () =>
      (restarting = (async () => {
        down = true;
        process.kill(running.pid, "SIGKILL");
        await running.miniflare.dispose();
        running = await launch();
        down = false;
      })()),
    files: async () => z.array(z.string()).parse(await callHelper("/files")),
    runCron: async () => void (await callHelper("/cron")),
    pid: () => running.pid,
    inspector() {
      if (running.inspectorPort === undefined) throw new Error("the product was not started to be inspected");
      return `http://127.0.0.1:${running.inspectorPort}`;
    },
    isDown: () => down,
    write: async (statements, database = "DB") => void (await runStatements(database, statements)),
    async read(row, sql, ...values) {
      const rows: z.output<typeof row>[] = [];
      for (const name of names) rows.push(...(await readFrom(name, row, sql, ...values)));
      return rows;
    },
    readFrom,
    async stop() {
      await restarting;
      await running.miniflare.dispose();
      rmSync(storage, { recursive: true, force: true });
    },
  };
}
