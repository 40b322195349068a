import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * The tests of the Worker with several shards of users, whom their ids spread over them: the results are those of one.
 * --short takes the module of sign-ins. Nothing is random. Left out are the tests that are about one shard themselves.
 */
export const command = defineProof({
  options: {
    d1: { about: "further shards in D1", usual: 1 },
    objects: { about: "further shards in objects", usual: 1 },
  },
  prove: async ({ options: { d1, objects }, short, print }) =>
    proveByTestFile(
      short ? "test/worker/auth" : "test/worker",
      { D1_SHARDS: String(d1), OBJECT_SHARDS: String(objects) },
      print,
    ),
});
