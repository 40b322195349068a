import { describe, expect, it } from "vitest";
import { catalogue } from "../../../worker/catalogue/catalogue";
import { jobTitleLines } from "../../../worker/catalogue/job-titles.gen";
import { suggestCategories } from "../../../worker/catalogue/suggest-categories";
import type { Language } from "../../../worker/contract/field-schemas";
import { LANGUAGES } from "../../../worker/contract/limits";

const suggestFive = (query: string, language: Language): string[] =>
  suggestCategories(query, language, 5).categories.map(({ gcid }) => gcid);
const listSectorIds = (query: string, language: Language): string[] =>
  suggestCategories(query, language, 5).sectors.map(({ id }) => id);

describe("a job title", () => {
  const rows = jobTitleLines.split("\n").map((line) => line.split("\t"));

  it("leads to its own employers, for each of thousands", () => {
    const titles = rows.flatMap(([fr = "", en = "", de = "", employers = ""]) => {
      const [employer = ""] = employers.split(",");
      return [
        ...fr.split(",").map((title) => ({ title, language: "fr" as const, rank: "coordinateur", employer })),
        ...en.split(",").map((title) => ({ title, language: "en" as const, rank: "coordinator", employer })),
        ...de.split(",").map((title) => ({ title, language: "de" as const, rank: "leiter", employer })),
      ].filter(({ title }) => title !== "");
    });
    expect(titles.length).toBeGreaterThanOrEqual(6_000);
    const lost = titles.filter(
      ({ title, rank, language, employer }) => !suggestFive(title.replace("~", rank), language).includes(employer),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ["développeur", "développeuse"],
    ["développeur", "Développeur·euse junior (H/F)"],
    ["développeur", "developeur senior remote"],
    ["assistante administrative", "Assistant(e) administratif(ve) à temps partiel"],
    ["assistante administrative", "asistant admin"],
    ["commercial", "alternance commerciale"],
    ["chargé de recrutement", "chargée de recrutement en stage à Lyon"],
    ["responsable rh", "assistante RH"],
    ["infirmier", "je suis infirmière et je cherche un poste à Nantes"],
    ["aide soignant", "aide-soinante de nuit"],
    ["mécanicien automobile", "mecano auto"],
    ["hôte de caisse", "hotesse de caisse week-end"],
    ["médecin du travail", "medecin du travail"],
  ])("is the same in other words: %s, %s", (plain, query) => {
    expect(suggestFive(query, "fr")).toEqual(suggestFive(plain, "fr"));
  });

  it.each([
    ["Koch", "Köchin"],
    ["Architekt", "Architektin in Teilzeit"],
    ["Bankkaufmann", "Ausbildung zur Bankkauffrau"],
    ["Bürokaufmann", "Bürokauffrau (m/w/d)"],
    ["Steuerfachangestellter", "Steuerfachangestellte"],
    ["Physiotherapeut", "Ich bin Physiotherapeutin und suche eine Stelle in Köln"],
    ["Assistenz der Geschäftsführung", "Assistentin der Geschäftsführung"],
  ])("is the same for women and men, and in other words, in German: %s, %s", (plain, query) => {
    expect(suggestFive(query, "de").length).toBeGreaterThan(1);
    expect(suggestFive(query, "de")).toEqual(suggestFive(plain, "de"));
  });

  it.each([
    ["développeur", "fr", ["real_estate_developer", "craft_photographic_laboratory"]],
    ["front end developer", "en", ["real_estate_developer"]],
    ["commercial", "fr", ["shop_mall", "amenity_courthouse", "car_dealer"]],
    ["chef de projet", "fr", ["amenity_restaurant", "fine_dining", "catering_company"]],
    ["assistante administrative", "fr", ["amenity_dentist", "home_care_service"]],
    ["data analyst", "en", ["medical_laboratory", "telecom_data_center"]],
    ["conducteur de travaux", "fr", ["education_driving_school", "bus_coach_company"]],
  ] as const)("does not lead to what shares a word with it: %s", (query, language, unwanted) => {
    const gcids = suggestCategories(query, language, 50).categories.map(({ gcid }) => gcid);
    expect(gcids.length).toBeGreaterThanOrEqual(5);
    expect(unwanted.filter((gcid) => gcids.includes(gcid))).toEqual([]);
  });

  it("that exists in every sector offers sectors, those with the most such people first", () => {
    expect(listSectorIds("data analyst", "en").slice(0, 2)).toEqual(["sector_finance", "sector_tech"]);
    for (const query of ["assistante administrative", "chef de projet", "comptable", "commercial", "RH"])
      expect(listSectorIds(query, "fr").length, query).toBeGreaterThanOrEqual(5);
    for (const query of ["développeur", "infirmière", "boulanger", "boulangerie", "restaurant italien"])
      expect(listSectorIds(query, "fr"), query).toEqual([]);
  });

  it("leads to the kind of company named beside it first", () => {
    expect(suggestFive("secrétaire comptable en association", "fr")[0]).toBe("nonprofit_organization");
    expect(suggestFive("cleaner school", "en").slice(0, 2)).toContain("private_school");
    expect(suggestFive("chauffeur livreur boulangerie", "fr")[0]).toBe("shop_bakery");
  });
});

it("a wish that names no job leads to who may grant it", () => {
  expect(suggestFive("je voudrais travailler avec les animaux", "fr")).toContain("amenity_veterinary");
  expect(suggestFive("something outdoors", "en")).toContain("craft_gardener");
  expect(suggestFive("etwas mit Tieren", "de")).toContain("amenity_veterinary");
});

it.each(LANGUAGES)("the name of a category is still found as such: %s", (language) => {
  const lost = catalogue.filter(({ gcid, name }) => !suggestFive(name[language], language).includes(gcid));
  expect(lost.map(({ gcid }) => gcid)).toEqual([]);
  const property = { fr: "promoteur immobilier", en: "property developer", de: "Bauträger" };
  expect(suggestFive(property[language], language)[0]).toBe("real_estate_developer");
});
