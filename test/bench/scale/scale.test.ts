import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { computeLoad, findPeak, type Load, moveToObjects, sumMonth, sumStored } from "./compute-load.ts";
import { computeCosts } from "./costs.ts";
import { drawChart } from "./draw-chart.ts";
import { type People, readOwnSettings, readPeople, readPlatform } from "./inputs.ts";
import { listLimitUses } from "./limits.ts";
import { toTables } from "./report.ts";
import { CHART, fillPage, PAGE, RESULT } from "./save-page.ts";
import { listBusiestMailMinutes, measureCourtesy, simulateWeek } from "./simulate-week.ts";
import type { ScaleResult } from "./simulate.ts";
import { addUnits, readMeasuredUnits, scaleUnits } from "./units.ts";

const [people, platform, own, units] = [readPeople(), readPlatform(), readOwnSettings(), readMeasuredUnits()];
const SIMULATED = 400;
const play = (seed = 1, of: People = people) =>
  simulateWeek({ people: of, settings: own, simulated: SIMULATED, days: 7, seed });
const week = play();
const loadOf = (users: number, shards = 1): Load =>
  computeLoad(week, units, { users, shards, refusedMails: 0, people });
const COMPANY_WEEK = { small: 2, large: 6 };

describe("docs/scale.md", () => {
  const result = JSON.parse(readFileSync(RESULT, "utf8")) as ScaleResult;
  const world = { people, platform, own, units };
  const withoutSpace = (text: string) => text.replaceAll(/\s+/gu, " ");

  it("has the tables of docs/scale.json, and docs/scale.svg is its chart", () => {
    const page = readFileSync(PAGE, "utf8");
    expect(withoutSpace(page)).toBe(withoutSpace(fillPage(page, toTables(result, world))));
    expect(readFileSync(CHART, "utf8")).toBe(drawChart(result));
  });

  it("rests on the units that are checked in", () => {
    expect(result.measured).toEqual({ date: units.date, commit: units.commit });
  });
});

describe("the simulated week", () => {
  it("is the same for the same seed, and another one for another", () => {
    expect(play()).toEqual(week);
    expect(play(2)).not.toEqual(week);
  });

  it("has about as many people a day as are assumed", () => {
    const visits = (week.hours["idle minute"] ?? []).reduce((sum, count) => sum + count, 0) / 7;
    expect(visits / SIMULATED / people.perActiveDay.tabMinutes / people.dailyActive).toBeCloseTo(1, 0);
  });

  it("lets no mail leave at night or at the weekend", () => {
    expect(week.departures.length).toBeGreaterThan(SIMULATED);
    for (const { at, approvedAt } of week.departures) {
      const left = new Date(at);
      expect(left.getUTCDay() % 6).not.toBe(0);
      // 9 to 18 o'clock in Paris or London, in winter.
      expect(left.getUTCHours()).toBeGreaterThanOrEqual(8);
      expect(left.getUTCHours()).toBeLessThan(18);
      expect(at).toBeGreaterThan(approvedAt);
    }
  });

  it("has no minute in which mails of many begin at once", () => {
    const minutes = listBusiestMailMinutes(week);
    expect(minutes).toHaveLength(7 * 24);
    expect(Math.max(...minutes)).toBeLessThan(week.departures.length / 100);
  });

  it("refuses more mails the more users share the companies", () => {
    const [few, many, most] = [1_000, 1_000_000, 5_000_000].map((users) => measureCourtesy(week, users, people));
    expect(few).toBe(0);
    expect(many).toBeGreaterThan(0.1);
    expect(most).toBeGreaterThan(many ?? 1);
  });
});

describe("the load", () => {
  it("of twice as many users is twice as many units, but for the sweep", () => {
    const unswept = { ...units, actions: { ...units.actions, sweep: {} } };
    const load = (users: number) => computeLoad(week, unswept, { users, shards: 1, refusedMails: 0, people });
    const [one, two] = [load(1_000), load(2_000)] as const;
    for (const name of [
      /^requests$/u,
      /^d1 \S+ rows written$/u,
      /^model calls$/u,
      /^log lines$/u,
      /^queue \S+ seconds$/u,
    ])
      expect(sumMonth(two, name)).toBeCloseTo(2 * sumMonth(one, name), 4);
  });

  it("of several databases is spread evenly, and the sweep looks at each", () => {
    const share = (load: Load) =>
      listLimitUses(load, platform, own, COMPANY_WEEK).find(({ name }) => name === "a shard of users: bytes")?.share ??
      0;
    expect(share(loadOf(10_000, 4))).toBeCloseTo(share(loadOf(10_000)) / 4, 6);
    const [one, four] = [loadOf(10_000), loadOf(10_000, 4)];
    const sweeps = (load: Load, name: RegExp) => sumMonth(load, name) - sumMonth({ ...load, hours: one.hours }, name);
    expect(sweeps(four, /^d1 user statements$/u)).toBeGreaterThan(0);
    expect(sweeps(four, /^d1 shared statements$/u)).toBe(0);
    expect(sweeps(four, /^requests$/u)).toBe(0);
  });

  it("of objects is that of D1, by other names", () => {
    const inD1 = loadOf(10_000, 4);
    const inObjects = moveToObjects(inD1);
    const ofBoth = (name: string) => sumMonth(inObjects, new RegExp(`^${name}$`, "u"));
    expect(ofBoth("d1 user .*")).toBe(0);
    expect(ofBoth("object USER_SHARD requests")).toBeCloseTo(sumMonth(inD1, /^d1 user trips$/u), 3);
    expect(ofBoth("object rows written")).toBeCloseTo(sumMonth(inD1, /^(?:d1 user|object) rows written$/u), 3);
    expect(sumStored(inObjects, /^object USER_SHARD bytes$/u)).toBeCloseTo(sumStored(inD1, /^d1 user bytes$/u), 3);
    expect(ofBoth("d1 shared .*")).toBeCloseTo(sumMonth(inD1, /^d1 shared .*$/u), 3);
    expect(ofBoth("requests")).toBe(sumMonth(inD1, /^requests$/u));
  });

  it("has fewer sites to read the more people have searched before", () => {
    expect(loadOf(1_000).freshSites).toBe(1);
    const many = loadOf(1_000_000);
    expect(many.freshSites).toBeLessThan(0.1);
    expect(findPeak(many, /^queue crawl seconds$/u)).toBeLessThan(
      findPeak(loadOf(1_000), /^queue crawl seconds$/u) * 100,
    );
  });
});

