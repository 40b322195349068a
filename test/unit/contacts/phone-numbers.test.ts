import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";
import { contactNumbers } from "../../data/contact-snippets";

const { spellings, labels, others } = contactNumbers;
const extractPhones = (html: string, country: string) =>
  readPage(`<html><body>${html}</body></html>`, { url: "https://www.atelier-nord.fr/", country }).contacts.phones.map(
    ({ value }) => value,
  );

describe("a number in the spellings of its country", () => {
  test.each(spellings.map((each) => [each.country, each.expected, each.spellings] as const))(
    "%s %s",
    (country, expected, spellings) => {
      for (const spelling of spellings)
        expect(extractPhones(`<p>${spelling}</p>`, country), spelling).toEqual([expected]);
    },
  );
});

describe("what stands beside a number says what it is", () => {
  test.each(labels.map(({ country, html, expected }) => [country, html, expected] as const))(
    "%s %s",
    (country, html, expected) => expect(extractPhones(html, country)).toEqual(expected),
  );
});

describe("numbers that nobody answers", () => {
  test.each(others.map(({ country, texts }) => [country, texts] as const))("%s", (country, texts) => {
    for (const text of texts) expect(extractPhones(`<p>${text}</p>`, country), text).toEqual([]);
  });
});
