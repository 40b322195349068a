import { performance } from "node:perf_hooks";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { LETTER_SETS, type LetterCase, listLetterCases } from "../../data/letter-cases.ts";

// `npm run gate:measure`: how many honest letters pass and dishonest ones are stopped, by kind (`--json` for a machine).

interface CaseRow {
  kind: string;
  expect: "pass" | "stop";
  cases: number;
  right: number;
}

function measureCases(cases: LetterCase[]) {
  const rows = new Map<string, CaseRow>();
  const misses: string[] = [];
  const times: number[] = [];
  for (const each of cases) {
    const start = performance.now();
    const { ok, reasons } = checkLetter(each);
    times.push(performance.now() - start);
    const right = ok === (each.expect === "pass");
    const row = rows.get(`${each.expect} ${each.kind}`) ?? { kind: each.kind, expect: each.expect, cases: 0, right: 0 };
    rows.set(`${each.expect} ${each.kind}`, { ...row, cases: row.cases + 1, right: row.right + (right ? 1 : 0) });
    if (!right)
      misses.push(
        `${each.id} (${each.expect}): ${reasons.map(({ code, detail }) => `${code} “${detail}”`).join("; ") || "nothing found"}`,
      );
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentileMs = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2));
  return {
    rows: [...rows.values()].toSorted((a, b) => a.expect.localeCompare(b.expect) || a.kind.localeCompare(b.kind)),
    misses,
    milliseconds: { median: percentileMs(0.5), p95: percentileMs(0.95) },
  };
}

const computeRate = (rows: CaseRow[], expect: CaseRow["expect"]) => {
  const those = rows.filter((row) => row.expect === expect);
  const [right, cases] = [
    those.reduce((sum, row) => sum + row.right, 0),
    those.reduce((sum, row) => sum + row.cases, 0),
  ];
  return { right, cases, rate: cases === 0 ? null : Number((right / cases).toFixed(4)) };
};

const asJson = process.argv.includes("--json");
const onlySet = LETTER_SETS.find((name) => process.argv.includes(name));
const report: Record<string, unknown> = {};
for (const name of onlySet ? [onlySet] : LETTER_SETS) {
  const { rows, misses, milliseconds } = measureCases(listLetterCases(name));
  const [honest, dishonest] = [computeRate(rows, "pass"), computeRate(rows, "stop")];
  report[name] = { honest, dishonest, milliseconds, rows, misses };
  if (asJson) continue;
  console.log(
    `\n${name}: ${honest.right} of ${honest.cases} honest pass (${honest.rate}), ${dishonest.right} of ${dishonest.cases} dishonest stopped (${dishonest.rate}); median ${milliseconds.median} ms, 95 % within ${milliseconds.p95} ms`,
  );
  for (const { kind, expect, right, cases: all } of rows)
    console.log(`  ${expect}  ${kind.padEnd(32)} ${String(right).padStart(3)} of ${all}`);
  if (misses.length > 0) console.log(`\nmisses:\n  ${misses.join("\n  ")}`);
}
if (asJson) console.log(JSON.stringify(report));
