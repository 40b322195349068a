import { type Measured, computeMedian, computePercentile } from "../report.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";

const LATENCY_MS = 100;

/** What one letter takes beside the writing service's own time. */
export async function measureSingle({ service, instance, short }: GenerateSetup): Promise<Measured> {
  const letters = short ? 2 : 30;
  await service.set({ latencyMs: LATENCY_MS });
  const user = await Applicant.register(instance);
  const [warm = "", ...ids] = await user.companies(letters + 1);
  const first = (await user.write(warm)) - 2 * LATENCY_MS;
  const over: number[] = [];
  for (const id of ids) over.push((await user.write(id)) - LATENCY_MS);
  return {
    title: `One letter: ${letters}, with a CV of which the facts are kept`,
    how: `From the request to its answer, less the ${LATENCY_MS} ms of the writing service: session, claim, prompt, gate, saving, HTTP.`,
    figures: [
      { name: "beside the service, median", value: computeMedian(over), unit: "ms" },
      { name: "beside the service, 95th percentile", value: computePercentile(over, 0.95), unit: "ms" },
      { name: "the first, beside both its questions (module and lexicon loaded)", value: first, unit: "ms" },
    ],
  };
}
