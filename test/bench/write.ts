import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { bundleWorker, root } from "./product/bundle.ts";
import { startInstance } from "./product/instance.ts";
import { isMet, type Measured, tableOf } from "./report.ts";
import { measureBulk } from "./write/measure-bulk.ts";
import { measureGate } from "./write/measure-gate.ts";
import { measurePrompt } from "./write/measure-prompt.ts";
import { measureSingle } from "./write/measure-single.ts";
import { startWritingService } from "./write/service-orders.ts";
import type { WritingStage } from "./write/writing-stage.ts";

/*
 * `npm run bench:write`: what writing costs beside the writing service's own time. The product is its production bundle in workerd with
 * real D1, R2, Durable Objects and Queues; the writing service is a process of its own that takes the time it is told to.
 *
 *     npm run bench:write -- bulk gate            only these
 *     npm run bench:write -- --short              few letters, to see that it runs
 *     npm run --silent bench:write -- --json      figures as JSON
 */

const MEASURES: Record<string, (stage: WritingStage) => Promise<Measured>> = {
  bulk: measureBulk,
  single: measureSingle,
  gate: measureGate,
  prompt: measurePrompt,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !(name in MEASURES));
if (unknown.length > 0)
  throw new Error(`no such measurement: ${unknown.join(", ")}; there are ${Object.keys(MEASURES).join(", ")}`);

const versionOf = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))).version;
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  workerd: versionOf("workerd"),
  commit: execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim(),
  short: values.short,
};

const say = (line: string) => (values.json ? console.error(line) : console.log(line));
say(
  Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(" · "),
);
const service = await startWritingService();
const instance = await startInstance(bundleWorker("worker/index.ts"), service.address, { OPENAI_API_KEY: "sandbox" });
const all: (Measured & { name: string })[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const measured = await measure({ service, instance, short: values.short });
    all.push({ name, ...measured });
    say(tableOf(measured));
  }
} finally {
  await instance.stop();
  service.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json)
  console.log(JSON.stringify({ machine, measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
// A short run says nothing about speed.
process.exitCode = missed.length > 0 && !values.short ? 1 : 0;