describe("the busiest second", () => {
  it("is a multiple of the hour for what people do, and of the busiest minute for mails", () => {
    const load = {
      ...loadOf(1_000),
      hours: [{ "gmail units": 3_600 + 10_800 }],
      mailUnits: { "gmail units": 100 },
      mailHours: [108],
      mailMinutes: [6],
    };
    expect(findPeak(load, /^gmail units$/u)).toBe(people.busiestSecondToHour + 10);
  });
});

describe("limits", () => {
  it("names a limit first that is lowered", () => {
    const load = loadOf(1_000);
    expect(listLimitUses(load, platform, own, COMPANY_WEEK)[0]?.name).not.toBe("log lines a day");
    const lowered = {
      ...platform,
      limits: { ...platform.limits, logLines: { ...platform.limits.logLines, value: 10 } },
    };
    expect(listLimitUses(load, lowered, own, COMPANY_WEEK)[0]?.name).toBe("log lines a day");
  });

  it("have the page that publishes them, and so have prices", () => {
    for (const { value, source } of Object.values(platform.limits)) {
      expect(value).toBeGreaterThan(0);
      expect(source).toMatch(/^https:\/\//u);
    }
    for (const { source } of Object.values(platform.prices)) expect(source).toMatch(/^https:\/\//u);
  });
});

describe("letters that may wait for a batch", () => {
  const tokensOf = (by: "model" | "batch", load: Load) => sumMonth(load, new RegExp(`^${by} tokens out$`, "u"));
  const now = loadOf(1_000);
  const batched = computeLoad(week, units, { users: 1_000, shards: 1, refusedMails: 0, batched: true, people });

  it("are asked for at once unless batches are switched on", () => {
    expect(tokensOf("batch", now)).toBe(0);
    expect(tokensOf("batch", batched)).toBeGreaterThan(tokensOf("model", now) / 2);
  });

  it("cost less in a batch, and are as many calls of the day", () => {
    const cost = (load: Load) => computeCosts(load, platform)["The model"] ?? 0;
    expect(cost(batched)).toBeLessThan(cost(now) * 0.8);
    const calls = (load: Load) => sumMonth(load, /^(?:model|batch) calls$/u);
    expect(calls(batched) / calls(now)).toBeCloseTo(1, 2);
  });

  it("are those of visits with ten letters or more", () => {
    const sum = (action: "letter" | "letter of a batch") =>
      (week.hours[action] ?? []).reduce((total, count) => total + count, 0);
    // A visit has 13 letters in the mean.
    expect(sum("letter of a batch")).toBeGreaterThan(4 * sum("letter"));
    expect(sum("letter")).toBeGreaterThan(0);
  });
});

describe("costs", () => {
  const toHour = (hour: Record<string, number>): Load => ({ ...loadOf(1_000), hours: [hour] });
  const HOURS_A_MONTH = 30.44 * 24;

  it("are the plan's price for what it includes", () => {
    const costs = computeCosts(toHour({ requests: 1_000 }), platform);
    expect(costs["Workers Paid"]).toBe(5);
    expect(costs.Workers).toBe(0);
  });

  it("grow with what is used beyond it", () => {
    const rows = 1_000_000;
    const costs = computeCosts(toHour({ "d1 user rows written": rows }), platform);
    expect(costs.D1).toBeCloseTo((rows * HOURS_A_MONTH - 50_000_000) / 1_000_000, 2);
  });
});

it("units are added and multiplied, but the most of one invocation stays the most", () => {
  const units = addUnits({ requests: 1, "most subrequests": 5 }, { requests: 2, "most subrequests": 3 });
  expect(units).toEqual({ requests: 3, "most subrequests": 5 });
  expect(scaleUnits(units, 10)).toEqual({ requests: 30, "most subrequests": 5 });
});
