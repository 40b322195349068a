import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { z } from "zod";

/** The checked part of a configuration, as Wrangler reads it. */
const Config = z.object({
  name: z.string(),
  observability: z.object({ enabled: z.boolean(), logs: z.object({ invocation_logs: z.boolean() }) }),
  placement: z.object({ mode: z.string() }),
  limits: z.object({ cpu_ms: z.number() }),
  triggers: z.object({ crons: z.array(z.string()) }),
  migrations: z.array(z.unknown()),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.array(z.object({ binding: z.string(), database_name: z.string() })),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string(), jurisdiction: z.string() })),
  durable_objects: z.object({ bindings: z.array(z.object({ name: z.string(), class_name: z.string() })) }),
  ratelimits: z.array(
    z.object({
      name: z.string(),
      namespace_id: z.string(),
      simple: z.object({ limit: z.number(), period: z.number() }),
    }),
  ),
  queues: z.object({
    producers: z.array(z.object({ binding: z.string(), queue: z.string() })),
    consumers: z.array(
      z.object({
        queue: z.string(),
        dead_letter_queue: z.string().optional(),
        max_batch_size: z.number(),
        max_retries: z.number(),
        max_concurrency: z.number(),
      }),
    ),
  }),
});
type Config = z.infer<typeof Config>;

const root = join(import.meta.dirname, "../..");
const readWranglerConfig = (env?: string) =>
  Config.parse(
    readConfig({ config: join(root, "wrangler.toml"), ...(env !== undefined && { env }) }, { hideWarnings: true }),
  );
const [production, staging] = [readWranglerConfig(), readWranglerConfig("staging")];
const readText = (path: string) => readFileSync(join(root, path), "utf8");
const Manifest = z.object({
  scripts: z.record(z.string(), z.string()),
  cloudflare: z.object({ bindings: z.record(z.string(), z.object({ description: z.string().min(20) })) }),
});
const packageManifest = Manifest.parse(JSON.parse(readText("package.json")));
/** "Deploy to Cloudflare" asks for the variables and for the lines of the example that are not commented out. */
const secrets = [...readText(".dev.vars.example").matchAll(/^([A-Z_]+)=(.*)$/gmu)].map(([, name = "", value = ""]) => ({
  name,
  value,
}));

