import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { listLetterCases } from "../../data/letter-cases.ts";
import { type Measured, computeMedian, computePercentile } from "../../harness/report.ts";

/** The letter check alone, over the labelled letters it is tuned on. */
export function measureLetterCheck(short: boolean): Measured {
  const cases = listLetterCases("seen").slice(0, short ? 20 : undefined);
  for (const each of cases.slice(0, 50)) checkLetter(each);
  const times = cases.map((each) => {
    const began = performance.now();
    checkLetter(each);
    return performance.now() - began;
  });
  return {
    title: `The letter check: ${cases.length} letters`,
    how: "Each checked once, warm, in Node; a letter with its CV, template and the company's text.",
    figures: [
      { name: "a letter, median", value: computeMedian(times), unit: "ms", target: { atMost: 5 } },
      { name: "a letter, 95th percentile", value: computePercentile(times, 0.95), unit: "ms" },
    ],
  };
}
