import { performance } from "node:perf_hooks";
import { runWorkerTest } from "./run-worker-test.ts";

/*
 * `npm run prove:deletion`: an account is deleted and the process dies, at every call of D1, R2, Google and the objects in turn, before it is
 * done and after. There is nothing to draw by lot. It ends with no row, no file, no alarm and a revoked token, and the e-mail is free. The test
 * suite takes every other step.
 */

const began = performance.now();
const { passed, figures, failures } = runWorkerTest("test/worker/account/account-deletion-crashes.test.ts", {
  DELETION_STEPS: "all",
});
for (const [name, count] of Object.entries(figures)) console.log(`  ${name.padEnd(36)}${String(count).padStart(8)}`);
for (const failure of failures) console.error(failure);
console.log(
  `${passed ? "nothing was left" : "something was left"}; ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = passed ? 0 : 1;
