import { expect, it } from "vitest";
import { findWrongWords } from "../../e2e/support/wrong-language.ts";

it("finds keys, unfilled places and texts of another language on a page, and nothing else", () => {
  expect(findWrongWords("en", "companies.empty.title")).toBe("the key companies.empty.title");
  expect(findWrongWords("en", "{{count}} selected")).toContain("an unfilled placeholder");
  expect(findWrongWords("en", "Réessayer")).toBe("“Réessayer” is fr");
  expect(findWrongWords("fr", "Try again")).toBe("“Try again” is en");
  expect(findWrongWords("en", "12 entreprises")).toBe("“12 entreprises” is fr");
  expect(findWrongWords("de", "12 entreprises")).toBe("“12 entreprises” is fr");
  expect(findWrongWords("fr", "12 Unternehmen")).toBe("“12 Unternehmen” is de");
  expect(findWrongWords("fr", "Retirer\u00a0Lumen des favoris")).toBeNull();
  expect(
    ["Try again", "Message", "12 companies", "Éclat & Fils, Lyon", "2,431"].map((text) => findWrongWords("en", text)),
  ).toEqual([null, null, null, null, null]);
});
