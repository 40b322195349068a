import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * Each access of a call to D1, R2, a queue or an object fails once: refused, done but the answer lost, never answered.
 * Nothing is random. The test suite, and --short, take a step of every third call.
 */
export const command = defineProof({
  prove: async ({ short, print }) =>
    proveByTestFile("test/worker/http/infrastructure-outages.test.ts", short ? {} : { OUTAGES: "all" }, print),
});
