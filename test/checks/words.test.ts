import { expect, it } from "vitest";
import { wrongWords } from "../e2e/words.ts";

it("tells a key, a place left open and a text of the other language on a page, and lets through what is right or no text of ours", () => {
  expect(wrongWords("en", "companies.empty.title")).toBe("the key companies.empty.title");
  expect(wrongWords("en", "{{count}} selected")).toContain("a place left open");
  expect(wrongWords("en", "Réessayer")).toBe("“Réessayer” is fr");
  expect(wrongWords("fr", "Try again")).toBe("“Try again” is en");
  expect(wrongWords("en", "12 entreprises")).toBe("“12 entreprises” is fr");
  expect(wrongWords("fr", "Retirer\u00a0Lumen des favoris")).toBeNull();
  expect(
    ["Try again", "Message", "12 companies", "Éclat & Fils, Lyon", "2,431"].map((text) => wrongWords("en", text)),
  ).toEqual([null, null, null, null, null]);
});
