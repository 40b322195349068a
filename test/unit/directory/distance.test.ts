import { expect, it } from "vitest";
import { computeDistanceKm } from "../../../worker/directory/release/search-zone";

const PARIS = { lat: 48.8566, lon: 2.3522 };

it.each([
  ["itself", PARIS, 0],
  ["Lyon", { lat: 45.764, lon: 4.8357 }, 391.5],
  ["London", { lat: 51.5072, lon: -0.1276 }, 343.5],
  ["its antipode", { lat: -48.8566, lon: -177.6478 }, 20_015.1],
])("Paris is as far from %s as a globe says", (_, place, km) => {
  expect(Math.abs(computeDistanceKm(PARIS, place) - km)).toBeLessThan(1);
  expect(computeDistanceKm(place, PARIS)).toBe(computeDistanceKm(PARIS, place));
});

it("the shorter way over the date line counts", () => {
  expect(computeDistanceKm({ lat: 0, lon: 179.9 }, { lat: 0, lon: -179.9 })).toBeCloseTo(22.24, 2);
});
