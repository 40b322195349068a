import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { runWorkerTest } from "./run-worker-test.ts";

/*
 * `npm run prove:login`: what somebody who guesses passwords gets, in workerd with real D1 and real hashes. A thousand tries at one account
 * within fifteen minutes of the worker's clock, and how long a no takes for an account with a password, for nobody's e-mail and for an
 * account that only signs in with Google. Every try comes from an address of its own. And whether somebody who tries as each wait ends keeps the
 * owner out, who signs in on a device they have used before.
 *
 *     npm run prove:login -- --rounds 200
 *     npm run prove:login -- --short            as in the test suite, where the machine is busy: the fastest of each within 25 %
 */

const { values } = parseArgs({ options: { rounds: { type: "string" }, short: { type: "boolean", default: false } } });
const rounds = Number(values.rounds ?? (values.short ? 15 : 100));
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number");
const tries = values.short ? 200 : 1_000;
const tolerance = values.short ? 0.25 : 0.05;

const began = performance.now();
const { passed, figures, failures } = runWorkerTest("test/worker/auth/password-guessing.test.ts", {
  LOGIN_ROUNDS: String(rounds),
  LOGIN_TRIES: String(tries),
});
for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(44)}${String(value).padStart(8)}`);
for (const failure of failures) console.error(failure);

// A busy machine delays some tries and not others; it makes none faster than its hash.
const judgedFigure = values.short ? "fastest no" : "median of a no";
const times = Object.entries(figures).flatMap(([name, value]) => (name.startsWith(judgedFigure) ? [value] : []));
const spread = Math.max(...times) / Math.min(...times) - 1;
const areAlike = times.length === 3 && spread <= tolerance;
console.log(
  `${judgedFigure}: ${(spread * 100).toFixed(1)} % apart, ${tolerance * 100} % allowed; ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exitCode = passed && areAlike ? 0 : 1;
