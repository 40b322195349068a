import { type Measured, computeMedian, computePercentile } from "../../harness/report.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";

const LATENCY_MS = 100;

/** What one letter takes beside the language model's own time. */
export async function measureSingle({ llm, product }: GenerateSetup, short: boolean): Promise<Measured> {
  const letters = short ? 2 : 30;
  await llm.set({ latencyMs: LATENCY_MS });
  const user = await Applicant.register(product);
  const [warm = "", ...ids] = await user.addCompanies(letters + 1);
  const first = (await user.write(warm)) - 2 * LATENCY_MS;
  const over: number[] = [];
  for (const id of ids) over.push((await user.write(id)) - LATENCY_MS);
  return {
    title: `One letter: ${letters}, with a CV whose facts are stored`,
    how: `From request to answer, less the model's ${LATENCY_MS} ms: session, claim, prompt, check, saving, HTTP.`,
    figures: [
      { name: "beside the model, median", value: computeMedian(over), unit: "ms" },
      { name: "beside the model, 95th percentile", value: computePercentile(over, 0.95), unit: "ms" },
      { name: "the first, beside both its requests (module and lexicon loaded)", value: first, unit: "ms" },
    ],
  };
}
