import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import "../../tools/node-loader.ts";
import { HURRIED_OUTBOX, sandboxOverrides } from "../sandbox/config-overrides.ts";
import { bundleWorker, createWorkerConfig, projectRoot } from "./bundle-worker.ts";
import { createTables } from "./migrations.ts";
import { createProductWorker } from "./product-worker.ts";
import { createSandboxWorker } from "./sandbox-bundle.ts";
import { READY_LINE } from "./server-process.ts";

// Serves the built product and its web app, with the sandbox beside it, in one workerd: what `wrangler dev` does with
// two more of them between, three times the work. A new storage gets its tables, then the statements of `--sql`, a JSON
// file, and a directory of the sandbox's companies in the cities named. `--settings` is JSON.

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    storage: { type: "string" },
    assets: { type: "string", default: join(projectRoot, "dist/client") },
    sql: { type: "string" },
    settings: { type: "string", default: "{}" },
    directory: { type: "string", multiple: true, default: [] },
  },
});
if (values.port === undefined || values.storage === undefined) throw new Error("--port or --storage is missing");

const isNew = !existsSync(values.storage);
mkdirSync(values.storage, { recursive: true });
const config = join(values.storage, "wrangler.toml");
writeFileSync(config, createWorkerConfig("worker/index.ts", values.assets));
const { worker } = createProductWorker({
  config,
  // `npm test` has built it just now.
  script: process.env.BUILT_WORKER ?? bundleWorker("worker/index.ts").script,
  cheapPasswords: true,
  settings: {
    ...sandboxOverrides.vars,
    ...HURRIED_OUTBOX,
    ...z.record(z.string(), z.string()).parse(JSON.parse(values.settings)),
  },
});
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    port: Number(values.port),
    resourcePersistencePath: join(values.storage, "data"),
    // As `wrangler dev` takes mails.
    unsafeTriggerHandlers: true,
    workers: [worker, await createSandboxWorker()],
    handleStructuredLogs: ({ message }) => console.log(message),
  }),
);
await miniflare.ready;

if (isNew) {
  const database = await miniflare.getD1Database("DB", worker.name);
  const sharedDatabase = await miniflare.getD1Database("SHARED_DB", worker.name);
  await Promise.all([database, sharedDatabase].map(createTables));
  // All users apply in the same few towns: the weekly cap would hold back the third one's mails for days.
  await sharedDatabase.exec(
    "CREATE TRIGGER lift_cap AFTER INSERT ON courtesy_slots BEGIN DELETE FROM courtesy_slots; END",
  );
  if (values.sql !== undefined) {
    const statements = z.array(z.string()).parse(JSON.parse(readFileSync(values.sql, "utf8")));
    await database.batch(statements.map((statement) => database.prepare(statement)));
  }
  if (values.directory.length > 0) {
    const { publishSampleRelease } = await import("../sandbox/directory/sample-release.ts");
    const bucket = await miniflare.getR2Bucket("SHARED", worker.name);
    await publishSampleRelease(bucket, values.directory.includes("all") ? {} : { cities: values.directory });
  }
}
console.log(READY_LINE);
