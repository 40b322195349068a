import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

interface Proof {
  /** Throws at the first mail that is not as it must be, and names it. */
  proveMime(cases: number, seed: number): Promise<{ attached: number; refused: number; longestLine: number; size: number }>;
}

/*
 * `npm run prove:mime`: hostile strings in every field that reaches a mail. The test suite composes 500 mails of one seed.
 *
 *     npm run prove:mime -- --cases 1000 --seed 7
 */

const { values } = parseArgs({ options: { cases: { type: "string", default: "20000" }, seed: { type: "string" } } });
const cases = Number(values.cases);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed) || seed < 0) throw new Error("--cases and --seed are whole numbers");

const path = fileURLToPath(new URL("../worker/prove-mime.ts", import.meta.url));
const { module: { proveMime } } = await runnerImport<Proof>(path, { configFile: false });

console.log(`${cases} mails, seed ${seed}`);
const began = performance.now();
const { attached, refused, longestLine, size } = await proveMime(cases, seed);
console.log(`headers, recipient, subject, text and attachment as they must be in all of them: ${attached} with an attachment, ${refused} recipients refused`);
console.log(`longest line ${longestLine} of 998, ${(size / 1e6).toFixed(1)} MB composed, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
