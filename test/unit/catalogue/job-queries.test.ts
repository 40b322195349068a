import { describe, expect, it } from "vitest";
import { suggestCategories } from "../../../worker/catalogue/suggest-categories";
import { type JobQuery, jobQueries, secondUnseenJobQueries, unseenJobQueries } from "../../data/job-queries";

/** Of the first five categories: shares of queries with a useful one, of useful ones, of right answers on sectors. */
function measureJobQueries(queries: JobQuery[]) {
  const all = queries.map(({ query, language, useful, useless, everySector }) => {
    const { categories, sectors } = suggestCategories(query, language, 50);
    const five = categories.slice(0, 5).map(({ gcid }) => gcid);
    return {
      query,
      five,
      useful: five.filter((gcid) => useful.has(gcid)).length,
      useless: five.filter((gcid) => useless.has(gcid)).length,
      isSectorRight: sectors.length > 0 === everySector,
    };
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    count: all.length,
    withUseful: all.filter(({ useful }) => useful > 0).length / all.length,
    useful: sum(all.map((each) => each.useful)) / sum(all.map(({ five }) => five.length)),
    useless: sum(all.map((each) => each.useless)),
    sectorsRight: all.filter(({ isSectorRight }) => isSectorRight).length / all.length,
    missed: all.filter(({ useful }) => useful === 0).map(({ query, five }) => `${query}: ${five.join(" ")}`),
  };
}

describe("the first five categories for jobs as people type them", () => {
  it("are employers of such people: 60 queries that the titles were tuned with", () => {
    const { missed, ...shares } = measureJobQueries(jobQueries);
    expect(missed).toEqual([]);
    expect(shares).toMatchObject({ count: 60, withUseful: 1, useless: 0, sectorsRight: 1 });
    expect(shares.useful).toBeGreaterThanOrEqual(0.97);
  });
  // The labels are examples of employers, so a category outside them may be useful, too.
  it("are employers of such people: 60 queries never used for tuning", () => {
    const { missed, ...shares } = measureJobQueries(unseenJobQueries);
    expect(shares.count).toBe(60);
    expect(shares.withUseful, missed.join("\n")).toBeGreaterThanOrEqual(0.98);
    expect(shares.useful).toBeGreaterThanOrEqual(0.74);
    expect(shares.useless).toBeLessThanOrEqual(3);
    expect(shares.sectorsRight).toBeGreaterThanOrEqual(0.98);
  });
  it("are employers of such people: 60 more queries, first run after all tuning", () => {
    const { missed, ...shares } = measureJobQueries(secondUnseenJobQueries);
    expect(missed).toEqual([]);
    expect(shares).toMatchObject({ count: 60, withUseful: 1 });
    expect(shares.useful).toBeGreaterThanOrEqual(0.74);
    expect(shares.useless).toBeLessThanOrEqual(3);
    expect(shares.sectorsRight).toBeGreaterThanOrEqual(0.96);
  });
});
