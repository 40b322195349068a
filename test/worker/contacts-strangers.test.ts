import { describe, expect, test } from "vitest";
import { readPage } from "../../worker/search/contacts/extract";

const url = "https://www.menuiserie-durand.example/page";
const own = "contact@menuiserie-durand.example";
const found = (html: string, country: string) => {
  const { emails, phones } = readPage(
    `<html><head><title>Menuiserie Durand</title></head><body>${html}</body></html>`,
    { url, country },
  ).contacts;
  return [...emails, ...phones].map(({ value }) => value);
};

describe("somebody else's contacts", () => {
  test.each([
    ["FR", "<p>Site conçu et réalisé par l'agence Pixel, 01 99 00 12 34, hello@pixel-agence.example</p>"],
    [
      "FR",
      "<footer>© Durand | Réalisation <a href='https://pixel.example'>Pixel</a> <a href='tel:0199001234'>☎</a></footer>",
    ],
    [
      "FR",
      "<h2>Hébergement</h2><p>Le site est hébergé par la société Hosto,<br>12 rue du Port.<br>Téléphone : 01 99 00 12 34<br>E-mail : support@hosto.example</p>",
    ],
    ["FR", "<p><b>HÉBERGEUR</b></p><p>Hosto SARL</p><p>12 rue du Port</p><p>Tél. 01 99 00 12 34</p>"],
    ["FR", "<table><tr><td>Hébergeur</td><td>Hosto, 01 99 00 12 34</td></tr></table>"],
    [
      "FR",
      "<h3>Médiation de la consommation</h3><p>CM Conso<br>14 rue Saint-Jean<br>01 99 00 12 34<br>contact@cmconso.example</p>",
    ],
    ["FR", "<p>Notre DPO est externalisé : cabinet Privatio, dpo@privatio.example, tél. 01 99 00 12 34</p>"],
    ["FR", "<h2>Nos partenaires</h2><h3>Bois du Nord</h3><p>Scierie, 01 99 00 12 34, vente@boisdunord.example</p>"],
    ["FR", "<div class='testimonial'><p>Paul, gérant de Martin, 04 65 71 55 90</p></div>"],
    ["FR", "<blockquote>« Chantier propre. » <cite>M. Wattiez, contact@wattiez-immo.example</cite></blockquote>"],
    ["FR", "<p><a href='https://boismax.example'>Boismax</a>, 3 rue X, 01 99 00 12 34</p>"],
    ["DE", "<p>Umsetzung:<br>Pixelwerk<br>Weg 1<br>Tel. 030 23125044<br>hallo@pixelwerk.example</p>"],
    ["DE", "<p>Diese Website wurde erstellt von Pixelwerk, 030 23125044</p>"],
    ["DE", "<h3>Datenschutzbeauftragter</h3><p>Datenschutz Nord<br>Weg 1<br>E-Mail: office@ds-nord.example</p>"],
    ["DE", "<p>Beschwerde: Berliner Beauftragte für Datenschutz und Informationsfreiheit<br>Tel.: 030 23125044</p>"],
    ["DE", "<p>Zuständige Kammer: Handwerkskammer Hamburg, Tel. 030 23125044</p>"],
    [
      "GB",
      "<p>Website built and hosted by Parishweb. Problems with this site? <a href='tel:01632960700'>01632 960 700</a></p>",
    ],
    [
      "GB",
      "<table><tr><td>Ombudsman</td><td>01632 960 802</td><td>intake@social-care-ombudsman.example</td></tr></table>",
    ],
    ["GB", "<p>Our DPO service is provided by Schoolguard. Contact: dpo@schoolguard.example, 01632 960 422.</p>"],
    [
      "GB",
      "<div id='cookie-banner'><table><tr><td>Lumen Ads</td><td>privacy@lumen-ads.example, 020 7946 0123</td></tr></table></div>",
    ],
    [
      "GB",
      `<script id="cookie-vendors" type="application/json">{"vendors":[{"email":"privacy@lumen-ads.example","phone":"020 7946 0123"}]}</script>`,
    ],
    [
      "GB",
      "<h2>3. Subprocessors</h2><table><tr><th>Vendor</th><th>Contact</th></tr><tr><td>Helpnest</td><td>020 7946 0123</td></tr></table>",
    ],
    ["GB", "<p>For suspected poisoning ring the Animal Poison Line, 020 7946 0123.</p>"],
    ["GB", "<h2>What our customers say</h2><p>Great! Jane, jane@customer.example</p>"],
  ])("%s %s", (country, html) => expect(found(`<p>${own}</p>${html}`, country)).toEqual([own]));
});

describe("the company's own, whatever its trade is called", () => {
  test.each([
    ["FR", "<p>Réalisation de meubles sur mesure : 01 99 00 12 34, durand@wanadoo.fr</p>"],
    ["FR", "<p>Éditeur : Durand SARL, 01 99 00 12 34, durand@wanadoo.fr. Hébergeur : Hosto.</p>"],
    ["FR", "<h2>Hébergeur</h2><p>Hosto, Roubaix</p><h2>Contact</h2><p>01 99 00 12 34 durand@wanadoo.fr</p>"],
    ["FR", "<p>Agence web à Lille : création de sites. 01 99 00 12 34 durand@wanadoo.fr</p>"],
    ["FR", "<p>Hébergement en chambres d'hôtes, réservations 01 99 00 12 34, durand@wanadoo.fr</p>"],
    ["FR", "<h1>Cabinet de médiation familiale</h1><p>Tél 01 99 00 12 34 durand@wanadoo.fr</p>"],
    ["DE", "<p>Ihr Partner für Holz – Tel. 030 23125044 – durand@t-online.de</p>"],
    ["DE", "<p>Gestaltung von Bädern und Küchen: 030 23125044, durand@t-online.de</p>"],
    ["GB", "<p>Kitchen design by Durand. Call 020 7946 0123 or durand@btinternet.com</p>"],
    ["GB", "<p>Read our reviews. Call 020 7946 0123 or email durand@btinternet.com</p>"],
    ["GB", "<h2>Partner with us</h2><p>020 7946 0123 durand@btinternet.com</p>"],
  ])("%s %s", (country, html) => expect(found(html, country)).toHaveLength(2));

  test("an address of the same name on another domain", () => {
    expect(found("<p>durand@durand-bois.example</p><p>info@menuiserie-durand.de</p>", "FR")).toContain(
      "info@menuiserie-durand.de",
    );
  });

  test("another company's phone gives way to the company's own, and stays when there is none", () => {
    expect(found("<p>Tél. 01 99 00 12 34</p><p>Bello Logistique, gérant, 04 65 71 55 90</p>", "FR")).toEqual([
      "+33199001234",
    ]);
    expect(found("<p>Bello Logistique, gérant, 04 65 71 55 90</p>", "FR")).toEqual(["+33465715590"]);
  });
});
