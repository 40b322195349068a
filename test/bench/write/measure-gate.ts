import { judge } from "../../../worker/messages/gate/judge.ts";
import { listLetterCases } from "../../data/letter-cases.ts";
import { type Measured, medianOf, percentileOf } from "../report.ts";
import type { WritingStage } from "./writing-stage.ts";

/** The gate alone, over the labelled letters it is tuned on. */
export async function measureGate({ short }: WritingStage): Promise<Measured> {
  const cases = listLetterCases("seen").slice(0, short ? 20 : undefined);
  for (const each of cases.slice(0, 50)) judge(each);
  const times = cases.map((each) => {
    const began = performance.now();
    judge(each);
    return performance.now() - began;
  });
  return {
    title: `The gate: ${cases.length} letters`,
    how: "Each judged once, warm, in Node; a letter with its CV, template and the company's text.",
    figures: [
      { name: "a letter, median", value: medianOf(times), unit: "ms", target: { atMost: 5 } },
      { name: "a letter, 95th percentile", value: percentileOf(times, 0.95), unit: "ms" },
    ],
  };
}
