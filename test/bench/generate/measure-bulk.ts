import { type Measured, computeMedian } from "../../harness/report.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";

const LATENCY_MS = 500;

/** Twenty letters as one job, and twenty one after the other. */
export async function measureBulk({ llm, product }: GenerateSetup, short: boolean): Promise<Measured> {
  const [rounds, letters] = short ? [1, 3] : [5, 20];
  const [bulk, sequential]: [number[], number[]] = [[], []];
  await llm.set({ latencyMs: LATENCY_MS });
  for (let round = 0; round < rounds; round++) {
    // In turns, so that a slow moment of the machine meets both.
    const user = await Applicant.register(product);
    // The first letter extracts the facts of the CV.
    for (const id of await user.addCompanies(1)) await user.write(id);
    bulk.push(await user.writeBulk(await user.addCompanies(letters)));
    let sum = 0;
    for (const id of await user.addCompanies(letters)) sum += await user.write(id);
    sequential.push(sum);
  }
  const { atOnce } = await llm.served();
  return {
    title: `${letters} letters at once, a language model of ${LATENCY_MS} ms`,
    how: [
      `From the press to the last letter saved; the same number one by one. ${rounds} rounds in turns, medians.`,
      "The queue runs one consumer, as it does locally.",
    ].join(" "),
    figures: [
      { name: "as one job", value: computeMedian(bulk) / 1000, unit: "s" },
      { name: "one after the other", value: computeMedian(sequential) / 1000, unit: "s" },
      {
        name: "ratio",
        value: computeMedian(bulk.map((time, round) => time / (sequential[round] ?? Number.NaN))),
        unit: "",
        target: { atMost: 0.35 },
      },
      { name: "letters at once, most", value: atOnce, unit: "" },
    ],
  };
}
