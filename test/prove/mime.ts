import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { runnerImport } from "vite";
import { LIMITS } from "../../worker/contract/limits.ts";

interface MimeProof {
  /** Throws at the first mail that is not as it must be, and names it. */
  checkHostileMails(
    cases: number,
    seed: number,
  ): Promise<{ attached: number; refused: number; longestLine: number; size: number }>;
}

interface MailMemory {
  previewConcurrently(users: number, cvBytes: number, held: () => void): Promise<void>;
  sendConcurrently(users: number, cvBytes: number, held: () => void): Promise<void>;
}

/*
 * `npm run prove:mime`: hostile strings in every field that reaches a mail, and what mails with the largest CV hold in memory while six users preview
 * or send one at once. The test suite composes 500 mails of one seed.
 *
 *     npm run prove:mime -- --cases 1000 --seed 7
 */

/** Users at once, and what all of them may hold. */
const CONCURRENT_USERS = 6;
const MAX_LIVE_MB = 60;

const { values } = parseArgs({ options: { cases: { type: "string", default: "20000" }, seed: { type: "string" } } });
const cases = Number(values.cases);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error("--cases and --seed are whole numbers");

const loadModule = async <T>(file: string) =>
  (await runnerImport<T>(fileURLToPath(new URL(file, import.meta.url)), { configFile: false })).module;
const { checkHostileMails } = await loadModule<MimeProof>("../unit/support/mime-proof.ts");
const { previewConcurrently, sendConcurrently } = await loadModule<MailMemory>("../unit/support/mails-in-memory.ts");

console.log(`${cases} mails, seed ${seed}`);
const began = performance.now();
const { attached, refused, longestLine, size } = await checkHostileMails(cases, seed);
console.log(
  `headers, recipient, subject, text and attachment as they must be in all of them: ${attached} with an attachment, ${refused} recipients refused`,
);
console.log(
  `longest line ${longestLine} of 998, ${(size / 1e6).toFixed(1)} MB composed, ${((performance.now() - began) / 1_000).toFixed(1)} s`,
);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
// The platform's stream of a known length; here its length is not looked at.
Object.assign(globalThis, {
  FixedLengthStream: function FixedLengthStream() {
    return new TransformStream<Uint8Array, Uint8Array>();
  },
});

/** What is held after a forced collection. MB. */
function measureLiveMb(): number {
  // What held a buffer goes with the first, the buffer with the second.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

for (const [what, atOnce] of [
  ["previews", previewConcurrently],
  ["sends", sendConcurrently],
] as const) {
  // The first one loads what stays.
  await atOnce(1, LIMITS.cvBytes, () => undefined);
  measureLiveMb();
  await sleep(100);
  const before = measureLiveMb();
  let held = 0;
  await atOnce(CONCURRENT_USERS, LIMITS.cvBytes, () => {
    held = measureLiveMb() - before;
  });
  console.log(
    `${CONCURRENT_USERS} ${what} at once of a mail with a CV of ${(LIMITS.cvBytes / 1e6).toFixed(1)} MB: ${held.toFixed(1)} MB live, at most ${MAX_LIVE_MB}`,
  );
  if (held > MAX_LIVE_MB) process.exitCode = 1;
}
