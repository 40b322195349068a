import { describe, expect, it } from "vitest";
import { catalogue } from "../../worker/search/categories/catalogue";
import { searchTermsOf } from "../../worker/search/categories/filters";
import { categoryName, translate } from "../../worker/search/categories/names";
import { suggestCategories } from "../../worker/search/categories/suggest";
import { inEnglish, inFrench } from "./category-queries";

const cases = (table: Record<string, string>) => Object.entries(table).map(([query, wanted]) => ({ query, wanted: wanted.split(" ") }));
const firstFive = (query: string, language: "fr" | "en") => suggestCategories(query, language).slice(0, 5).map(({ gcid }) => gcid);

describe("suggestions", () => {
  it.each(cases(inFrench))("French: $query", ({ query, wanted }) => {
    expect(wanted.filter((gcid) => firstFive(query, "fr").includes(gcid)), firstFive(query, "fr").join(" ")).not.toEqual([]);
  });
  it.each(cases(inEnglish))("English: $query", ({ query, wanted }) => {
    expect(wanted.filter((gcid) => firstFive(query, "en").includes(gcid)), firstFive(query, "en").join(" ")).not.toEqual([]);
  });
  it.each(["avocat", "cuisinier", "boulangerie"])("a French word finds its category for an English reader too: %s", (query) => {
    expect(firstFive(query, "en")[0]).toBe(firstFive(query, "fr")[0]);
  });
  it("are named in the reader's language, 50 at most, none twice", () => {
    expect(suggestCategories("boulangerie", "en")[0]).toEqual({ gcid: "shop_bakery", name: "Bakery" });
    const many = suggestCategories("magasin restaurant entreprise agence école centre", "fr").map(({ gcid }) => gcid);
    expect(many).toHaveLength(50);
    expect(new Set(many).size).toBe(50);
    expect(suggestCategories("magasin restaurant entreprise", "fr", 60)).toHaveLength(60);
  });
  it.each(["", "   ", "!?", "la de un", "x y", "🥐", "zzzzqqqqxxxx"])("nothing near is nothing: %j", (query) => {
    expect(suggestCategories(query, "fr")).toEqual([]);
  });
  it("a long query is read without harm", () => {
    expect(suggestCategories("développeur ".repeat(41).slice(0, 500), "fr")[0]?.gcid).toBe("software_company");
  });
});

describe("catalogue", () => {
  it("holds at least 600 categories, each with a stable gcid of its own", () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(600);
    expect(new Set(catalogue.map(({ gcid }) => gcid)).size).toBe(catalogue.length);
    expect(catalogue.filter(({ gcid }) => !/^[a-z][a-z0-9_]*$/.test(gcid) || gcid.startsWith("custom_"))).toEqual([]);
  });
  it.each(["fr", "en"] as const)("has a plain name for each in %s, no two alike", (language) => {
    const names = catalogue.map(({ name }) => name[language]);
    expect(names.filter((name) => !name || /[;|{}]|ne pas utiliser|obsol|\(terrain\)/i.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
  it("has at least one filter of whole tags for each", () => {
    const bad = catalogue.filter(
      ({ filters }) => filters.length === 0 || filters.some((filter) => filter.length === 0 || filter.some(([key, value]) => !/^[a-z_:]+$/.test(key) || !/^[a-z0-9_-]+$/.test(value))),
    );
    expect(bad.map(({ gcid }) => gcid)).toEqual([]);
  });
});

describe("names", () => {
  it("translate what is known, unwrap what is custom, leave the rest", () => {
    expect(translate(["shop_bakery", "custom_fablab naval", "nobody_knows", "custom_", "__proto__"], "fr")).toEqual(
      Object.fromEntries([["shop_bakery", "Boulangerie"], ["custom_fablab naval", "fablab naval"], ["nobody_knows", "nobody_knows"], ["custom_", "custom_"], ["__proto__", "__proto__"]]),
    );
    expect(categoryName("shop_bakery", "en")).toBe("Bakery");
  });
});

describe("search terms", () => {
  it("a gcid gives its tags: + is and, ; is or", () => {
    expect(searchTermsOf("software_company")).toEqual({ filters: [[["office", "it"]], [["office", "software"]], [["office", "company"], ["company", "software"]]] });
  });
  it.each([
    ["custom_boulangerie", "shop_bakery"],
    ["custom_Boulangeries artisanales", "shop_bakery"],
    ["custom_cabinet d'avocats d'affaires", "office_lawyer"],
    ["custom_éditeur de logiciels", "software_company"],
    ["custom_Bakery", "shop_bakery"],
    ["custom_coiffeur", "shop_hairdresser"],
  ])("%s searches like a category", (businessType, gcid) => {
    expect(searchTermsOf(businessType)).toEqual(searchTermsOf(gcid));
  });
  it.each([
    ["custom_Xylofon", "Xylofon"],
    ["custom_magasin de licornes", "magasin de licornes"],
    ["custom_ (a|b) ", "(a|b)"],
    ["gone_zblork", "gone zblork"],
  ])("%s searches by name", (businessType, nameContains) => {
    expect(searchTermsOf(businessType)).toEqual({ filters: [], nameContains });
  });
});
