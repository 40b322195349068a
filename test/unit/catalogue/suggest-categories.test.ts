import { describe, expect, it } from "vitest";
import { suggestCategories } from "../../../worker/catalogue/suggest-categories";
import { categoryQueries, type Query } from "../../data/categories";

const { required, firstHundred, secondHundred, unseen } = categoryQueries;

const requiredIn = (language: Query["language"]) => required.filter((query) => query.language === language);

const suggestFive = (query: string, language: "fr" | "en") =>
  suggestCategories(query, language, 5).categories.map(({ gcid }) => gcid);

/** The queries without an expected category among the first five, and the share of the others. */
function measureQueries(queries: Query[]) {
  const all = queries.map((one) => ({ ...one, found: suggestFive(one.query, one.language) }));
  const missed = all.filter(({ gcids, found }) => !gcids.some((gcid) => found.includes(gcid)));
  return {
    count: all.length,
    missed: missed.map(({ query, found }) => `${query}: ${found.join(" ")}`),
    share: 1 - missed.length / all.length,
  };
}

describe("suggestions", () => {
  it.each(requiredIn("fr"))("French: $query", ({ query, gcids }) => {
    expect(
      gcids.filter((gcid) => suggestFive(query, "fr").includes(gcid)),
      suggestFive(query, "fr").join(" "),
    ).not.toEqual([]);
  });
  it.each(requiredIn("en"))("English: $query", ({ query, gcids }) => {
    expect(
      gcids.filter((gcid) => suggestFive(query, "en").includes(gcid)),
      suggestFive(query, "en").join(" "),
    ).not.toEqual([]);
  });
  it.each([
    ["the first hundred", firstHundred, 100],
    ["the second hundred", secondHundred, 100],
    ["forty not used for tuning", unseen, 40],
  ])("19 of 20 find theirs among the first five: %s", (_, queries, count) => {
    const { missed, share, ...rest } = measureQueries(queries);
    expect(rest).toEqual({ count });
    expect(share, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
  });
  it.each([
    ["développeur", "web_agency software_company"],
    ["developer", "web_agency software_company"],
    ["assistante administrative", "head_office office_administrative"],
    ["chef de projet", "consulting_firm"],
    ["data analyst", "data_analytics_company"],
  ])("begin with the trade in either language, not with a name that contains the word: %s", (query, wanted) => {
    for (const language of ["fr", "en"] as const) expect(wanted.split(" ")).toContain(suggestFive(query, language)[0]);
  });
  it.each(["avocat", "cuisinier", "boulangerie"])(
    "a French word finds its category for an English reader too: %s",
    (query) => {
      expect(suggestFive(query, "en")[0]).toBe(suggestFive(query, "fr")[0]);
    },
  );
  it.each([
    ["accounting firm", "office_accountant", false],
    ["accountant", "office_accountant", true],
  ])("offer the sectors of a job, and none for a kind of company: %s", (query, first, hasSectors) => {
    const { categories, sectors } = suggestCategories(query, "en", 5);
    expect(categories[0]?.gcid).toBe(first);
    expect(sectors.length > 0).toBe(hasSectors);
  });
  it("are named in the reader's language, as many as asked for at most, none twice", () => {
    expect(suggestCategories("boulangerie", "en", 50).categories[0]).toEqual({ gcid: "shop_bakery", name: "Bakery" });
    const { categories } = suggestCategories("magasin restaurant entreprise agence école centre", "fr", 50);
    const many = categories.map(({ gcid }) => gcid);
    expect(many).toHaveLength(50);
    expect(new Set(many).size).toBe(50);
  });
  it("do not depend on how an apostrophe is typed", () => {
    expect(suggestFive("cabinet d'avocats", "fr")).toEqual(suggestFive("cabinet d’avocats", "fr"));
    expect(suggestFive("cabinet d'avocats", "fr")[0]).toBe("office_lawyer");
  });
  it.each(["", "   ", "!?", "la de un", "x y", "🥐", "zzzzqqqqxxxx"])(
    "are empty where nothing is similar: %j",
    (query) => {
      expect(suggestCategories(query, "fr", 50)).toMatchObject({
        categories: [],
        sectors: [],
        namesJob: false,
        sure: null,
      });
    },
  );
  it.each([
    ["one word again and again", "développeur ".repeat(41), "software_company"],
    [
      "a letter as a query",
      "Bonjour, je me permets de vous écrire car je suis à la recherche, depuis plusieurs mois, " +
        `${"avec beaucoup d'enthousiasme ".repeat(8)}d'un poste de boulanger`,
      "shop_bakery",
    ],
    ["nothing but typos", `boulangerrie ${"qsdfghjk wxcvbnqs poiuytrez ".repeat(16)}`, "shop_bakery"],
  ])("a query of 500 characters is read for the words it knows: %s", (_, query, gcid) => {
    expect(suggestFive(query.slice(0, 500), "fr")).toContain(gcid);
  });
  it.each([
    ["a trade by what it does", "ramonage", "craft_chimney_sweeper"],
    ["a compound by its parts", "Zahnarzthelferin", "amenity_dentist"],
    ["the feminine of a German job", "Dachdeckerin", "craft_roofer"],
    ["both forms at once", "Bäcker/in", "shop_bakery"],
  ])("a word outside the catalogue is found through related words: %s", (_, query, gcid) => {
    expect(suggestFive(query, "en")[0]).toBe(gcid);
  });
  it.each([
    ["développeuse web", "web_agency"],
    ["développeur web junior", "web_agency"],
    ["boulangerie", "shop_bakery"],
    ["Webentwickler", "web_agency"],
    ["architecture firm", "office_architect"],
  ])("one is sure where the text says nothing but a known job or kind of company: %s", (query, sure) => {
    expect(suggestCategories(query, "fr", 20)).toMatchObject({ sure, mayBeName: false });
  });
  it.each(["Informatique Masson", "Boulangerie Martin", "Capgemini", "zzqq"])(
    "none is sure where words are left over, as in the name of a company: %s",
    (query) => {
      expect(suggestCategories(query, "fr", 20)).toMatchObject({ sure: null, mayBeName: true });
    },
  );
  it.each(["chef de projet", "secrétaire", "comptable en CDI"])(
    "none is sure for a job that exists in every sector: %s",
    (query) => {
      expect(suggestCategories(query, "fr", 20)).toMatchObject({ sure: null, mayBeName: false });
    },
  );
  it("do not take a description for a name", () => {
    const query = "je cherche un poste chez un artisan passionné près de la gare";
    expect(suggestCategories(query, "fr", 20).mayBeName).toBe(false);
  });
});
