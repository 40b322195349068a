import { z } from "zod";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { readNdjson } from "./ndjson.ts";

const LetterCase = z.intersection(
  CheckInput,
  z.object({ id: z.string(), expect: z.enum(["pass", "stop"]), kind: z.string() }),
);
/** A letter with its sources. Each line of the file is also input for `npm run gate`. */
export type LetterCase = z.output<typeof LetterCase>;

/**
 * "seen": cases by nine authors, used to tune the check. "hard": by three others, measured before anyone read them and
 * not all fixed since. No author had seen the check.
 */
export const LETTER_SETS = ["seen", "hard"] as const;

/** When the last of them were written: a job that goes on lasts until then. */
export const WRITTEN_ON = "2026-11-30";

export const listLetterCases = (set: (typeof LETTER_SETS)[number]): LetterCase[] =>
  readNdjson(`letters/${set}.ndjson`, LetterCase).map((each) => ({ ...each, today: WRITTEN_ON }));

const WholeLetter = z.intersection(CheckInput, z.object({ id: z.string() }));

/**
 * Whole honest letters by sixteen further authors, with all that people write around them: dates, several jobs, courses in
 * progress, CVs as they come out of a PDF; most with what their writer rests each sentence on. Learned from since.
 */
export const listWholeLetters = (): z.output<typeof WholeLetter>[] =>
  readNdjson("letters/honest-whole.ndjson", WholeLetter).map((each) => ({ ...each, today: WRITTEN_ON }));
