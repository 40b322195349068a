import { describe, expect, it } from "vitest";
import { catalogue } from "../../../worker/catalogue/catalogue";

describe("catalogue", () => {
  it("holds at least 600 categories, each with a stable gcid of its own", () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(600);
    expect(new Set(catalogue.map(({ gcid }) => gcid)).size).toBe(catalogue.length);
    expect(catalogue.filter(({ gcid }) => !/^[a-z][a-z0-9_]*$/.test(gcid) || gcid.startsWith("custom_"))).toEqual([]);
  });
  it.each(["fr", "en", "de"] as const)("has a plain name for each in %s, no two alike", (language) => {
    const names = catalogue.map(({ name }) => name[language]);
    expect(
      names.filter((name) => !name || /[;|{}/&_]|ne pas utiliser|obsol|\((terrain|retail)\)|gelände$/i.test(name)),
    ).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
  it("prints names with a typographic apostrophe", () => {
    const names = catalogue.flatMap(({ name }) => Object.values(name));
    expect(names.filter((name) => name.includes("'"))).toEqual([]);
    expect(names).toContain("Cabinet d’avocats");
  });
  it("has at least one filter of whole tags for each", () => {
    const bad = catalogue.filter(
      ({ filters }) =>
        filters.length === 0 ||
        filters.some(
          (filter) =>
            filter.length === 0 ||
            filter.some(([key, value]) => !/^[a-z_:]+$/.test(key) || !/^[a-z0-9_-]+$/.test(value)),
        ),
    );
    expect(bad.map(({ gcid }) => gcid)).toEqual([]);
  });
});
