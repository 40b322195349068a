import type { Measured } from "../../harness/report.ts";
import { runTestFile } from "../../harness/run-test-file.ts";

const COLUMNS = ["trips", "shared trips", "statements", "rows read", "rows written"];

/** What each call of the contract costs in D1; the test holds each to its own limit. */
export function measureRoundTrips(): Measured {
  const { passed, figures, failures } = runTestFile("test/worker/http/d1-round-trips.test.ts", {});
  const rows: Record<string, number[]> = {};
  for (const [name, value] of Object.entries(figures)) {
    const [call = "", column = ""] = name.split(" · ");
    (rows[call] ??= [])[COLUMNS.indexOf(column)] = value;
  }
  return {
    title: "What a call costs in D1",
    how: "Its session and its objects included; a user with one of everything.",
    judgedWhenShort: true,
    figures: [],
    table: { columns: COLUMNS, rows },
    failures: passed || failures.length > 0 ? failures : ["the test of round trips failed"],
  };
}
