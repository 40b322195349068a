import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { listSchema } from "./test/harness/migrations.ts";
import { createSandboxWorker } from "./test/harness/sandbox-bundle.ts";
import { FREE_WRITES, sandboxOverrides } from "./test/sandbox/config-overrides.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What `npm run prove mailbox`, `login`, `deletion`, `outages` and `access` say to their tests. */
const lengthOfProofs = () =>
  Object.fromEntries(
    ["MAILBOX_RUNS", "MAILBOX_SEED", "LOGIN_TRIES", "LOGIN_ROUNDS", "DELETION_STEPS", "OUTAGES", "ACCESS"].flatMap(
      (name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]),
    ),
  );

/** Further shards of users, as `npm run prove shards` says, and a database for the tests that bind one. */
const furtherShards = { d1: Number(process.env["D1_SHARDS"] ?? 0), objects: Number(process.env["OBJECT_SHARDS"] ?? 0) };
const isSpread = furtherShards.d1 + furtherShards.objects > 0;
const FURTHER_DATABASES = isSpread
  ? Object.fromEntries(Array.from({ length: furtherShards.d1 }, (_, n) => [`DB_${n + 1}`, `shard-${n + 1}`]))
  : { SPARE_DB_1: "shard-1" };
/** They count what a call costs on one shard, restore a single database, or bind shards themselves. */
const ABOUT_SHARDS = [
  "http/d1-round-trips",
  "mail/restored-database",
  "shards/user-shards",
  "shards/account-moves",
  "shards/shard-objects",
  "db/sweeps",
].map((name) => `test/worker/${name}.test.ts`);

/** They look at the parameters of D1's statements, which objects get as they are. */
const ABOUT_D1 = ["test/worker/db/large-parameters.test.ts"];

/** Those of the worker and its tests with many modules; one that needs Node's own cannot be bundled here. */
const BUNDLED_PACKAGES = [
  "@hono/zod-validator",
  "drizzle-orm",
  "drizzle-orm/batch",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "fast-check",
  "hono",
  "hono/cookie",
  "hono/http-exception",
  "hono/secure-headers",
  "hono/utils/url",
  "htmlparser2",
  "jose",
  "libphonenumber-js/max",
  "minisearch",
  "minisearch/SearchableMap",
  "openai",
  "papaparse",
  "postal-mime",
  "robots-parser",
  "tldts",
  "zod",
  "zod/mini",
];

export default defineConfig({
  test: {
    // Only a failed test shows its log lines.
    silent: "passed-only",
    projects: [
      {
        plugins: [
          // The real Worker in workerd with real D1, R2, Durable Objects and Queues; the sandbox is all other services.
          cloudflareTest(async () => ({
            wrangler: { configPath: at("wrangler.toml") },
            miniflare: {
              bindings: {
                ...sandboxOverrides.vars,
                OPENAI_BATCH_HOURS: "24",
                OBJECT_SHARDS: String(furtherShards.objects),
                ...lengthOfProofs(),
                TEST_SCHEMA: listSchema(),
              },
              d1Databases: FURTHER_DATABASES,
              // At once, or the line would come seconds later, in another test.
              queueConsumers: { "candidature-dead": { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 3 } },
              serviceBindings: { SANDBOX: "candidature-sandbox" },
              // The second one is for tests of the budget itself.
              ratelimits: {
                ...FREE_WRITES,
                SMALL_WRITE_BUDGET: { namespace_id: "2", simple: { limit: 5, period: 60 } },
              },
              workers: [await createSandboxWorker()],
            },
          })),
        ],
        test: {
          name: "worker",
          // Each process loads a package as one module instead of hundreds.
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED_PACKAGES } } },
          include: ["test/worker/**/*.test.ts"],
          exclude: [...(isSpread ? ABOUT_SHARDS : []), ...(furtherShards.objects > 0 ? ABOUT_D1 : [])],
          setupFiles: ["test/worker/setup.ts"],
          // Room for what the product sends again when it was lost (20 s) on a machine with other work.
          // Spread over shards, each look into a table asks where it is first.
          testTimeout: isSpread ? 240_000 : 60_000,
          // What a queue does comes when the machine has time for it.
          expect: { poll: { timeout: 15_000 } },
          // Starting a workerd takes longer than running a file: it takes file after file, with storage emptied before
          // each test.
          isolate: false,
          // More than the cores of a small machine: the tests mostly wait for timeouts and rate limits.
          maxWorkers: Math.max(4, availableParallelism()),
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          globalSetup: ["test/web/global-setup.ts"],
          // Starting a process takes longer than most of these files.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          // Pure code keeps no state: its tables and patterns are read once a process instead of once a file.
          isolate: false,
          setupFiles: ["test/unit/setup.ts"],
          execArgv: ["--js-base-64"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          // Commands and kills: what starts processes of its own and needs no browser.
          name: "system",
          include: ["test/system/**/*.test.ts"],
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      { test: { name: "checks", include: ["test/{architecture,prove,bench}/**/*.test.ts"] } },
      {
        test: {
          name: "e2e",
          // The longest ones are `npm run prove journeys`.
          include: [`test/e2e/${process.env["LONG_JOURNEYS"] ? "long" : "{accessibility,budget,journeys}"}/*.test.ts`],
          globalSetup: ["test/e2e/global-setup.ts"],
          // A user's step is mostly waiting, so two processes; the files of each share one server and one browser.
          maxWorkers: 2,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // What a screen shows comes with an answer of the server.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
