import { z } from "zod";
import { ANSWER_KINDS } from "../../worker/applications/answers/classify-answer.ts";
import { readNdjson } from "./ndjson.ts";

const Answer = z.strictObject({
  id: z.string(),
  language: z.enum(["fr", "en", "de"]),
  label: z.enum(ANSWER_KINDS),
  from: z.string(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
});
export type Answer = z.infer<typeof Answer>;

/** Written to learn from, by seven authors; those of the first and the last are without headers. */
export const exampleAnswers = readNdjson("answers/examples.ndjson", Answer);
/** By three authors who had not seen the code; learned from. */
export const tunedAnswers = readNdjson("answers/tuned.ndjson", Answer);
/** By the same authors. Never learned from: do not add an example or a word for a failure here. */
export const unseenAnswers = readNdjson("answers/unseen.ndjson", Answer);
