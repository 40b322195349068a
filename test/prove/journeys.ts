import { buildWebApp } from "../harness/build-web-app.ts";
import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/**
 * Whole ways through the product in Chromium that take long: a newcomer to a mail sent by keyboard alone, and to
 * a batch in German; a series that the model's batches write while the page is closed. Nothing is random.
 */
export const command = defineProof({
  prove: async ({ print }) => {
    buildWebApp();
    return proveByTestFile("test/e2e/long", { LONG_JOURNEYS: "1" }, print);
  },
});
