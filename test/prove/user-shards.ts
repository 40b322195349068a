import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * The tests of the Worker with three shards of users, whom their ids spread over them: the results are those of one.
 * --short takes the module of sign-ins. Nothing is random. Left out are the tests that are about one shard themselves.
 */
export const command = defineProof({
  prove: async ({ short, print }) =>
    proveByTestFile(short ? "test/worker/auth" : "test/worker", { USER_SHARDS: "3" }, print),
});
