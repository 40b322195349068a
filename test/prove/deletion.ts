import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * An account is deleted and the process dies, at every call of D1, R2, Google and the objects in turn, before the call
 * is done and after. No row, file or alarm is left, the token is revoked and the e-mail is free. Nothing is random. The
 * test suite, and --short, let it die at every other call, before one and after the next.
 */
export const command = defineProof({
  prove: async ({ short, print }) =>
    proveByTestFile(
      "test/worker/account/account-deletion-crashes.test.ts",
      short ? {} : { DELETION_STEPS: "all" },
      print,
    ),
});
