import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { GenerateSetup } from "./generate/generate-setup.ts";
import { measureBulk } from "./generate/measure-bulk.ts";
import { measureLetterCheck } from "./generate/measure-letter-check.ts";
import { measurePrompt } from "./generate/measure-prompt.ts";
import { measureSingle } from "./generate/measure-single.ts";
import { startLlmServer } from "./generate/start-llm-server.ts";
import { bundleWorker, projectRoot } from "./product/bundle.ts";
import { startInstance } from "./product/instance.ts";
import { isMet, type Measured, formatTable } from "./report.ts";

/*
 * `npm run bench:write`: what writing costs beside the writing service's own time. The product is its production bundle in workerd with
 * real D1, R2, Durable Objects and Queues; the writing service is a process of its own that takes the time it is told to.
 *
 *     npm run bench:write -- bulk gate            only these
 *     npm run bench:write -- --short              few letters, to see that it runs
 *     npm run --silent bench:write -- --json      figures as JSON
 */

const MEASURES: Record<string, (stage: GenerateSetup) => Promise<Measured>> = {
  bulk: measureBulk,
  single: measureSingle,
  gate: measureLetterCheck,
  prompt: measurePrompt,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !(name in MEASURES));
if (unknown.length > 0)
  throw new Error(`no such measurement: ${unknown.join(", ")}; there are ${Object.keys(MEASURES).join(", ")}`);

const readVersion = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8"))).version;
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
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
const service = await startLlmServer();
const instance = await startInstance(bundleWorker("worker/index.ts"), service.address, { OPENAI_API_KEY: "sandbox" });
const all: (Measured & { name: string })[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const measured = await measure({ service, instance, short: values.short });
    all.push({ name, ...measured });
    printLine(formatTable(measured));
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
