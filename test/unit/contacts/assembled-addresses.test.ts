import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";
import { contactScripts } from "../../data/contact-snippets";

const listEmails = (html: string) =>
  readPage(`<html><head><title>Firma</title></head><body>${html}</body></html>`, {
    url: "https://www.firma.de/kontakt",
    country: "DE",
  }).contacts.emails.map(({ value }) => value);
const { unrelated, assembled, samples } = contactScripts;

describe("no address is assembled from values that are merely adjacent", () => {
  test.each(unrelated.map(({ what, html }) => [what, html]))("%s", (_what, html) =>
    expect(listEmails(html)).toEqual([]),
  );
});

describe("an address is assembled where the page itself does it", () => {
  test.each(assembled.map(({ what, html }) => [what, html]))("%s", (_what, html) =>
    expect(listEmails(html)).toEqual(["info@firma.de"]),
  );
});

describe("samples in scripts", () => {
  test.each(samples.map(({ html }) => [html]))("%s", (html) => expect(listEmails(html)).toEqual([]));
});
