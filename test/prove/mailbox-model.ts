import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { runWorkerTest } from "./run-worker-test.ts";

/*
 * `npm run prove:mailbox`: stories by chance, played on the product in workerd with real D1 and in a small model of the mailbox. The
 * test suite plays the first 40 of seed 1.
 *
 *     npm run prove:mailbox -- --runs 200 --seed 7
 */

const { values } = parseArgs({ options: { runs: { type: "string", default: "2000" }, seed: { type: "string" } } });
const runs = Number(values.runs);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error("--runs and --seed are whole numbers");

console.log(`seed ${seed}, ${runs} stories`);
const began = performance.now();
const { passed, figures, failures } = runWorkerTest("test/worker/mail/mailbox-model.test.ts", {
  MAILBOX_RUNS: String(runs),
  MAILBOX_SEED: String(seed),
});
for (const [name, count] of Object.entries(figures)) console.log(`  ${name.padEnd(36)}${String(count).padStart(8)}`);
for (const failure of failures) console.error(failure);
console.log(
  `${passed ? "no divergence" : "the product is not what the model says"}; ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = passed ? 0 : 1;
