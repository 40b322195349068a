import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { projectRoot } from "./product/bundle.ts";
import { isMet, type Measured, formatTable } from "./report.ts";
import { BenchSetup } from "./search/bench-setup.ts";
import { measureCategories } from "./search/measure-categories.ts";
import { measureDeadHosts } from "./search/measure-dead-hosts.ts";
import { measureFirstCompany } from "./search/measure-first-company.ts";
import { measureLatency } from "./search/measure-latency.ts";
import { measureRecall } from "./search/measure-recall.ts";
import { measureRows } from "./search/measure-rows.ts";
import { measureStops } from "./search/measure-stops.ts";
import { measureThroughput } from "./search/measure-throughput.ts";

/*
 * `npm run bench:find`: what finding companies costs, beside Crawlee's CheerioCrawler in the same run. The product is its production
 * bundle in workerd with real D1, R2, Durable Objects and Queues; the outside world is one server in a process of its own.
 *
 *     npm run bench:find -- throughput stops      only these
 *     npm run bench:find -- --short               few sites, to see that it runs
 *     npm run --silent bench:find -- --json       figures as JSON
 */

const MEASURES: Record<string, (stage: BenchSetup) => Promise<Measured>> = {
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

const readVersion = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8"))).version;
/** Of the checkout; an unpacked archive has none. */
function readCommit(): string {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : "none";
}

const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  workerd: readVersion("workerd"),
  crawlee: readVersion("@crawlee/cheerio"),
  commit: readCommit(),
  seed,
  short: values.short,
};

const printLine = (line: string) => (values.json ? console.error(line) : console.log(line));
printLine(
  Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(" · "),
);
const benchSetup = await BenchSetup.create({ seed, short: values.short, say: printLine });
const all: (Measured & { name: string })[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const measured = await measure(benchSetup);
    all.push({ name, ...measured });
    printLine(formatTable(measured));
  }
} finally {
  benchSetup.world.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json)
  console.log(JSON.stringify({ machine, measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
// A short run says nothing about speed.
process.exitCode = missed.length > 0 && !values.short ? 1 : 0;
