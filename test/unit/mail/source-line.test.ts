import { describe, expect, it } from "vitest";
import type { Contact } from "../../../worker/contract/companies";
import { toEmailContent } from "../../../worker/mail/compose-email";
import { findSourceLine } from "../../../worker/mail/source-line";
import { sampleHostileMail } from "../support/hostile-mails";

const TO = "jobs@firm.fr";
const PAGE = "https://firm.fr/contact";
const SOURCE = { name: "OpenStreetMap", licence: "ODbL", url: "https://www.openstreetmap.org/copyright" };
const makeContact = (values: Partial<Contact> = {}): Contact => ({
  kind: "email",
  value: TO,
  page: PAGE,
  how: "text",
  seen_at: "2026-11-23T10:00:00Z",
  ...values,
});
const findLine = (contacts: Contact[], more: Partial<Parameters<typeof findSourceLine>[0]> = {}) =>
  findSourceLine({ contacts, sources: [SOURCE], language: "en", ...more }, TO);

describe("the line that says where an address was found", () => {
  it.each([
    ["fr", "J’ai trouvé votre adresse sur https://firm.fr/contact"],
    ["en", "I found your address on https://firm.fr/contact"],
    ["de", "Ihre Adresse habe ich hier gefunden: https://firm.fr/contact"],
  ] as const)("is in the language of the letter: %s", (language, line) => {
    expect(findLine([makeContact()], { language })).toBe(line);
  });

  it("names the page of this address, however it is written there", () => {
    const other = makeContact({ value: "info@firm.fr", page: "https://firm.fr/" });
    expect(findLine([other, makeContact({ value: "Jobs@Firm.fr" })])).toContain(PAGE);
    expect(findLine([other])).toBeNull();
  });

  it("names the company's page of a directory, but not the directory itself", () => {
    const page = "https://www.openstreetmap.org/node/1";
    expect(findLine([makeContact({ how: "directory", page })])).toContain(page);
    expect(findLine([makeContact({ how: "directory", page: SOURCE.url })])).toBeNull();
  });

  it("is never there for an address that the user typed, though it was found, too", () => {
    expect(findLine([makeContact({ how: "user", page: "" })])).toBeNull();
    expect(findLine([makeContact({ how: "user", page: PAGE })])).toBeNull();
    expect(findLine([makeContact({ how: "user", page: "" }), makeContact()])).toBeNull();
  });

  it("holds one plain address of a page, whatever the page is called", () => {
    expect(findLine([makeContact({ page: "https://me:secret@firm.fr/a b\n?x=é#top" })])).toBe(
      "I found your address on https://firm.fr/a%20b?x=%C3%A9",
    );
    expect(findLine([makeContact({ page: `https://firm.fr/${"x".repeat(200)}` })])).toBe(
      "I found your address on https://firm.fr/",
    );
    for (const page of ["", "firm.fr", "javascript:alert(1)", "mailto:jobs@firm.fr"])
      expect(findLine([makeContact({ page })])).toBeNull();
  });
});

describe("a mail", () => {
  const { company } = sampleHostileMail(1);
  const letter = { ...company, message: "Hello\n\nAna", email: TO, recipient: null, language: "en" as const };
  const sender = {
    from: { name: "Ana", address: "ana@gmail.com" },
    owner: { name: "Ana", language: "en" as const },
    cv: null,
    letter: null,
    signature: ["06 12 34 56 78"],
  };
  const compose = (tellsSource: boolean, contacts = [makeContact()]) =>
    toEmailContent({ ...letter, contacts, sources: null }, { ...sender, tellsSource, tagsReplies: false }).text;

  it("ends with the line, below the signature, where the user wants it", () => {
    expect(compose(true)).toBe(`Hello\n\nAna\n\n06 12 34 56 78\n\nI found your address on ${PAGE}`);
    expect(compose(false)).toBe("Hello\n\nAna\n\n06 12 34 56 78");
    expect(compose(true, [makeContact({ how: "user" })])).toBe("Hello\n\nAna\n\n06 12 34 56 78");
  });
});
