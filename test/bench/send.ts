import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startMiniflareServer } from "../prove/sending/miniflare-server.ts";
import { projectRoot } from "./product/bundle.ts";
import { isMet, type Measured, formatTable } from "./report.ts";
import { measureDatabase } from "./sending/measure-database.ts";
import { measureTime } from "./sending/measure-time.ts";

/*
 * `npm run bench:send`: what sending costs. The product is its production bundle in workerd with real D1, R2 and Durable Objects; Gmail is
 * the sandbox's, which takes as long as it is told to and reads every mail it takes.
 *
 *     npm run bench:send -- --short               few mails, to see that it runs
 *     npm run --silent bench:send -- --json       figures as JSON
 */

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const readVersion = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8"))).version;
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  load: Number(loadavg()[0]?.toFixed(1)),
  node: process.version,
  workerd: readVersion("workerd"),
  commit: execFileSync("git", ["describe", "--always", "--dirty"], { cwd: projectRoot, encoding: "utf8" }).trim(),
  short: values.short,
};
const printLine = (line: string) => (values.json ? console.error(line) : console.log(line));
printLine(
  Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(" · "),
);

const all: Measured[] = [];
for (const [entry, measure] of [
  ["worker/index.ts", measureTime],
  ["test/bench/worker/send-entry.ts", measureDatabase],
] as const) {
  const server = await startMiniflareServer(entry);
  try {
    const measured = await measure(server, values.short);
    all.push(measured);
    printLine(formatTable(measured));
  } finally {
    await server.stop();
  }
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json)
  console.log(JSON.stringify({ machine, measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
// A short run says nothing about speed.
process.exitCode = missed.length > 0 && !values.short ? 1 : 0;
