import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";
import { thirdParties } from "../../data/contact-snippets";

const { foreign, own } = thirdParties;
const url = "https://www.menuiserie-durand.example/page";
const address = "contact@menuiserie-durand.example";
const extractContactValues = (html: string, country: string) => {
  const { emails, phones } = readPage(
    `<html><head><title>Menuiserie Durand</title></head><body>${html}</body></html>`,
    { url, country },
  ).contacts;
  return [...emails, ...phones].map(({ value }) => value);
};

describe("contacts of third parties", () => {
  test.each(foreign.map(({ country, html }) => [country, html]))("%s %s", (country, html) =>
    expect(extractContactValues(`<p>${address}</p>${html}`, country)).toEqual([address]),
  );
});

describe("the company's own, whatever its trade is called", () => {
  test.each(own.map(({ country, html }) => [country, html]))("%s %s", (country, html) =>
    expect(extractContactValues(html, country)).toHaveLength(2),
  );

  test("an address of the same name on another domain", () => {
    expect(extractContactValues("<p>durand@durand-bois.example</p><p>info@menuiserie-durand.de</p>", "FR")).toContain(
      "info@menuiserie-durand.de",
    );
  });

  test("another company's phone ranks below the company's own, and remains when there is none", () => {
    expect(
      extractContactValues("<p>Tél. 01 99 00 12 34</p><p>Bello Logistique, gérant, 04 65 71 55 90</p>", "FR"),
    ).toEqual(["+33199001234"]);
    expect(extractContactValues("<p>Bello Logistique, gérant, 04 65 71 55 90</p>", "FR")).toEqual(["+33465715590"]);
  });
});
