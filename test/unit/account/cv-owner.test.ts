import { expect, it } from "vitest";
import { namesOwner } from "../../../worker/account/cv/cv-owner";

it.each([
  ["Claire Dubreuil\nConceptrice lumière", "Claire Dubreuil", true],
  ["CLAIRE DUBREUIL", "claire Dubreuil", true],
  ["C L A I R E   D U B R E U I L", "Claire Dubreuil", true],
  ["Müller, Jürgen", "Juergen Muller", true],
  ["Dubreuil-Marchand Claire", "Claire Marchand", true],
  ["Claire Dubreuil\nConceptrice lumière", "Jonas Weber", false],
  ["", "Jonas Weber", false],
  // Nothing of the name is long enough to be looked for.
  ["Claire Dubreuil", "Li Wu", true],
])("whether %j names %s", (text, name, expected) => {
  expect(namesOwner(text, name)).toBe(expected);
});
