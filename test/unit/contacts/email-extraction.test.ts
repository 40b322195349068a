import { describe, expect, test } from "vitest";
import { extractContacts } from "../../../worker/contacts/extract-contacts";
import { contactEmails } from "../../data/contact-snippets";

const { techniques, traps } = contactEmails;
const extract = (html: string, url = "https://www.atelier-nord.fr/contact", country = "FR") =>
  extractContacts(html, { url, country });
const extractEmails = (html: string, url?: string) => extract(html, url).emails.map((email) => email.value);

const own = "rh@atelier-nord.fr";

describe("every way a site writes its address", () => {
  test.each(techniques.map(({ what, html, source }) => [what, html, source] as const))("%s", (_name, html, source) => {
    const { emails } = extract(html);
    expect(emails.map(({ value, source }) => ({ value, source }))).toEqual([{ value: own, source }]);
  });

  test("a reserved ending counts on the site's own domain only", () => {
    expect(extractEmails("<p>info@mayer-bau.test agence@web-koenig.test</p>", "https://www.mayer-bau.test/")).toEqual([
      "info@mayer-bau.test",
    ]);
    expect(extractEmails("<p>jobs@ridge.example</p>", "https://ridge.example/")).toEqual(["jobs@ridge.example"]);
    expect(extractEmails("<p>jobs@ridge.example</p>")).toEqual([]);
  });

  test("returns the text before an address", () => {
    expect(extract("<h2>Recrutement</h2><p>Envoyez votre CV à rh@atelier-nord.fr</p>").emails[0]?.context).toBe(
      "Recrutement Envoyez votre CV à",
    );
  });

  test("a platform's own address is not the company's", () => {
    expect(
      extractEmails("<p>support@facebook.com atelier.nord@orange.fr</p>", "https://www.facebook.com/ateliernord"),
    ).toEqual(["atelier.nord@orange.fr"]);
  });

  test("finds all of several, jobs first", () => {
    const html = `<p>dpo@atelier-nord.fr</p>
      <a href="mailto:contact@atelier-nord.fr,marie.petit@atelier-nord.fr">x</a>
      <p>recrutement (at) atelier-nord.fr, atelier.nord@orange.fr</p>`;
    expect(extractEmails(html)).toEqual([
      "recrutement@atelier-nord.fr",
      "contact@atelier-nord.fr",
      "marie.petit@atelier-nord.fr",
      "atelier.nord@orange.fr",
      "dpo@atelier-nord.fr",
    ]);
  });

  test("keeps adjacent elements apart", () => {
    expect(extractEmails(`<a href="#">rh@atelier-nord.fr</a><a href="#">info@atelier-nord.fr</a>`)).toEqual([
      own,
      "info@atelier-nord.fr",
    ]);
    expect(extractEmails(`<b>Contact</b><span>info@atelier-nord.fr</span><span>Paris</span>`)).toEqual([
      "info@atelier-nord.fr",
    ]);
  });
});

test.each(traps.map(({ what, html }) => [what, html]))("is not misled by %s", (_name, html) => {
  expect(extractEmails(html)).toEqual([]);
});