describe("wrangler.toml", () => {
  it.each([
    ["production", production],
    ["staging", staging],
  ])("%s is watched, placed and kept in bounds, and its clock sweeps", (_name, config) => {
    expect(config.observability).toMatchObject({ enabled: true });
    expect(config.placement).toMatchObject({ mode: "smart" });
    expect(config.limits.cpu_ms).toBe(60_000);
    expect(config.triggers.crons).toEqual(["*/5 * * * *"]);
    expect(config.migrations).toEqual(production.migrations);
  });

  it.each([
    ["production", production],
    ["staging", staging],
  ])("%s gives what a queue cannot deliver to a dead-letter queue, which somebody reads", (_name, { queues }) => {
    const [dead, ...others] = queues.consumers.filter(({ dead_letter_queue: next }) => next === undefined);
    const ours = queues.consumers.filter((consumer) => consumer !== dead);
    expect([ours.length, others]).toEqual([3, []]);
    for (const consumer of ours) {
      expect(consumer.dead_letter_queue).toBe(dead?.queue);
      expect(consumer.max_retries).toBeGreaterThan(0);
      expect(queues.producers.map(({ queue }) => queue)).toContain(consumer.queue);
    }
    expect(dead?.queue).toMatch(/^candidature-dead/u);
  });

  it.each([
    ["production", production],
    ["staging", staging],
  ])("%s counts what a user changes in a minute", (_name, { ratelimits }) => {
    expect(ratelimits).toMatchObject([{ name: "WRITE_BUDGET", simple: { limit: 240, period: 60 } }]);
  });

  it("binds in staging what it binds in production, and nothing of production's storage", () => {
    const names = (config: Config) => [
      ...config.d1_databases.map(({ binding }) => binding),
      ...config.r2_buckets.map(({ binding }) => binding),
      ...config.durable_objects.bindings.map(({ name, class_name: type }) => `${name} ${type}`),
      ...config.queues.producers.map(({ binding }) => binding),
      ...config.ratelimits.map(({ name }) => name),
    ];
    const places = (config: Config) => [
      config.name,
      ...config.d1_databases.map(({ database_name: name }) => name),
      ...config.r2_buckets.map(({ bucket_name: name }) => name),
      ...config.queues.producers.map(({ queue }) => queue),
      ...config.queues.consumers.flatMap((consumer) => [consumer.queue]),
      ...config.ratelimits.map(({ namespace_id: namespace }) => namespace),
    ];
    expect(names(staging)).toEqual(names(production));
    expect(places(staging).filter((place) => places(production).includes(place))).toEqual([]);
    const limits = (config: Config) =>
      config.queues.consumers.map((consumer) => [
        consumer.max_batch_size,
        consumer.max_retries,
        consumer.max_concurrency,
      ]);
    expect(limits(staging)).toEqual(limits(production));
  });

  it("gives staging every setting that production has: Wrangler hands none of them down", () => {
    expect(Object.keys(staging.vars)).toEqual(Object.keys(production.vars));
  });

  it.each([
    ["production", production],
    ["staging", staging],
  ])("%s keeps files and objects in one jurisdiction, the EU by default", (_name, { vars, r2_buckets: buckets }) => {
    expect(vars.JURISDICTION).toBe("eu");
    expect(buckets.filter(({ jurisdiction }) => jurisdiction !== "eu")).toEqual([]);
  });

  it.each([
    ["production", production],
    ["staging", staging],
  ])("%s logs no line of the platform's own, which would hold headers and queries", (_name, { observability }) => {
    expect(observability.logs.invocation_logs).toBe(false);
  });

  it("holds no secret", () => {
    for (const { name } of secrets)
      for (const config of [production, staging]) expect(Object.keys(config.vars)).not.toContain(name);
  });
});

describe("Deploy to Cloudflare", () => {
  it("asks for secrets that have no value in the example: a sample would be deployed as it stands", () => {
    expect(secrets.map(({ name }) => name).sort()).toEqual([
      "GOOGLE_CLIENT_SECRET",
      "OPENAI_API_KEY",
      "SESSION_SECRET",
      "TOKEN_KEYS",
    ]);
    expect(secrets.filter(({ value }) => value !== "")).toEqual([]);
  });

  it("finds every setting that the worker reads in wrangler.toml or in the example, and in the documentation", () => {
    const settings = [...readText("worker/platform/config.ts").matchAll(/^ +([A-Z][A-Z_]+): /gmu)].map(
      ([, name = ""]) => name,
    );
    expect(settings.length).toBeGreaterThan(15);
    const configured = new Set([...Object.keys(production.vars), ...secrets.map(({ name }) => name)]);
    expect(settings.filter((name) => !configured.has(name))).toEqual([]);
    expect(settings.filter((name) => !readText("docs/configuration.md").includes(`\`${name}\``))).toEqual([]);
    expect(Object.keys(production.vars).filter((name) => !settings.includes(name))).toEqual([]);
  });

  it("describes every secret, and nothing that does not exist", () => {
    const described = Object.keys(packageManifest.cloudflare.bindings);
    for (const { name } of secrets) expect(described).toContain(name);
    const defined = new Set([
      ...secrets.map(({ name }) => name),
      ...Object.keys(production.vars),
      ...production.d1_databases.map(({ binding }) => binding),
      ...production.r2_buckets.map(({ binding }) => binding),
    ]);
    expect(
      described.filter((name) => !defined.has(name) && !readText(".dev.vars.example").includes(`# ${name}=`)),
    ).toEqual([]);
  });

  it.each([
    ["deploy", "", "="],
    ["deploy:staging", " --staging", " staging"],
  ])("npm run %s brings the tables up to date before the code that needs them", (name, staging, environment) => {
    expect((packageManifest.scripts[name] ?? "").split(" && ")).toEqual([
      `node tools/shards.ts migrate --remote${staging}`,
      `wrangler deploy --env${environment}`,
    ]);
  });
});
