import { describe, expect, it } from "vitest";
import { toDirectoryTerms } from "../../../worker/catalogue/directory-terms";

describe("search terms", () => {
  it("a gcid gives its tags: + is and, ; is or", () => {
    expect(toDirectoryTerms("software_company")).toEqual({
      gcid: "software_company",
      filters: [
        [["office", "it"]],
        [["office", "software"]],
        [
          ["office", "company"],
          ["company", "software"],
        ],
      ],
    });
  });
  it.each([
    ["custom_boulangerie", "shop_bakery"],
    ["custom_Boulangeries artisanales", "shop_bakery"],
    ["custom_cabinet d'avocats d'affaires", "office_lawyer"],
    ["custom_éditeur de logiciels", "software_company"],
    ["custom_Bakery", "shop_bakery"],
    ["custom_coiffeur", "shop_hairdresser"],
    ["custom_Zahnarztpraxis", "amenity_dentist"],
  ])("%s searches like a category", (businessType, gcid) => {
    expect(toDirectoryTerms(businessType)).toEqual(toDirectoryTerms(gcid));
  });
  it.each([
    ["custom_Xylofon", "Xylofon"],
    ["custom_magasin de licornes", "magasin de licornes"],
    ["custom_Praxis Dr. Xylofon", "Praxis Dr. Xylofon"],
    ["custom_ (a|b) ", "(a|b)"],
    ["gone_zblork", "gone zblork"],
    ["custom_“Boulangerie Martin”", "Boulangerie Martin"],
    ["custom_« Agence web »", "Agence web"],
    ['custom_"Bakery"', "Bakery"],
  ])("%s searches by name", (businessType, nameContains) => {
    expect(toDirectoryTerms(businessType)).toEqual({ filters: [], nameContains });
  });
});
