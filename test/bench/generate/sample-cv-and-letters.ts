import { z } from "zod";
import candidate from "../../data/bench/candidate.json" with { type: "json" };

const Candidate = z.strictObject({
  template: z.string(),
  /** About 2,300 characters, half of which no letter needs. */
  cv: z.string(),
  /** What a careful reader would copy out of it, as the model answers it. */
  facts: z.looseObject({}),
  /** Sentences of bakeries' sites. */
  about: z.array(z.string()),
});
/** What the letters of bench and proof are made from. */
const { template, cv, facts, about } = Candidate.parse(candidate);
export { template as TEMPLATE, cv as CV, facts as FACTS };

/** Sentences that a company's site has; the companies of a trade share some. */
const SENTENCES_A_SITE = 3;

/** What a company's site says, as the product stores it. @param at the company's number */
export const makeFacts = (at: number): string =>
  JSON.stringify(
    Array.from({ length: SENTENCES_A_SITE }, (_, n) => ({
      kind: "activity",
      text: about[(at * 3 + n * n) % about.length],
      url: "https://bench.example/",
    })),
  );
