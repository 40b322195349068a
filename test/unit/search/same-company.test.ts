import { describe, expect, it } from "vitest";
import { ADDED_BY_USER } from "../../../worker/contract/companies";
import { matchBusinessTypes, toWantedKinds } from "../../../worker/search/rules-business-types";
import { toDirectoryContacts, toCompanyIdentity } from "../../../worker/search/rules-same-company";

const siteIdentity = (website: string) =>
  toCompanyIdentity({ website, emails: ["a@b.fr"], phones: ["01 99 00 12 34"] }, "FR");

describe("the identity of a company", () => {
  it.each([
    ["https://www.firm.fr/", "firm.fr"],
    ["http://firm.fr/lyon?x=1", "firm.fr"],
    ["https://jobs.firm.co.uk/", "firm.co.uk"],
    ["https://FIRM.fr./", "firm.fr"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["https://firm.github.io/", "firm.github.io"],
    ["https://other.github.io/", "other.github.io"],
    ["https://www.facebook.com/Firm.Lyon", "facebook.com/firm.lyon"],
    ["https://fr-fr.facebook.com/Firm.Lyon/about", "facebook.com/firm.lyon"],
    ["https://www.facebook.com/pages/Firm/123", "facebook.com/pages/firm/123"],
    ["https://www.facebook.com/profile.php?id=77", "facebook.com/profile.php?77"],
    ["https://www.linkedin.com/company/firm/", "linkedin.com/company/firm"],
    ["https://sites.google.com/view/firm", "sites.google.com/view/firm"],
    ["https://linktr.ee/firm", "linktr.ee/firm"],
    ["https://anna.wixsite.com/firm/contact", "anna.wixsite.com/firm"],
    ["https://anna.wixsite.com/", "anna.wixsite.com"],
  ])("%s is %s", (website, identity) => expect(siteIdentity(website)).toBe(identity));

  it("falls back from site to address to phone number, and is null without any", () => {
    expect(
      toCompanyIdentity({ website: null, emails: ["contact@firm.fr", "x@firm.fr"], phones: ["01 99 00 12 34"] }, "FR"),
    ).toBe("mailto:contact@firm.fr");
    expect(toCompanyIdentity({ website: null, emails: [], phones: ["ask us", "01 99 00 12 34"] }, "FR")).toBe(
      "tel:+33199001234",
    );
    expect(toCompanyIdentity({ website: null, emails: [], phones: ["ask us"] }, "FR")).toBeNull();
    // A number of the user's own was checked when it was read: possible in its country, though in no table.
    const own = { website: null, emails: [], phones: ["+49192233445"] };
    expect(toCompanyIdentity(own, "DE")).toBeNull();
    expect(toCompanyIdentity({ ...own, source: ADDED_BY_USER }, "DE")).toBe("tel:+49192233445");
  });
});

describe("the category of a company", () => {
  const wanted = toWantedKinds(["shop_bakery", "office_lawyer", "custom_Zzyzx Écru"]);

  it.each([
    [{ shop: "bakery" }, "Dupont", "shop_bakery"],
    [{ shop: "bakery;pastry", office: "lawyer" }, "Dupont", "shop_bakery;office_lawyer"],
    [{ office: "company" }, "Atelier zzyzx ecru", "custom_Zzyzx Écru"],
  ])("%j called %s is %s", (tags, name, types) => expect(matchBusinessTypes({ tags, name }, wanted)).toBe(types));
});

it("contacts from the directory are valid numbers without duplicates, with their page", () => {
  const entry = {
    emails: ["a@firm.fr", "a@firm.fr"],
    phones: ["01 99 00 12 34", "+33 1 99 00 12 34", "ask us"],
    page: "https://www.openstreetmap.org/node/1",
    source: "OpenStreetMap",
  };
  const at = "2026-11-21T10:00:00.000Z";
  expect(toDirectoryContacts(entry, "FR", at)).toEqual([
    { kind: "email", value: "a@firm.fr", page: entry.page, how: "directory", seen_at: at },
    { kind: "phone", value: "+33199001234", page: entry.page, how: "directory", seen_at: at },
  ]);
});
