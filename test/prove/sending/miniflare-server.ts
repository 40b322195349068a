import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { z } from "zod";
import { findChildren } from "../../bench/process-cost.ts";
import { bundleWorker, projectRoot } from "../../bench/product/bundle.ts";
import { HIGH_QUOTAS } from "../../bench/product/instance.ts";
import { findFreePort } from "../../harness/free-port.ts";
import { createSandboxWorker } from "../../harness/sandbox-bundle.ts";
import { FREE_WRITES, sandboxOverrides } from "../../sandbox/config-overrides.ts";

const MAX_TRIES = 20;
const Settings = z.object({
  bindings: z.record(z.string(), z.string()),
  compatibilityDate: z.string(),
  d1Databases: z.record(z.string(), z.object({ id: z.string() })),
  r2Buckets: z.record(z.string(), z.object({ id: z.string() })),
});
const Rows = z.array(z.array(z.unknown()));

interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * A worker beside the product that reads and writes D1, lists files, and strikes the clock as cron would. Miniflare's own handles make this
 * process wait for workerd, which may itself be waiting for this process to read its log: both would stand still for good.
 */
const DB_HELPER_SCRIPT = `export default {
  async fetch(request, { DB, FILES, PRODUCT }) {
    const { pathname } = new URL(request.url);
    if (pathname === "/clock") return Response.json(await PRODUCT.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() }));
    if (pathname === "/files") {
      const keys = [];
      for (let page = { truncated: true }; page.truncated;) {
        page = await FILES.list({ cursor: page.cursor });
        keys.push(...page.objects.map(({ key }) => key));
      }
      return Response.json(keys);
    }
    const statements = await request.json();
    try {
      const results = await DB.batch(statements.map(({ sql, values }) => DB.prepare(sql).bind(...values)));
      return Response.json(results.map(({ results }) => results));
    } catch (error) {
      return new Response(error.message + " in " + statements.map(({ sql }) => sql).join("; "), { status: 500 });
    }
  },
};`;

export interface MiniflareServer {
  /** Origin, without a slash at the end; another one after a kill. */
  url(): string;
  /** Ends workerd as a crash would, sandbox included, and starts it again on the same storage. */
  kill(): Promise<void>;
  /** Waits for a server that is being started again. */
  waitUntilUp(): Promise<void>;
  /** Tells the sandbox. */
  callSandbox(method: "POST" | "DELETE" | "GET", path: string, body?: unknown): Promise<unknown>;
  /** Writes to D1, all or nothing; may do so twice. */
  write(statements: Statement[]): Promise<void>;
  /** Reads D1; waits for a server that is being started again. */
  read<T extends z.ZodType>(row: T, sql: string, ...values: unknown[]): Promise<z.output<T>[]>;
  /** Keys of all files. */
  files(): Promise<string[]>;
  /** Runs what cron runs every five minutes, which it does not do by itself here. */
  runCron(): Promise<void>;
  /** Of workerd; another one after a kill. */
  pid(): number;
  /** Origin of workerd's inspector; another one after a kill. Throws when the server was not started to be inspected. */
  inspector(): string;
  /** Killed and not yet back. */
  isDown(): boolean;
  /** What the product has logged as a fault. */
  readonly loggedErrors: string[];
  stop(): Promise<void>;
}

/**
 * The product's production bundle and the sandbox in one workerd, with the limits of wrangler.toml but a raised daily cap.
 * @param entry the product, or the product with measuring devices around it
 * @param given settings laid over these
 * @param inspected with V8's inspector
 */
export async function startMiniflareServer(
  entry = "worker/index.ts",
  given: Record<string, string> = {},
  inspected = false,
): Promise<MiniflareServer> {
  const { config, script } = bundleWorker(entry);
  const { workerOptions } = workerOptionsOf(config);
  const settings = Settings.parse(workerOptions);
  const storage = mkdtempSync(join(tmpdir(), "candidature-sending-"));
  const faults: string[] = [];
  const options = convertV4MiniflareOptions({
    port: 0,
    resourcePersistencePath: storage,
    workers: [
      {
        ...workerOptions,
        name: "candidature",
        modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(script, "utf8") }],
        bindings: { ...settings.bindings, ...sandboxOverrides.vars, ...HIGH_QUOTAS, DAILY_LIMIT: "2000", ...given },
        serviceBindings: { SANDBOX: "candidature-sandbox" },
        ratelimits: FREE_WRITES,
      },
      await createSandboxWorker(),
      {
        name: "clerk",
        compatibilityDate: settings.compatibilityDate,
        compatibilityFlags: ["service_binding_extra_handlers"],
        d1Databases: settings.d1Databases,
        r2Buckets: settings.r2Buckets,
        serviceBindings: { PRODUCT: "candidature" },
        modules: [{ type: "ESModule", path: "clerk.js", contents: DB_HELPER_SCRIPT }],
        unsafeDirectSockets: [{ port: 0 }],
      },
    ],
    handleStructuredLogs: ({ level, message }) => void (level === "error" && faults.push(message)),
  });

  const launch = async () => {
    const before = new Set(findChildren("workerd"));
    const inspectorPort = inspected ? await findFreePort() : undefined;
    const miniflare = new Miniflare({ ...options, ...(inspectorPort !== undefined && { inspectorPort }) });
    const url = (await miniflare.ready).origin;
    const callDbHelper = await miniflare.unsafeGetDirectURL("clerk");
    const pid = findChildren("workerd").find((child) => !before.has(child));
    if (pid === undefined) throw new Error("workerd is not to be found among the children of this process");
    return { miniflare, url, clerk: callDbHelper, pid, inspectorPort };
  };
  let running = await launch();
  let restarting = Promise.resolve();
  let down = false;

  /** Asks the clerk, again when a kill came in between or a connection that had been idle was closed. */
  const callDbHelper = async (path: string, statements: Statement[] = []): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      await restarting;
      const response = await fetch(new URL(path, running.clerk), {
        method: "POST",
        body: JSON.stringify(statements),
      }).catch((error: unknown) => error);
      if (response instanceof Response && response.ok) return response.json();
      if (tries === MAX_TRIES)
        throw new Error(
          `the clerk, ${path}: ${response instanceof Response ? await response.text() : String(response)}`,
        );
      await sleep(100);
    }
  };
  const runStatements = async (statements: Statement[]): Promise<unknown[][]> =>
    Rows.parse(await callDbHelper("/", statements));
  for (const file of readdirSync(join(projectRoot, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    await runStatements(
      readFileSync(join(projectRoot, "migrations", file), "utf8")
        .split("--> statement-breakpoint")
        .map((sql) => ({ sql, values: [] })),
    );
  }

  return {
    url: () => running.url,
    loggedErrors: faults,
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
    files: async () => z.array(z.string()).parse(await callDbHelper("/files")),
    runCron: async () => void (await callDbHelper("/clock")),
    pid: () => running.pid,
    inspector() {
      if (running.inspectorPort === undefined) throw new Error("the server was not started to be inspected");
      return `http://127.0.0.1:${running.inspectorPort}`;
    },
    isDown: () => down,
    write: async (statements) => void (await runStatements(statements)),
    read: async (row, sql, ...values) => z.array(row).parse((await runStatements([{ sql, values }]))[0]),
    async stop() {
      await restarting;
      await running.miniflare.dispose();
      rmSync(storage, { recursive: true, force: true });
    },
  };
}
