import { performance } from "node:perf_hooks";
import { judge } from "../../worker/messages/gate/judge.ts";
import { LETTER_SETS, type LetterCase, listLetterCases } from "../data/letter-cases.ts";

// `npm run gate:measure`: how many honest letters pass and dishonest ones are stopped, by kind (`--json` for a machine).

interface Row {
  kind: string;
  expect: "pass" | "stop";
  cases: number;
  right: number;
}

function measure(cases: LetterCase[]) {
  const rows = new Map<string, Row>();
  const misses: string[] = [];
  const times: number[] = [];
  for (const each of cases) {
    const start = performance.now();
    const { ok, reasons } = judge(each);
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
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2));
  return {
    rows: [...rows.values()].toSorted((a, b) => a.expect.localeCompare(b.expect) || a.kind.localeCompare(b.kind)),
    misses,
    milliseconds: { median: at(0.5), p95: at(0.95) },
  };
}

const rate = (rows: Row[], expect: Row["expect"]) => {
  const those = rows.filter((row) => row.expect === expect);
  const [right, cases] = [
    those.reduce((sum, row) => sum + row.right, 0),
    those.reduce((sum, row) => sum + row.cases, 0),
  ];
  return { right, cases, rate: cases === 0 ? null : Number((right / cases).toFixed(4)) };
};

const json = process.argv.includes("--json");
const only = LETTER_SETS.find((name) => process.argv.includes(name));
const report: Record<string, unknown> = {};
for (const name of only ? [only] : LETTER_SETS) {
  const { rows, misses, milliseconds } = measure(listLetterCases(name));
  const [honest, dishonest] = [rate(rows, "pass"), rate(rows, "stop")];
  report[name] = { honest, dishonest, milliseconds, rows, misses };
  if (json) continue;
  console.log(
    `\n${name}: ${honest.right} of ${honest.cases} honest pass (${honest.rate}), ${dishonest.right} of ${dishonest.cases} dishonest stopped (${dishonest.rate}); median ${milliseconds.median} ms, 95 % within ${milliseconds.p95} ms`,
  );
  for (const { kind, expect, right, cases: all } of rows)
    console.log(`  ${expect}  ${kind.padEnd(32)} ${String(right).padStart(3)} of ${all}`);
  if (misses.length > 0) console.log(`\nmisses:\n  ${misses.join("\n  ")}`);
}
if (json) console.log(JSON.stringify(report));
