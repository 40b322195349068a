import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { z } from "zod";
import { FREE_WRITES } from "../../sandbox/config-overrides.ts";
import { findChildren } from "../process-cost.ts";
import { type Bundle, projectRoot } from "./bundle.ts";

const Settings = z.record(z.string(), z.string());

/** Quotas for a user who asks for in a minute what others do in a week. */
export const HIGH_QUOTAS = {
  SEARCHES_PER_HOUR: "100000",
  SUGGESTIONS_PER_HOUR: "100000",
  GENERATIONS_PER_HOUR: "100000",
  IMPROVEMENTS_PER_HOUR: "100000",
  UPLOADS_PER_HOUR: "100000",
  MODEL_CALLS_PER_DAY: "1000000",
  REGISTRATIONS_PER_HOUR: "100000",
};

export interface ProductInstance {
  /** Origin, without a slash at the end. */
  url: string;
  /** Of workerd. */
  pid: number;
  miniflare: Miniflare;
  stop(): Promise<void>;
}

/**
 * A bundled worker in workerd with the limits of wrangler.toml and D1, R2, Durable Objects and Queues of its own, in a temporary folder.
 * What it asks of the outside goes from workerd straight to the one server of the bench, which sees whom it plays by the Host header.
 * @param settings laid over those of wrangler.toml
 * @param storage folder that outlives the instance; without one it is temporary
 */
export async function startInstance(
  { config, script }: Bundle,
  worldAddress: string,
  settings: Record<string, string>,
  storage?: string,
): Promise<ProductInstance> {
  const { workerOptions } = workerOptionsOf(config);
  const before = new Set(findChildren("workerd"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      ...(storage !== undefined && { resourcePersistencePath: storage }),
      workers: [
        {
          ...workerOptions,
          name: "candidature",
          modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(script, "utf8") }],
          bindings: {
            ...Settings.parse(workerOptions.bindings),
            CONTACT_URL: "sandbox",
            SESSION_SECRET: "a-secret-of-the-bench-and-of-nothing-else",
            HOST_DELAY_MS: "0",
            OSM_DELAY_MS: "0",
            ...HIGH_QUOTAS,
            ...settings,
          },
          // Names that are reserved pass the safe fetch only through this binding.
          serviceBindings: { SANDBOX: { external: { address: worldAddress, http: {} } } },
          ratelimits: FREE_WRITES,
        },
      ],
      // A fault is no figure: it is shown. What the product logs of ordinary requests is not.
      handleStructuredLogs: ({ level, message }) => void (level === "error" && console.error(message)),
    }),
  );
  const url = (await miniflare.ready).origin;
  const db = await miniflare.getD1Database("DB");
  const made = await db
    .prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'users'")
    .first<{ tables: number }>();
  for (const file of made?.tables === 1
    ? []
    : readdirSync(join(projectRoot, "migrations"))
        .filter((name) => name.endsWith(".sql"))
        .sort()) {
    const statements = readFileSync(join(projectRoot, "migrations", file), "utf8").split("--> statement-breakpoint");
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  const pid = findChildren("workerd").find((child) => !before.has(child));
  if (pid === undefined) throw new Error("workerd is not to be found among the children of this process");
  return { url, pid, miniflare, stop: () => miniflare.dispose() };
}
