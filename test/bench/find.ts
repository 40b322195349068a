import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { measureCategories } from "./measure-categories.ts";
import { measureDeadHosts } from "./measure-dead-hosts.ts";
import { measureFirstCompany } from "./measure-first-company.ts";
import { measureLatency } from "./measure-latency.ts";
import { measureRecall } from "./measure-recall.ts";
import { measureRows } from "./measure-rows.ts";
import { measureStops } from "./measure-stops.ts";
import { measureThroughput } from "./measure-throughput.ts";
import { root } from "./product/bundle.ts";
import { isMet, type Measured, tableOf } from "./report.ts";
import { Stage } from "./stage.ts";

/*
 * `npm run bench:find`: what finding companies costs, beside Crawlee's CheerioCrawler in the same run. The product is its production
 * bundle in workerd with real D1, R2, Durable Objects and Queues; the outside world is one server in a process of its own.
 *
 *     npm run bench:find -- throughput stops      only these
 *     npm run bench:find -- --short               few sites, to see that it runs
 *     npm run --silent bench:find -- --json       figures as JSON
 */

const MEASURES: Record<string, (stage: Stage) => Promise<Measured>> = {
  throughput: measureThroughput,
  latency: measureLatency,
  "dead-hosts": measureDeadHosts,
  "first-company": measureFirstCompany,
  stops: measureStops,
  rows: measureRows,
  recall: measureRecall,
  categories: measureCategories,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
const unknown = positionals.filter((name) => !(name in MEASURES));
const seed = Number(values.seed);
if (unknown.length > 0)
  throw new Error(`no such measurement: ${unknown.join(", ")}; there are ${Object.keys(MEASURES).join(", ")}`);
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("--seed is a whole number");

const versionOf = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))).version;
/** Of the checkout; an unpacked archive has none. */
function commitOf(): string {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "none";
}

const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  workerd: versionOf("workerd"),
  crawlee: versionOf("@crawlee/cheerio"),
  commit: commitOf(),
  seed,
  short: values.short,
};

const say = (line: string) => (values.json ? console.error(line) : console.log(line));
say(
  Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(" · "),
);
const stage = await Stage.set({ seed, short: values.short, say });
const all: (Measured & { name: string })[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const measured = await measure(stage);
    all.push({ name, ...measured });
    say(tableOf(measured));
  }
} finally {
  stage.world.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json)
  console.log(JSON.stringify({ machine, measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
// A short run says nothing about speed.
process.exitCode = missed.length > 0 && !values.short ? 1 : 0;
