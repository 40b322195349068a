import { z } from "zod";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { readNdjson } from "./ndjson.ts";

const LetterCase = z.intersection(
  CheckInput,
  z.object({ id: z.string(), expect: z.enum(["pass", "stop"]), kind: z.string() }),
);
/** A letter with everything it may be true to. A line of the file is also a line of input to `npm run gate`. */
export type LetterCase = z.output<typeof LetterCase>;

/**
 * "seen": cases of nine authors that the check was tuned on. "hard": those of three more, measured before anyone read them
 * and then not all fixed. No author had seen the check.
 */
export const LETTER_SETS = ["seen", "hard"] as const;

export const listLetterCases = (set: (typeof LETTER_SETS)[number]): LetterCase[] =>
  readNdjson(`letters/${set}.ndjson`, LetterCase);
