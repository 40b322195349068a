import { performance } from "node:perf_hooks";
import { runWorkerTest } from "./run-worker-test.ts";

/*
 * `npm run prove:outages`: every call of the contract, and each thing that it asks of D1, R2, a queue or an object fails once:
 * refused, done but the answer lost, never answered. There is nothing to draw by lot. The test suite takes a step or two of each call.
 */

const began = performance.now();
const { passed, figures, failures } = runWorkerTest("test/worker/http/infrastructure-outages.test.ts", {
  OUTAGES: "all",
});
for (const [name, count] of Object.entries(figures)) console.log(`  ${name.padEnd(36)}${String(count).padStart(8)}`);
for (const failure of failures) console.error(failure);
console.log(
  `${passed ? "all told, nothing half done" : "something was left half done"}; ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = passed ? 0 : 1;
