import { describe, expect, it } from "vitest";
import { getCategoryName, translateCategoryNames } from "../../../worker/catalogue/category-names";

describe("names", () => {
  it("translate what is known, unwrap what is custom, leave the rest", () => {
    expect(
      translateCategoryNames(["shop_bakery", "custom_fablab naval", "nobody_knows", "custom_", "__proto__"], "fr"),
    ).toEqual(
      Object.fromEntries([
        ["shop_bakery", "Boulangerie"],
        ["custom_fablab naval", "fablab naval"],
        ["nobody_knows", "nobody_knows"],
        ["custom_", "custom_"],
        ["__proto__", "__proto__"],
      ]),
    );
    expect(getCategoryName("shop_bakery", "en")).toBe("Bakery");
    expect(getCategoryName("software_company", "de")).toBe("Softwareunternehmen");
    expect(translateCategoryNames(["shop_bakery", "sector_health"], "de")).toEqual({
      shop_bakery: "Bäckerei",
      sector_health: "Gesundheit",
    });
  });
});
