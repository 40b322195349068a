import { describe, expect, it } from "vitest";
import { SUGGESTED_CITIES } from "../../../worker/contract/suggested-cities";
import { findSuggestedCity } from "../../../worker/directory/suggested-cities";
import { cities } from "../../sandbox/osm/cities";

describe("the cities of the wizard", () => {
  it.each(SUGGESTED_CITIES)("%s is known, with its country and border", (city) => {
    const area = findSuggestedCity(city);
    const there = cities.find(({ name, also }) =>
      [name.toLowerCase(), ...also].includes(city.split(" ")[0]?.toLowerCase() ?? ""),
    );
    if (!area || !there) throw new Error("not known");
    expect(area.country.toLowerCase()).toBe(there.country);
    expect([there.relation, null]).toContain(area.relation);
    const { south, west, north, east } = area.box;
    expect(there.lat > south && there.lat < north && there.lon > west && there.lon < east).toBe(true);
    // A city, not a region.
    expect((north - south) * (east - west)).toBeLessThan(0.5);
  });

  it("are found however their names are punctuated, and no others", () => {
    expect(findSuggestedCity(" paris, FRANCE ")).toMatchObject({ name: "Paris", relation: 7444 });
    expect(["Paris", "Paris (Texas)", "Lille (France)"].map(findSuggestedCity)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
