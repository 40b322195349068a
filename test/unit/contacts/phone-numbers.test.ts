import { describe, expect, test } from "vitest";
import { extractContacts, readPage } from "../../../worker/contacts/extract-contacts";
import { toE164 } from "../../../worker/contacts/phones/parse-phones";
import { contactNumbers } from "../../data/contact-snippets";

const { spellings, labels, others } = contactNumbers;
const home = "https://www.atelier-nord.fr/";
const extractPhonesWithSource = (html: string, country = "FR") =>
  extractContacts(html, { url: home, country }).phones.map(({ value, source }) => `${source} ${value}`);
const extractPhones = (html: string, country: string) =>
  readPage(`<html><body>${html}</body></html>`, { url: home, country }).contacts.phones.map(({ value }) => value);

describe("telephone numbers", () => {
  test.each([
    ["a tel link", `<a href="tel:+33199001234">Appeler</a>`, "FR", ["link +33199001234"]],
    ["a tel link, national", `<a href="tel:01.99.00.12.34">x</a>`, "FR", ["link +33199001234"]],
    ["a tel link, percents", `<a href="tel:+33%201%2099%2000%2012%2034">x</a>`, "FR", ["link +33199001234"]],
    ["a tel link with (0)", `<a href="tel:+33 (0)1 99 00 12 34">x</a>`, "FR", ["link +33199001234"]],
    ["text", `<p>Tél. : 01 99 00 12 34</p>`, "FR", ["text +33199001234"]],
    ["text with dots", `<p>01.99.00.12.34</p>`, "FR", ["text +33199001234"]],
    ["text with 00", `<p>0033 1 99 00 12 34</p>`, "FR", ["text +33199001234"]],
    ["text with (0)", `<p>+33 (0)1 99 00 12 34</p>`, "FR", ["text +33199001234"]],
    ["no-break spaces", `<p>01&nbsp;99&nbsp;00&nbsp;12&nbsp;34</p>`, "FR", ["text +33199001234"]],
    [
      "two numbers with a slash",
      `<p>01 99 00 12 34 / 01 99 00 56 78</p>`,
      "FR",
      ["text +33199001234", "text +33199005678"],
    ],
    [
      "two numbers side by side",
      `<p>01 99 00 12 34 01 99 00 56 78</p>`,
      "FR",
      ["text +33199001234", "text +33199005678"],
    ],
    ["a number before a postcode", `<p>01 99 00 12 34 - 75002 Paris</p>`, "FR", ["text +33199001234"]],
    ["a London number", `<p>Call us: 020 7946 0123</p>`, "GB", ["text +442079460123"]],
    ["a British number abroad", `<p>+44 (0)20 7946 0123</p>`, "FR", ["text +442079460123"]],
    ["a Berlin number", `<p>Telefon: 030 23125 123</p>`, "DE", ["text +493023125123"]],
    ["a German slash", `<p>Tel. 030 / 23125-123</p>`, "DE", ["text +493023125123"]],
    ["a German number in brackets", `<p>Tel. (030) 23125123</p>`, "DE", ["text +493023125123"]],
    [
      "JSON-LD",
      `<script type="application/ld+json">{"telephone":"+33 1 99 00 12 34","faxNumber":"+33 1 99 00 99 99"}</script>`,
      "FR",
      ["structured +33199001234"],
    ],
    ["microdata", `<span itemprop="telephone">01 99 00 12 34</span>`, "FR", ["structured +33199001234"]],
    ["microdata of a fax", `<span itemprop="faxNumber">Fax : 01 99 00 12 34</span>`, "FR", []],
    ["an hCard", `<div class="vcard"><b class="tel">01 99 00 12 34</b></div>`, "FR", ["structured +33199001234"]],
    [
      "a vCard",
      `BEGIN:VCARD\nTEL;TYPE=WORK:+33 1 99 00 12 34\nTEL;TYPE=FAX:+33 1 99 00 99 99\nEND:VCARD`,
      "FR",
      ["structured +33199001234"],
    ],
    [
      "JSON state",
      `<script id="__NEXT_DATA__" type="application/json">{"phone":"01 99 00 12 34"}</script>`,
      "FR",
      ["structured +33199001234"],
    ],
    ["state in a script", `<script>window.S={"phone":"01 99 00 12 34"}</script>`, "FR", ["script +33199001234"]],
    ["a data attribute", `<button data-tel="01 99 00 12 34">x</button>`, "FR", ["attribute +33199001234"]],
    ["link and text once", `<a href="tel:0199001234">01 99 00 12 34</a>`, "FR", ["link +33199001234"]],
    ["a fax", `<p>Fax : 01 99 00 12 34</p>`, "FR", []],
    ["a fax in German", `<p>Telefax 030 23125 123</p>`, "DE", []],
    ["a fax in a link", `Fax <a href="tel:0199001234">01 99 00 12 34</a>`, "FR", []],
    ["a télécopie", `<p>Télécopie : 01 99 00 12 34</p>`, "FR", []],
    ["telephone, then fax", `<p>Tél. 01 99 00 12 34 – Fax 01 99 00 99 99</p>`, "FR", ["text +33199001234"]],
    ["a SIRET", `<p>SIRET : 012 345 678 00012</p>`, "FR", []],
    ["a VAT number", `<p>TVA FR 01 199001234</p>`, "FR", []],
    ["a trade register", `<p>HRB 030231251</p>`, "DE", []],
    ["a date", `<p>01.02.2024 08:00</p>`, "DE", []],
    ["a template's sample", `<p>01 23 45 67 89</p><a href="tel:+491234567890">x</a>`, "FR", []],
    ["an order number", `<p>Ref 4930231251234</p>`, "DE", []],
    ["part of an address", `<a href="/x?id=0199001234">?id=0199001234</a>`, "FR", []],
    ["a fax, then a label", `<p>Fax : sur demande – Tél. : 01 99 00 12 34</p>`, "FR", ["text +33199001234"]],
    ["telephone and fax in one", `<p>Tel./Fax: 030 23125 123</p>`, "DE", ["text +493023125123"]],
    [
      "words that hold the short ones",
      `<p>Candidature : 01 99 00 12 34<br>Madrid, étape, privat: 01 99 00 56 78</p>`,
      "FR",
      ["text +33199001234", "text +33199005678"],
    ],
    ["a fax number's German word", `<p>Faxnummer: 030 23125 123, USt-IdNr.: 030 23125 123</p>`, "DE", []],
    ["a head office", `<p>Siège social : 01 99 00 12 34</p>`, "FR", ["text +33199001234"]],
    ["a London number without its zero", `<p>Phone: 20 7946 0123</p>`, "GB", ["text +442079460123"]],
    ["a bare figure", `<p>Chiffre d'affaires 2079460123</p>`, "GB", []],
    [
      "the host's number",
      "<p>Tél. 01 99 00 12 34</p><h2>Hébergeur</h2><p>IONOS SARL, 7 place de la Gare. Tél. 0970 808 911 " +
        '<a href="tel:+33970808911">x</a></p>',
      "FR",
      ["text +33199001234"],
    ],
    ["opening hours", `<p>09:00 - 12:00 / 14:00 - 18:00</p>`, "FR", []],
    ["an unknown country", `<p>+33 1 99 00 12 34, 01 99 00 12 34</p>`, "XX", ["text +33199001234"]],
  ])("%s", (_name, html, country, expected) => {
    expect(extractPhonesWithSource(html, country)).toEqual(expected);
  });

  test("one number", () => {
    expect(toE164("0199001234", "fr")).toBe("+33199001234");
    expect(toE164("nonsense", "FR")).toBeUndefined();
    expect(toE164("1".repeat(500), "FR")).toBeUndefined();
  });
});

describe("a number in the spellings of its country", () => {
  test.each(spellings.map((each) => [each.country, each.expected, each.spellings] as const))(
    "%s %s",
    (country, expected, spellings) => {
      for (const spelling of spellings)
        expect(extractPhones(`<p>${spelling}</p>`, country), spelling).toEqual([expected]);
    },
  );
});

describe("the label beside a number decides what it is", () => {
  test.each(labels.map(({ country, html, expected }) => [country, html, expected] as const))(
    "%s %s",
    (country, html, expected) => expect(extractPhones(html, country)).toEqual(expected),
  );
});

describe("numbers that are no telephone numbers", () => {
  test.each(others.map(({ country, texts }) => [country, texts] as const))("%s", (country, texts) => {
    for (const text of texts) expect(extractPhones(`<p>${text}</p>`, country), text).toEqual([]);
  });
});
