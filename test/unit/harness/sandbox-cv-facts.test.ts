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

it("the sandbox reads what stands below a heading as what it is", () => {
  const facts = readFacts(`Jana Köhler
Berufserfahrung
Bürokauffrau, Hausverwaltung Spree GmbH, Berlin, 04/2019 – heute
Ausbildung
Kauffrau für Büromanagement (IHK), OSZ Potsdam, 2016
Kenntnisse
doppelte Buchführung
Sprachen
Deutsch (Muttersprache), Englisch (B2, fließend)
Führerschein Klasse B`);
  expect(facts.jobs.map(({ employer }) => employer)).toEqual(["Hausverwaltung Spree GmbH"]);
  expect(facts.studies).toEqual([{ school: "OSZ Potsdam", diploma: "Kauffrau für Büromanagement", period: "2016" }]);
  expect(facts.languages).toEqual([
    { language: "Deutsch", level: "Muttersprache" },
    { language: "Englisch", level: "B2, fließend" },
  ]);
  expect(facts.skills).toEqual(["doppelte Buchführung"]);
  expect(facts.certificates).toEqual([{ name: "Führerschein", level: "Klasse B" }]);
  expect(facts.figures).toEqual([]);
});
