import { describe, expect, test } from "vitest";
import { extractDescriptionFromHtml, summarizePage } from "../../../worker/contacts/company-description";
import { rankEmails } from "../../../worker/contacts/emails/rank-emails";
import { extractContacts } from "../../../worker/contacts/extract-contacts";
import { toE164 } from "../../../worker/contacts/phones/parse-phones";
import { guessLinks } from "../../../worker/contacts/rank-links";
import { toSiteKey } from "../../../worker/contacts/site-key";

const home = "https://www.atelier-nord.fr/";
const extractPhones = (html: string, country = "FR") =>
  extractContacts(html, { url: home, country }).phones.map(({ value, source }) => `${source} ${value}`);

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
      `<p>Tél. 01 99 00 12 34</p><h2>Hébergeur</h2><p>IONOS SARL, 7 place de la Gare. Tél. 0970 808 911 <a href="tel:+33970808911">x</a></p>`,
      "FR",
      ["text +33199001234"],
    ],
    ["opening hours", `<p>09:00 - 12:00 / 14:00 - 18:00</p>`, "FR", []],
    ["a country nobody knows", `<p>+33 1 99 00 12 34, 01 99 00 12 34</p>`, "XX", ["text +33199001234"]],
  ])("%s", (_name, html, country, expected) => {
    expect(extractPhones(html, country)).toEqual(expected);
  });

  test("one number", () => {
    expect(toE164("0199001234", "fr")).toBe("+33199001234");
    expect(toE164("nonsense", "FR")).toBeUndefined();
    expect(toE164("1".repeat(500), "FR")).toBeUndefined();
  });
});

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
    ["a language", `<a href="/fr/">Français</a>`, "FR", ["3 /fr/"]],
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

  test("orders them and keeps to the site", () => {
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

describe("applying elsewhere", () => {
  const findExternalApplication = (html: string) => extractContacts(html, { url: home, country: "FR" }).applyElsewhere;

  test.each([
    "https://www.welcometothejungle.com/fr/companies/atelier-nord/jobs",
    "https://jobs.lever.co/atelier",
    "https://boards.greenhouse.io/atelier",
    "https://atelier.wd3.myworkdayjobs.com/fr-FR/Careers",
    "https://careers.smartrecruiters.com/Atelier",
    "https://atelier.jobs.personio.de/",
    "https://atelier.teamtailor.com/jobs",
    "https://atelier.recruitee.com/",
    "https://jobs.ashbyhq.com/atelier",
    "https://atelier.taleo.net/careersection",
    "https://fr.indeed.com/cmp/Atelier-Nord/jobs",
    "https://apply.workable.com/atelier/",
    "https://atelier.softgarden.io/",
    "https://www.linkedin.com/company/atelier/jobs/",
  ])("sees %s", (href) => {
    expect(findExternalApplication(`<p><a href="${href}">Nos offres</a></p>`)).toEqual({ url: href, reason: "ats" });
  });

  test.each([
    "Merci de noter : aucune candidature ne sera acceptée par e-mail.",
    "Nous n'acceptons pas. Les candidatures envoyées par mail ne seront pas traitées.",
    "Les candidatures se font uniquement via notre plateforme.",
    "Nous ne prenons pas de candidatures par courriel.",
    "Bewerbungen per E-Mail können leider nicht berücksichtigt werden.",
    "Bitte bewerben Sie sich ausschließlich über unser Online-Formular.",
    "Keine Bewerbungen per E-Mail!",
    "We do not accept job applications by email.",
    "Applications sent by email will not be considered.",
    "No email applications, please.",
    "Please apply only through our careers page.",
  ])("hears: %s", (sentence) => {
    expect(findExternalApplication(`<p>${sentence}</p>`)).toEqual({ url: home, reason: "no_email" });
  });

  test("gives both: the reason and the place", () => {
    expect(
      findExternalApplication(
        `<p>Bewerbungen per <b>E-Mail</b> nehmen wir nicht an.</p><a href="https://x.jobs.personio.de/">Stellen</a>`,
      ),
    ).toEqual({ url: "https://x.jobs.personio.de/", reason: "no_email" });
  });

  test.each([
    `<a href="https://www.linkedin.com/company/atelier">LinkedIn</a>`,
    `<a href="https://www.indeed.com/legal">x</a>`,
    `<p>Envoyez votre candidature par e-mail à rh@atelier-nord.fr.</p>`,
    `<p>Bewerbungen gerne per E-Mail.</p>`,
    `<p>Send your application by email.</p>`,
    `<p>Please do not call.</p>`,
    `<a href="mailto:x@lever.co">x</a>`,
  ])("stays silent on %s", (html) => expect(findExternalApplication(html)).toBeUndefined());
});

describe("the order of addresses", () => {
  test.each([
    [
      ["info@firm.fr", "rh@firm.fr"],
      ["rh@firm.fr", "info@firm.fr"],
    ],
    [
      ["firm@gmail.com", "contact@firm.fr"],
      ["contact@firm.fr", "firm@gmail.com"],
    ],
    [
      ["jobs@other.com", "contact@firm.fr"],
      ["contact@firm.fr", "jobs@other.com"],
    ],
    [
      ["dpo@firm.fr", "firm@orange.fr"],
      ["firm@orange.fr", "dpo@firm.fr"],
    ],
    [
      ["datenschutz@firm.fr", "bewerbung@firm.fr", "kontakt@firm.fr"],
      ["bewerbung@firm.fr", "kontakt@firm.fr", "datenschutz@firm.fr"],
    ],
    [
      ["sales@firm.fr", "marie@firm.fr", "hello@firm.fr"],
      ["hello@firm.fr", "marie@firm.fr", "sales@firm.fr"],
    ],
    [
      ["x@autre.fr", "x@firm.com", "x@firm.fr"],
      ["x@firm.fr", "x@firm.com", "x@autre.fr"],
    ],
    [
      ["press@firm.fr", "service-rh@firm.fr"],
      ["service-rh@firm.fr", "press@firm.fr"],
    ],
    [
      ["a@firm.fr", "b@firm.fr"],
      ["a@firm.fr", "b@firm.fr"],
    ],
  ])("%j → %j", (given, expected) => {
    expect(
      rankEmails(
        given.map((value) => ({ value })),
        "www.firm.fr",
      ).map(({ value }) => value),
    ).toEqual(expected);
  });
});

describe("what a page says of its company", () => {
  const page = `<html lang="fr-FR"><head><title> Atelier Nord
    – menuiserie </title><meta name="description" content="Atelier Nord fabrique des meubles en chêne &amp; en frêne depuis 1987."></head>
    <body><nav><a href="/">Accueil</a> <a href="/contact">Contact</a></nav><svg><title>Logo</title></svg>
    <p>Nous utilisons des cookies pour améliorer votre expérience sur notre site et mesurer l'audience.</p>
    <p>Notre équipe de <b>douze artisans</b> dessine, fabrique et pose des meubles sur mesure dans toute la région lilloise.</p>
    <p>Écrivez-nous à rh@atelier-nord.fr pour recevoir notre catalogue et visiter notre atelier de Roubaix.</p><script>var a = "Un texte qui n'est pas un texte mais une chaîne dans un script de la page.";</script></body></html>`;

  test("title, language, sentences", () => {
    expect(summarizePage(page)).toEqual({
      title: "Atelier Nord – menuiserie",
      language: "fr",
      about:
        "Atelier Nord fabrique des meubles en chêne & en frêne depuis 1987. Notre équipe de douze artisans dessine, fabrique et pose des meubles sur mesure dans toute la région lilloise.",
    });
  });

  test("at most 600 characters, cut at a sentence", () => {
    const about = extractDescriptionFromHtml(
      `<p>${"Wir bauen Häuser aus Holz und Lehm für Familien in ganz Deutschland. ".repeat(30)}</p>`,
    );
    expect(about.length).toBeLessThanOrEqual(600);
    expect(about.endsWith(".")).toBe(true);
    expect(extractDescriptionFromHtml(`<p>${"wort ".repeat(400)}</p>`).length).toBeLessThanOrEqual(600);
  });

  test("nothing for nothing", () => {
    expect(summarizePage("")).toEqual({ title: "", language: "", about: "" });
    expect(extractDescriptionFromHtml("<p>Menu</p>")).toBe("");
  });
});
