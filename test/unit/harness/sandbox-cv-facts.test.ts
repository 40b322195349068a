import { expect, it } from "vitest";
import { readFacts } from "../../sandbox/openai/cv-facts.ts";

it("the sandbox reads a line of a CV whole where the edge of the page broke it", () => {
  const facts = readFacts(`Ana Martin
Menuisière chez Bois et Co (Lyon), 2019 - 2021
- fabrication et pose de cuisines et de bibliothèques sur
mesure pour des particuliers
- lecture de plans
Compétences : caisse, déve-
loppement commercial`);
  expect(facts.jobs[0]?.tasks).toEqual([
    "fabrication et pose de cuisines et de bibliothèques sur mesure pour des particuliers",
    "lecture de plans",
  ]);
  expect(facts.skills).toEqual(["caisse", "développement commercial"]);
});
