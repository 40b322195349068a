import { runWorkerTest } from "../../prove/run-worker-test.ts";

const COLUMNS = ["trips", "statements", "rows read", "rows written"];

/** Prints what every call of the contract asks of D1. @returns whether each asks no oftener than its line allows */
export function printRoundTrips(): boolean {
  const { passed, figures, failures } = runWorkerTest("test/worker/http/d1-round-trips.test.ts", {});
  const calls = new Map<string, Record<string, number>>();
  for (const [name, value] of Object.entries(figures)) {
    const [call = "", column = ""] = name.split(" · ");
    calls.set(call, { ...calls.get(call), [column]: value });
  }
  console.log(
    `\nWhat a call asks of D1, its session and its objects included; a user with one of everything\n  ${"".padEnd(52)}${COLUMNS.map((column) => column.padStart(14)).join("")}`,
  );
  for (const [call, row] of calls)
    console.log(`  ${call.padEnd(52)}${COLUMNS.map((column) => String(row[column] ?? "").padStart(14)).join("")}`);
  for (const failure of failures) console.error(failure);
  return passed;
}
