import { describe, expect, it } from "vitest";
import { LiveRuns } from "../../../worker/messages/generate/live-runs";
import type { LetterRun } from "../../../worker/platform/letter-runs";

const START = Date.parse("2026-11-02T09:00:00.000Z");
const toTime = (ms: number) => new Date(START + ms).toISOString();
const makeRun = (more: Partial<LetterRun> = {}): LetterRun => ({
  companyId: "a",
  generationId: "g",
  startedAt: toTime(0),
  ...more,
});
const KEY = `a ${toTime(0)}`;

describe("the runs that write a user's letters", () => {
  it("are alive for fifteen seconds after each renewal", () => {
    const runs = new LiveRuns(START);
    expect(runs.renew(makeRun(), true, START)).toBe(true);
    for (let ms = 1_000; ms <= 60_000; ms += 1_000) expect(runs.renew(makeRun(), false, START + ms)).toBe(true);
    expect(runs.listAlive(START + 74_999)).toEqual([KEY]);
    expect(runs.listAlive(START + 75_000)).toEqual([]);
  });

  it("are not known once they were silent for that long, or after the object started anew: their claim tells", () => {
    const runs = new LiveRuns(START);
    runs.renew(makeRun(), true, START);
    expect(runs.renew(makeRun(), false, START + 15_000)).toBeNull();
    expect(new LiveRuns(START).renew(makeRun(), false, START)).toBeNull();
    expect(runs.listAlive(START + 15_000)).toEqual([]);
  });

  it("are complete three seconds after the object started", () => {
    const runs = new LiveRuns(START);
    expect([0, 1_000, 3_000, 9_000].map((ms) => runs.computeSettlingMs(START + ms))).toEqual([3_000, 2_000, 0, 0]);
  });

  it("end when their generation is cancelled, and those that have not told yet too", () => {
    const runs = new LiveRuns(START);
    runs.renew(makeRun(), true, START);
    runs.renew(makeRun({ companyId: "b", generationId: "other" }), true, START);
    runs.revoke({ generationId: "g" }, START);
    expect(runs.renew(makeRun(), false, START + 1)).toBe(false);
    expect(runs.renew(makeRun({ companyId: "c" }), true, START + 1)).toBe(false);
    expect(runs.renew(makeRun({ companyId: "b", generationId: "other" }), false, START + 1)).toBe(true);
    expect(runs.listAlive(START + 1)).toEqual([`b ${toTime(0)}`]);
  });

  it("end when the letter of their company is cancelled, unless it was begun again since", () => {
    const runs = new LiveRuns(START);
    const single = makeRun({ generationId: null });
    runs.revoke({ companyId: "a", startedBy: toTime(5) }, START + 5);
    expect(runs.renew(single, true, START + 6)).toBe(false);
    expect(runs.renew({ ...single, companyId: "b" }, true, START + 6)).toBe(true);
    expect(runs.renew({ ...single, startedAt: toTime(6) }, true, START + 6)).toBe(true);
  });

  it("forget what was cancelled once no run of then can be alive", () => {
    const runs = new LiveRuns(START);
    runs.revoke({ generationId: "g" }, START);
    expect(runs.renew(makeRun(), true, START + 119_999)).toBe(false);
    expect(runs.renew(makeRun(), true, START + 120_000)).toBe(true);
  });
});
