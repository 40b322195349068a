import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * A build of the directory gives the same bytes when it is killed at many moments, loses no entry, and is published
 * whole or not at all. The test suite, and --short, kill it once.
 */
export const command = defineProof({
  options: { kills: { about: "moments at which a build is killed", usual: 10, short: 1 } },
  prove: async ({ options: { kills }, print }) =>
    proveByTestFile("test/system/directory-build.test.ts", { BUILD_KILLS: String(kills) }, print),
});
