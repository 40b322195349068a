import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * Random stories of an outbox on a virtual clock, with failures of Gmail, kills and another tab: the product's own code
 * over SQLite in memory. What counts is what Gmail got, when, and what the outbox says of each approved mail. The test
 * suite plays the first 30 of seed 1, and fewer interruptions.
 */
export const command = defineProof({
  options: { stories: { about: "stories", usual: 5_000, short: 100 } },
  prove: async ({ options, seed, print }) => {
    const settings = { OUTBOX_RUNS: String(options.stories), OUTBOX_SEED: String(seed) };
    return proveByTestFile("test/unit/mail/outbox-model.test.ts", settings, print);
  },
});
