import { describe, expect, test } from "vitest";
import { guessLinks } from "../../../worker/contacts/choose-next-pages";
import { extractContacts } from "../../../worker/contacts/extract-contacts";
import { toSiteKey } from "../../../worker/contacts/site-key";

const home = "https://www.atelier-nord.fr/";

describe("links worth following", () => {
  const extractLinks = (html: string, country = "FR", url = home) =>
    extractContacts(html, { url, country }).links.map(
      ({ url, score }) => `${score} ${url.replace("https://www.atelier-nord.fr", "")}`,
    );

  test.each([
    ["jobs in French", `<a href="/recrutement">Recrutement</a>`, "FR", ["12 /recrutement"]],
    ["jobs by their words", `<a href="/p/12?">Rejoignez-nous</a>`, "FR", ["11.5 /p/12?"]],
    ["jobs in German", `<a href="/karriere">Karriere</a>`, "DE", ["12 /karriere"]],
    ["jobs in German, accents", `<a href="/x">Stellenangebote für Köche</a>`, "DE", ["12 /x"]],
    ["jobs in English", `<a href="/careers">Careers</a>`, "GB", ["12 /careers"]],
    ["contact", `<a href="contact.html">Nous contacter</a>`, "FR", ["10 /contact.html"]],
    ["contact in German", `<a href="/kontakt/">Kontakt</a>`, "DE", ["10 /kontakt/"]],
    ["legal page", `<a href="/mentions-legales">Mentions légales</a>`, "FR", ["9 /mentions-legales"]],
    ["Impressum in Germany", `<a href="/impressum">Impressum</a>`, "DE", ["11 /impressum"]],
    ["Impressum elsewhere", `<a href="/impressum">Impressum</a>`, "FR", ["9 /impressum"]],
    ["about", `<a href="/ueber-uns">Über uns</a>`, "DE", ["4 /ueber-uns"]],
    ["about in French", `<a href="/agence">Qui sommes-nous ?</a>`, "FR", ["4 /agence"]],
    ["privacy", `<a href="/datenschutz">Datenschutzerklärung</a>`, "DE", ["2 /datenschutz"]],
    ["a language", `<a href="/fr/">Français</a>`, "FR", ["1.2 /fr/"]],
    ["people", `<a href="/vorstand">Vorstand</a>`, "DE", ["3 /vorstand"]],
    ["one of several people", `<a href="/equipe/durand">Maître Durand</a>`, "FR", ["3.5 /equipe/durand"]],
    ["branches", `<a href="/filialen">Unsere Filialen</a>`, "DE", ["3 /filialen"]],
    ["registration", `<a href="/p4">Inscriptions</a>`, "FR", ["3 /p4"]],
    ["press", `<a href="/media">Media enquiries</a>`, "GB", ["3 /media"]],
    ["a sub-domain", `<a href="https://jobs.atelier-nord.fr/">Offres</a>`, "FR", ["12 https://jobs.atelier-nord.fr/"]],
    ["a frame", `<frameset><frame src="main.htm"></frameset>`, "FR", ["8 /main.htm"]],
    ["a refresh", `<meta http-equiv="refresh" content="0; url=/accueil/">`, "FR", ["11 /accueil/"]],
    ["a jump by script", `<script>window.location.href = "/home.php";</script>`, "FR", ["6 /home.php"]],
    ["a base", `<base href="/site/"><a href="contact">Contact</a>`, "FR", ["9.5 /site/contact"]],
    ["the same page twice", `<a href="/contact#form">x</a><a href="/contact">Contact</a>`, "FR", ["10 /contact"]],
    ["a story about contacts", `<a href="/blog/contact">Contact</a>`, "FR", ["3.5 /blog/contact"]],
    ["another site", `<a href="https://www.autre.fr/contact">Contact</a>`, "FR", []],
    ["a PDF", `<a href="/contact.pdf">Contact</a>`, "FR", []],
    ["a login", `<a href="/login?next=/contact">Contact</a>`, "FR", []],
    ["the page itself", `<a href="/#contact">Contact</a>`, "FR", []],
    [
      "odd schemes",
      `<a href="javascript:contact()">Contact</a><a href="ftp://www.atelier-nord.fr/contact">Contact</a>`,
      "FR",
      [],
    ],
    ["a user in the address", `<a href="https://a:b@www.atelier-nord.fr/contact">Contact</a>`, "FR", []],
    ["nothing in it", `<a href="/produits">Nos produits</a>`, "FR", ["0.5 /produits"]],
    ["a word inside a word", `<a href="/jobsharing-xyz">Contactless</a>`, "GB", ["0.5 /jobsharing-xyz"]],
  ])("%s", (_name, html, country, expected) => {
    expect(extractLinks(html, country)).toEqual(expected);
  });

  test("ranks them and stays on the site", () => {
    const html = `<a href="/privacy">Privacy</a><a href="/contact">Contact</a><a href="/jobs">Jobs</a>`;
    expect(extractLinks(html)).toEqual(["12 /jobs", "10 /contact", "2 /privacy"]);
    expect(
      extractLinks(
        `<a href="/other/contact">Contact</a><a href="/firm/contact">Contact</a>`,
        "FR",
        "https://www.facebook.com/firm",
      ),
    ).toEqual(["9.5 https://www.facebook.com/firm/contact"]);
  });

  test("guesses in the country's words", () => {
    expect(guessLinks("https://firma.de/x", "DE").map(({ url }) => url)).toEqual([
      "https://firma.de/impressum",
      "https://firma.de/kontakt",
      "https://firma.de/karriere",
    ]);
    expect(guessLinks(home, "FR")[0]?.url).toBe("https://www.atelier-nord.fr/contact");
  });

  test.each([
    ["https://jobs.firm.co.uk/x", "firm.co.uk"],
    ["https://firm.wixsite.com/site", "firm.wixsite.com"],
    ["https://www.facebook.com/Firm/about", "facebook.com/firm"],
    ["http://mayer.test/", "mayer.test"],
    ["nonsense", ""],
  ])("%s belongs to %s", (url, key) => expect(toSiteKey(url)).toBe(key));
});
