import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LIMITS } from "../../worker/contract/limits.ts";
import { defineProof } from "../harness/cli.ts";
import { loadModule } from "../harness/load-module.ts";

/** Of test/unit/support/mime-proof.ts, which this project cannot type: it imports the worker. */
interface MimeProof {
  /** @throws at the first mail that is wrong, and names it */
  checkHostileMails(
    cases: number,
    seed: number,
  ): Promise<{ attached: number; refused: number; longestLine: number; size: number }>;
}

/** Of test/unit/support/mails-in-memory.ts. */
interface MailMemory {
  previewConcurrently(users: number, cvBytes: number, onHeld: () => void): Promise<void>;
  sendConcurrently(users: number, cvBytes: number, onHeld: () => void): Promise<void>;
}

const CONCURRENT_USERS = 6;
const MAX_LIVE_MB = 60;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function measureLiveMb(): number {
  // The first collection frees what held a buffer, the second the buffer.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Memory that so many mails hold at once. MB. */
async function measureHeldMb(mailConcurrently: MailMemory["sendConcurrently"]): Promise<number> {
  // The first one loads modules.
  await mailConcurrently(1, LIMITS.cvBytes, () => undefined);
  measureLiveMb();
  await sleep(100);
  const before = measureLiveMb();
  let held = Number.NaN;
  await mailConcurrently(CONCURRENT_USERS, LIMITS.cvBytes, () => {
    held = measureLiveMb() - before;
  });
  return held;
}

/**
 * Hostile strings in every field that reaches a mail, and the memory of mails with the largest CV while six users
 * preview or send one at once. The test suite composes 500 mails of one seed.
 */
export const command = defineProof({
  options: { cases: { about: "mails", usual: 20_000, short: 500 } },
  prove: async ({ options, seed, print }) => {
    // The platform's stream of a known length; this proof does not check the length.
    Object.assign(globalThis, {
      FixedLengthStream: function FixedLengthStream() {
        return new TransformStream<Uint8Array, Uint8Array>();
      },
    });
    const { checkHostileMails } = await loadModule<MimeProof>("../unit/support/mime-proof.ts", import.meta.url);
    const memory = await loadModule<MailMemory>("../unit/support/mails-in-memory.ts", import.meta.url);
    const failures: string[] = [];
    try {
      const { attached, refused, longestLine, size } = await checkHostileMails(options.cases, seed);
      print(`${options.cases} mails read back as written: ${attached} with a CV, ${refused} recipients refused`);
      print(`longest line ${longestLine} of 998, ${(size / 1e6).toFixed(1)} MB composed`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
    for (const [what, mailConcurrently] of [
      ["previews", memory.previewConcurrently],
      ["sends", memory.sendConcurrently],
    ] as const) {
      const heldMb = await measureHeldMb(mailConcurrently);
      const cvMb = (LIMITS.cvBytes / 1e6).toFixed(1);
      const result = `${CONCURRENT_USERS} ${what} at once with a CV of ${cvMb} MB: ${heldMb.toFixed(1)} MB live`;
      print(`${result}, at most ${MAX_LIVE_MB}`);
      if (!(heldMb <= MAX_LIVE_MB)) failures.push(result);
    }
    return { failures };
  },
});
