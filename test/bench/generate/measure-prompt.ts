import { type Measured, computeMedian } from "../../harness/report.ts";
import { CHARACTERS_PER_TOKEN } from "../../sandbox/openai/prompt-cache.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";
import { CV } from "./sample-cv-and-letters.ts";

/** What is sent for a letter with the facts of the CV, and with its text. */
export async function measurePrompt({ llm, product }: GenerateSetup): Promise<Measured> {
  const countCharacters = async (facts: boolean) => {
    await llm.set({ latencyMs: 0, facts });
    const user = await Applicant.register(product);
    for (const id of await user.addCompanies(3)) await user.write(id);
    return llm.served();
  };
  const [withFacts, withText] = [await countCharacters(true), await countCharacters(false)];
  const [facts = Number.NaN, text = Number.NaN] = [withFacts, withText].map(({ letterUsage }) =>
    computeMedian(letterUsage.map(({ input }) => input)),
  );
  return {
    title: `What a letter sends: a CV of ${CV.length} characters`,
    how: [
      `Instructions, schema and material of one request; tokens at ${CHARACTERS_PER_TOKEN} characters each.`,
      "The facts are those a careful reader copies out of this one CV.",
    ].join(" "),
    figures: [
      { name: "with the facts of the CV", value: facts, unit: "chars" },
      { name: "with its text", value: text, unit: "chars" },
      { name: "with the facts, tokens about", value: Math.round(facts / CHARACTERS_PER_TOKEN), unit: "" },
      { name: "with its text, tokens about", value: Math.round(text / CHARACTERS_PER_TOKEN), unit: "" },
      { name: "saved a letter", value: text - facts, unit: "chars" },
      { name: "the request for the facts, once a CV", value: computeMedian(withFacts.factsCharacters), unit: "chars" },
      { name: "such requests for three letters", value: withFacts.facts, unit: "", target: { atMost: 1 } },
    ],
  };
}
