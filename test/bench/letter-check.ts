import { performance } from "node:perf_hooks";
import { checkLetter } from "../../worker/letter-check/check-letter.ts";
import { LETTER_SETS, type LetterCase, listLetterCases } from "../data/letter-cases.ts";
import { defineBench, type Run } from "../harness/cli.ts";
import { computeMedian, computePercentile, type Measured } from "../harness/report.ts";

const VERDICTS = { pass: "honest letters that pass", stop: "dishonest letters that are stopped" } as const;

interface CheckedCase extends LetterCase {
  right: boolean;
  ms: number;
  reasons: string;
}

function checkCase(letterCase: LetterCase): CheckedCase {
  const start = performance.now();
  const { ok, reasons } = checkLetter(letterCase);
  return {
    ...letterCase,
    ms: performance.now() - start,
    right: ok === (letterCase.expect === "pass"),
    reasons: reasons.map(({ code, detail }) => `${code} “${detail}”`).join("; ") || "nothing found",
  };
}

const countRight = (cases: CheckedCase[]) => cases.filter(({ right }) => right).length;

/** How many honest letters of a set pass and dishonest ones are stopped, by kind. */
function measureSet(name: (typeof LETTER_SETS)[number], print: (line: string) => void): Measured {
  const cases = listLetterCases(name).map(checkCase);
  const kinds = Map.groupBy(cases, ({ expect, kind }) => `${expect}  ${kind}`);
  for (const { id, expect, reasons } of cases.filter(({ right }) => !right))
    print(`miss: ${id} (${expect}): ${reasons}`);
  const times = cases.map(({ ms }) => ms);
  const verdicts = (["pass", "stop"] as const).map((expect) => cases.filter((each) => each.expect === expect));
  return {
    title: `The letters of the set ${name}`,
    how: "Each checked once, in Node.",
    table: {
      columns: ["right", "cases"],
      rows: Object.fromEntries(
        [...kinds]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([kind, list]) => [kind, [countRight(list), list.length]]),
      ),
    },
    figures: [
      ...verdicts.flatMap((list) => {
        const title = VERDICTS[list[0]?.expect ?? "pass"];
        return [
          { name: title, value: countRight(list), unit: `of ${list.length}` },
          { name: `${title}, share`, value: Number((countRight(list) / list.length).toFixed(4)), unit: "" },
        ];
      }),
      { name: "a letter, median", value: computeMedian(times), unit: "ms" },
      { name: "a letter, 95th percentile", value: computePercentile(times, 0.95), unit: "ms" },
    ],
  };
}

export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: Object.fromEntries(
    LETTER_SETS.map((name) => [name, async (_: undefined, { print }: Run) => measureSet(name, print)]),
  ),
});
