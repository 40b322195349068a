import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * Each call of the contract refuses each forbidden input: without a session, from another site, with fields that no
 * client may set, of a wrong type, under a similar path. The test suite, and --short, give each call one of a kind.
 */
export const command = defineProof({
  prove: async ({ short, print }) =>
    proveByTestFile("test/worker/http/access-matrix.test.ts", short ? {} : { ACCESS: "all" }, print),
});
