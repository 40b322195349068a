import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";
import { contactSnippets } from "../../data/contact-snippets";

const URL_BY_COUNTRY = {
  DE: "https://www.firma.de/kontakt",
  FR: "https://www.menuiserie-morel.fr/contact",
  GB: "https://www.hartley-joinery.co.uk/contact",
  CA: "https://www.atelier-boreal.ca/contact",
};

function listContacts(country: keyof typeof URL_BY_COUNTRY, html: string) {
  const { emails, phones } = readPage(`<html><head><title>Kontakt</title></head><body>${html}</body></html>`, {
    url: URL_BY_COUNTRY[country],
    country,
  }).contacts;
  return [...emails, ...phones].map(({ value }) => value);
}

describe.each(contactSnippets.map(({ title, cases }) => [title, cases] as const))("%s", (_, cases) => {
  test.each(cases.map(({ what, country, html, expected }) => [what, country, html, expected] as const))(
    "%s",
    (_what, country, html, expected) => expect(listContacts(country, html).toSorted()).toEqual(expected.toSorted()),
  );
});
