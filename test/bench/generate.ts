import { defineBench } from "../harness/cli.ts";
import { startGenerateSetup } from "./generate/generate-setup.ts";
import { measureBulk } from "./generate/measure-bulk.ts";
import { measureLetterCheck } from "./generate/measure-letter-check.ts";
import { measureLetters } from "./generate/measure-letters.ts";
import { measurePrompt } from "./generate/measure-prompt.ts";
import { measureRows } from "./generate/measure-rows.ts";
import { measureSingle } from "./generate/measure-single.ts";

/** What writing costs besides the language model. */
export const command = defineBench({
  open: () => startGenerateSetup(),
  close: (setup) => setup.stop(),
  parts: {
    bulk: (setup, { short }) => measureBulk(setup, short),
    single: (setup, { short }) => measureSingle(setup, short),
    letters: (setup, { short }) => measureLetters(setup, short),
    prompt: (setup) => measurePrompt(setup),
    rows: () => measureRows(),
    // The last one: meanwhile the server would close its idle connections.
    "letter-check": async (_, { short }) => measureLetterCheck(short),
  },
});
