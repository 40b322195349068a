import { z } from "zod";
import candidate from "../../data/bench/candidate.json" with { type: "json" };

const Candidate = z.strictObject({
  template: z.string(),
  /** About 2,300 characters, half of which no letter needs. */
  cv: z.string(),
  /** What a careful reader would copy out of it, as the model answers it. */
  facts: z.looseObject({}),
  /** A letter that no honest check objects to; `{company}` stands for the name. */
  letter: z.strictObject({ subject: z.string(), body: z.string() }),
});
/** What the letters of bench and proof are made from. */
const { template, cv, facts, letter } = Candidate.parse(candidate);
export { template as TEMPLATE, cv as CV, facts as FACTS };

/** A letter to a company. */
export const writeLetterTo = (company: string) => ({
  subject: letter.subject.replaceAll("{company}", () => company),
  body: letter.body.replaceAll("{company}", () => company),
});
