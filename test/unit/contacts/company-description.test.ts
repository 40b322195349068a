import { describe, expect, test } from "vitest";
import { extractDescriptionFromHtml, summarizePage } from "../../../worker/contacts/company-description";

describe("the description of a company on its page", () => {
  const page = `<html lang="fr-FR"><head><title> Atelier Nord
    – menuiserie </title><meta name="description" \
content="Atelier Nord fabrique des meubles en chêne &amp; en frêne depuis 1987."></head>
    <body><nav><a href="/">Accueil</a> <a href="/contact">Contact</a></nav><svg><title>Logo</title></svg>
    <p>Nous utilisons des cookies pour améliorer votre expérience sur notre site et mesurer l'audience.</p>
    <p>Notre équipe de <b>douze artisans</b> dessine, fabrique et pose des meubles sur mesure \
dans toute la région lilloise.</p>
    <p>Écrivez-nous à rh@atelier-nord.fr pour recevoir notre catalogue et visiter notre atelier de Roubaix.</p>\
<script>var a = "Un texte qui n'est pas un texte mais une chaîne dans un script de la page.";</script></body></html>`;

  test("title, language, sentences", () => {
    expect(summarizePage(page)).toEqual({
      title: "Atelier Nord – menuiserie",
      language: "fr",
      about:
        "Atelier Nord fabrique des meubles en chêne & en frêne depuis 1987. Notre équipe de douze artisans " +
        "dessine, fabrique et pose des meubles sur mesure dans toute la région lilloise.",
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

  test("empty for an empty page", () => {
    expect(summarizePage("")).toEqual({ title: "", language: "", about: "" });
    expect(extractDescriptionFromHtml("<p>Menu</p>")).toBe("");
  });
});
