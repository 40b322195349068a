import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * Random stories, played on the product in workerd with real D1 and in a small model of the mailbox. The test suite
 * plays the first 20 of seed 1.
 */
export const command = defineProof({
  options: { runs: { about: "stories", usual: 2_000, short: 3 } },
  prove: async ({ options, seed, print }) => {
    const settings = { MAILBOX_RUNS: String(options.runs), MAILBOX_SEED: String(seed) };
    return proveByTestFile("test/worker/mail/mailbox-model.test.ts", settings, print);
  },
});
