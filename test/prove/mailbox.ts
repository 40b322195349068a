import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { z } from "zod";

/*
 * `npm run prove:mailbox`: stories by chance, played on the product in workerd with real D1 and in a small model of the mailbox. The
 * test suite plays the first 40 of seed 1.
 *
 *     npm run prove:mailbox -- --runs 200 --seed 7
 */

const { values } = parseArgs({ options: { runs: { type: "string", default: "2000" }, seed: { type: "string" } } });
const runs = Number(values.runs);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed) || seed < 0) throw new Error("--runs and --seed are whole numbers");

const Report = z.object({
  testResults: z.array(z.object({
    message: z.string().optional(),
    assertionResults: z.array(z.object({
      status: z.string(), failureMessages: z.array(z.string()).nullish(), meta: z.object({ figures: z.record(z.string(), z.number()).optional() }),
    })),
  })),
});

const folder = mkdtempSync(join(tmpdir(), "candidature-mailbox-"));
const report = join(folder, "report.json");
const began = performance.now();
console.log(`seed ${seed}, ${runs} stories`);
try {
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    "node_modules/vitest/vitest.mjs", "run", "--project", "worker", "test/worker/mail-proof-mailbox.test.ts", "--reporter=json", `--outputFile.json=${report}`,
  ], {
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, MAILBOX_RUNS: String(runs), MAILBOX_SEED: String(seed), WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" },
  });
  const files = existsSync(report) ? Report.parse(JSON.parse(readFileSync(report, "utf8"))).testResults : [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  for (const { meta: { figures } } of tests) for (const [name, count] of Object.entries(figures ?? {})) console.log(`  ${name.padEnd(36)}${String(count).padStart(8)}`);
  for (const { message } of files) if (message) console.error(message);
  for (const { failureMessages } of tests) for (const message of failureMessages ?? []) console.error(message);
  // A bundle that does not build leaves a report without a word.
  if (tests.length === 0) throw new Error(`no story could be played\n${stdout}\n${stderr}`);
  const held = status === 0 && tests.every((test) => test.status === "passed");
  console.log(`${held ? "no divergence" : "the product is not what the model says"}; ${((performance.now() - began) / 1000).toFixed(0)} s`);
  process.exitCode = held ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
