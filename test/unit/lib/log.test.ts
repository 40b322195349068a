import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { log, logError, logOrdinary, logWarning, sampleLogs, withRequestId } from "../../../worker/lib/log";

const CONSOLE = ["log", "warn", "error"] as const;
const before = CONSOLE.map((name) => console[name]);
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  for (const name of CONSOLE) console[name] = (line: string) => void lines.push(line);
});
afterEach(() => {
  CONSOLE.forEach((name, at) => Object.assign(console, { [name]: before[at] }));
  sampleLogs(100);
});

const REQUESTS = 2_000;
/** Writes two ordinary lines a request. @returns how many lines each request has */
function logRequests(): number[] {
  return Array.from({ length: REQUESTS }, () => {
    const { length } = lines;
    withRequestId(crypto.randomUUID(), () => {
      logOrdinary("first");
      logOrdinary("second");
    });
    return lines.length - length;
  });
}

describe("the log", () => {
  it("has every ordinary line at 100 %, none at 0 %", () => {
    expect(new Set(logRequests())).toEqual(new Set([2]));
    sampleLogs(0);
    expect(new Set(logRequests())).toEqual(new Set([0]));
  });

  it("has the ordinary lines of about the share that is asked for, all of a request or none", () => {
    sampleLogs(10);
    const counts = logRequests();
    expect(counts.filter((count) => count === 1)).toEqual([]);
    const share = counts.filter((count) => count === 2).length / REQUESTS;
    expect(share).toBeGreaterThan(0.06);
    expect(share).toBeLessThan(0.14);
  });

  it("samples lines of no request too", () => {
    sampleLogs(10);
    for (let n = 0; n < REQUESTS; n += 1) logOrdinary("alarm");
    expect(lines.length / REQUESTS).toBeGreaterThan(0.06);
    expect(lines.length / REQUESTS).toBeLessThan(0.14);
  });

  it("has every refusal, warning and failure at 0 %", () => {
    sampleLogs(0);
    withRequestId(crypto.randomUUID(), () => {
      log("text_refused");
      logWarning("objection_cap");
      logError("request_failed", new Error("broken"));
    });
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      "text_refused",
      "objection_cap",
      "request_failed",
    ]);
  });
});
