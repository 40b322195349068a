import { type Measured, computeMedian } from "../report.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";

const LATENCY_MS = 500;

/** Twenty letters as one job, beside twenty asked for one after the other. */
export async function measureBulk({ service, instance, short }: GenerateSetup): Promise<Measured> {
  const [rounds, letters] = short ? [1, 3] : [5, 20];
  const [bulk, sequential]: [number[], number[]] = [[], []];
  await service.set({ latencyMs: LATENCY_MS });
  for (let round = 0; round < rounds; round++) {
    // In turns, so that a slow moment of the machine meets both.
    const user = await Applicant.register(instance);
    // The facts of the CV are asked for once; here they are there.
    for (const id of await user.companies(1)) await user.write(id);
    bulk.push(await user.writeBulk(await user.companies(letters)));
    let sum = 0;
    for (const id of await user.companies(letters)) sum += await user.write(id);
    sequential.push(sum);
  }
  const { atOnce } = await service.served();
  return {
    title: `${letters} letters at once, a writing service of ${LATENCY_MS} ms`,
    how: `From the press to the last letter saved; beside the same number asked for one by one. ${rounds} rounds in turns, medians; the queue runs one consumer, as it does locally.`,
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
