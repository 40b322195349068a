import { describe, expect, test } from "vitest";
import { readPage } from "../../worker/search/contacts/extract";

const URL_OF = {
  DE: "https://www.firma.de/kontakt",
  FR: "https://www.menuiserie-morel.fr/contact",
  GB: "https://www.hartley-joinery.co.uk/contact",
  CA: "https://www.atelier-boreal.ca/contact",
} as const;
type Country = keyof typeof URL_OF;

const found = (country: Country, html: string) => {
  const { emails, phones } = readPage(`<html><head><title>Kontakt</title></head><body>${html}</body></html>`, {
    url: URL_OF[country],
    country,
  }).contacts;
  return [...emails, ...phones].map(({ value }) => value);
};

type Case = readonly [what: string, country: Country, html: string, expected: readonly string[]];
const holds = (title: string, cases: readonly Case[]) =>
  describe(title, () => {
    test.each(cases)("%s", (_what, country, html, expected) =>
      expect(found(country, html).toSorted()).toEqual([...expected].toSorted()),
    );
  });

const space = (count: number) => `\n${" ".repeat(count)}`;

holds("a label is found over white space of the source", [
  ["a fax, indented deeply", "DE", `<p><span>Telefax:</span>${space(40)}<span>030 2312501</span></p>`, []],
  [
    "a fax in a list of terms",
    "DE",
    `<dl>${space(30)}<dt>Telefax</dt>${space(60)}<dd>${space(60)}030 2312501${space(30)}</dd></dl>`,
    [],
  ],
  [
    "a fax in a table",
    "DE",
    `<table><tr>${space(50)}<td>Fax:</td>${space(50)}<td>${space(50)}030 2312501</td></tr></table>`,
    [],
  ],
  [
    "tabs",
    "FR",
    `<p>Télécopie :\n\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t01 99 00 12 35</p>`,
    [],
  ],
  [
    "phone and fax in one block",
    "DE",
    `<p>Telefon:${space(45)}030 2312500<br>${space(45)}Telefax:${space(45)}030 2312501</p>`,
    ["+49302312500"],
  ],
  [
    "lines of preformatted text stay lines",
    "DE",
    `<pre>Telefon\t030 2312500\nTelefax\t030 2312501</pre>`,
    ["+49302312500"],
  ],
  [
    "words in the space between cells",
    "GB",
    `<div><div>Fax</div>${space(80)}<div>${space(80)}020 7946 0123</div></div>`,
    [],
  ],
]);

holds("overseas numbers of France have their own country code", [
  ["Guadeloupe", "FR", "<p>Tél. : 0590 12 34 57 ou 0690 45 67 81</p>", ["+590590123457", "+590690456781"]],
  [
    "Martinique, two ways",
    "FR",
    `<a href="tel:+596596456781">0596 45 67 81</a> <p>0696 45 67 82</p>`,
    ["+596596456781", "+596696456782"],
  ],
  ["Guyane", "FR", "<p>Téléphone 05 94 30 12 14 / 06 94 30 12 15</p>", ["+594594301214", "+594694301215"]],
  [
    "La Réunion",
    "FR",
    "<p>0262 41 12 14 – 0692 41 12 15 – 0693 41 12 16</p>",
    ["+262262411214", "+262692411215", "+262693411216"],
  ],
  ["Mayotte", "FR", "<p>Tél 02 69 61 12 14, portable 06 39 61 12 14</p>", ["+262269611214", "+262639611214"]],
  [
    "as if it were in France",
    "FR",
    `<a href="tel:+33590123457">x</a><p>+33 (0)5 96 45 67 81</p>`,
    ["+590590123457", "+596596456781"],
  ],
  [
    "beside its right link it is one",
    "FR",
    `<p><a href="tel:+590590123457">Appeler</a> 0590 12 34 57</p>`,
    ["+590590123457"],
  ],
  [
    "a number of films and one of the mainland",
    "FR",
    "<p>06 39 98 12 34 et 05 61 12 34 57</p>",
    ["+33639981234", "+33561123457"],
  ],
]);

holds("links before an address", [
  [
    "networks by their names",
    "DE",
    `<p><a href="https://github.com/f">GitHub</a> <a href="https://www.behance.net/f">Behance</a> · <a href="mailto:firma.bau@gmail.com">E-Mail</a></p>`,
    ["firma.bau@gmail.com"],
  ],
  [
    "icons",
    "FR",
    `<p><a href="https://bsky.app/m" aria-label="Bluesky"><i></i></a> <a href="https://un-reseau-inconnu.org/m" aria-label="Réseau"><svg></svg></a> <a href="mailto:morel.bois@gmail.com" aria-label="Mail"><svg></svg></a></p>`,
    ["morel.bois@gmail.com"],
  ],
  [
    "a platform nobody knows, in a row",
    "GB",
    `<p><a href="https://joinersguild.org/h">Guild page</a> | <a href="https://soundcloud.com/h">Songs</a> | hartleyjoinery@btinternet.com</p>`,
    ["hartleyjoinery@btinternet.com"],
  ],
  [
    "another company in a sentence",
    "FR",
    `<p>contact@menuiserie-morel.fr</p><p>Nous posons avec <a href="https://boismax.fr">Boismax</a>, joignable à l'adresse boismax@orange.fr</p>`,
    ["contact@menuiserie-morel.fr"],
  ],
  [
    "another company with an address of its name",
    "FR",
    `<p>contact@menuiserie-morel.fr</p><ul><li><a href="https://boismax.fr">Boismax</a> – <a href="mailto:boismax@orange.fr">Mail</a></li></ul>`,
    ["contact@menuiserie-morel.fr"],
  ],
]);

holds("sister domains", [
  [
    "a department at the group",
    "DE",
    `<p>E-Mail: info@firma.de</p><p><a href="mailto:events@seegruppe.com">Veranstaltungen</a></p>`,
    ["info@firma.de", "events@seegruppe.com"],
  ],
  [
    "a person, named before",
    "GB",
    `<a href="mailto:info@hartley-joinery.co.uk">Mail</a><p>Jane Bell: <a href="mailto:jane@oakwood-trust.org">jane@oakwood-trust.org</a></p>`,
    ["info@hartley-joinery.co.uk", "jane@oakwood-trust.org"],
  ],
  [
    "a firm by its name",
    "DE",
    `<p>info@firma.de</p><p><a href="mailto:post@pixelwerk.com">Pixelwerk</a></p>`,
    ["info@firma.de"],
  ],
  [
    "who made the site",
    "DE",
    `<p>info@firma.de</p><p>Webdesign: <a href="mailto:post@pixelwerk.com">Frank Meier</a></p>`,
    ["info@firma.de"],
  ],
  [
    "a list of many firms",
    "DE",
    `<p>info@firma.de</p><ul><li><a href="mailto:a@mayerbau.com">Herr Mayer</a><li><a href="mailto:b@kochbau.com">Frau Koch</a><li><a href="mailto:c@lenzbau.com">Frau Lenz</a></ul>`,
    ["info@firma.de"],
  ],
]);

holds("what a link says beats an href that differs", [
  [
    "a theme's address",
    "FR",
    `<a href="mailto:office@theme-demo.com">menuiserie.durand@gmail.com</a>`,
    ["menuiserie.durand@gmail.com"],
  ],
  ["a theme's number", "FR", `<a href="tel:+12125550199">02 35 12 34 57</a>`, ["+33235123457"]],
  [
    "a theme's number, once more behind an icon",
    "FR",
    `<a href="tel:+12125550199">02 35 12 34 57</a><a href="tel:+12125550199"><i class="fa-phone"></i></a>`,
    ["+33235123457"],
  ],
  ["six zeros", "FR", `<a href="tel:0184000000">02 35 12 34 57</a>`, ["+33235123457"]],
  ["six zeros alone", "DE", `<a href="tel:+49941000000">Anrufen</a>`, []],
  [
    "two people of one shared domain",
    "DE",
    `<a href="mailto:a.kern@kanzlei-verbund.de">b.kern@kanzlei-verbund.de</a>`,
    ["b.kern@kanzlei-verbund.de"],
  ],
  [
    "the site's own address behind a free one",
    "DE",
    `<a href="mailto:info@firma.de">firma.bau@gmx.de</a>`,
    ["info@firma.de", "firma.bau@gmx.de"],
  ],
  ["the same number, written for people", "DE", `<a href="tel:+4930231250">030 / 231 25-0</a>`, ["+4930231250"]],
  ["words without a number", "DE", `<a href="tel:+49302312500">Jetzt anrufen</a>`, ["+49302312500"]],
  ["a sample in its words", "DE", `<a href="mailto:info@firma.de">name@firma.de</a>`, ["info@firma.de"]],
  ["a plus without a country code", "CA", `<a href="tel:+8195550142">819-555-0142</a>`, ["+18195550142"]],
  [
    "a plus without a country code, the number elsewhere",
    "CA",
    `<p>Téléphone : 819-555-0142</p><a href="tel:+8195550142">Appelez-nous</a>`,
    ["+18195550142"],
  ],
]);

holds("an address line is no firm", [
  [
    "branches",
    "FR",
    `<a href="tel:0235123457">02 35 12 34 57</a><h2>Nos établissements</h2><p>Rive gauche — 7 rue des Lilas, 76100 Rouen — 02 35 12 34 58<br>Centre-ville — 66 rue du Port, 76000 Rouen — 02 35 12 34 59</p>`,
    ["+33235123457", "+33235123458", "+33235123459"],
  ],
  [
    "branches in German",
    "DE",
    `<a href="tel:030231250">030 231250</a><h3>Unsere Filialen</h3><p>Mitte, Hauptstraße 5, 10115 Berlin, 030 231251</p>`,
    ["+4930231250", "+4930231251"],
  ],
  [
    "branches in English",
    "GB",
    `<a href="tel:02079460123">020 7946 0123</a><h3>Our branches</h3><p>Camden – 12 High Street, London – 020 7946 0124</p>`,
    ["+442079460123", "+442079460124"],
  ],
  [
    "an address alone",
    "FR",
    `<a href="tel:0235123457">02 35 12 34 57</a><p>7 rue des Lilas, 76100 Rouen, 02 35 12 34 58</p>`,
    ["+33235123457", "+33235123458"],
  ],
  [
    "numbers in a row",
    "FR",
    "<p>Tél. 02 35 12 34 57, 02 35 12 34 58, 06 12 34 57 58</p>",
    ["+33235123457", "+33235123458", "+33612345758"],
  ],
  [
    "another firm",
    "FR",
    `<a href="tel:0235123457">02 35 12 34 57</a><p>Bello Logistique, gérant, 02 35 12 34 58</p>`,
    ["+33235123457"],
  ],
]);

holds("a section's end closes its headings", [
  [
    "voices, then contact",
    "DE",
    `<section><h2>Kundenstimmen</h2><p>Alles bestens und pünktlich.</p><p>Frau K. aus Köln war sehr zufrieden.</p></section><section><h4>Kontakt &amp; Anfahrt</h4><a href="tel:030231250">030 231250</a></section>`,
    ["+4930231250"],
  ],
  [
    "voices, then a heading that says nothing",
    "DE",
    `<section><h2>Kundenstimmen</h2><p>Alles bestens.</p><p>Frau K. aus Köln.</p></section><section><h4>Wir freuen uns</h4><a href="tel:030231250">030 231250</a></section>`,
    ["+4930231250"],
  ],
  [
    "an article about partners",
    "FR",
    `<article><h2>Nos partenaires</h2><p>Boismax, Rouen</p><p>Vitrex, Caen</p></article><p>Tél. 02 35 12 34 57</p>`,
    ["+33235123457"],
  ],
  [
    "a builder that wraps each heading",
    "FR",
    `<a href="tel:0235123457">x</a><section><h2>Hébergeur</h2></section><section><p>Hosto SAS, 12 rue du Port</p><p>Tél. 02 35 12 34 58</p></section>`,
    ["+33235123457"],
  ],
  [
    "within the section it holds",
    "DE",
    `<p>info@firma.de</p><section><h2>Unsere Partner</h2><p>Holz Meier</p><p>030 231251, meier@t-online.de</p></section>`,
    ["info@firma.de"],
  ],
]);

holds("samples and other people's numbers", [
  [
    "a sample behind a field",
    "DE",
    `<script>form({fields:[{type:"email",placeholder:"hallo.du@gmail.com"}]})</script><input placeholder="030 1234567">`,
    [],
  ],
  [
    "a crisis line",
    "GB",
    `<a href="tel:02079460123">020 7946 0123</a><p>In an emergency call the national suicide prevention lifeline on 0116 496 0123.</p>`,
    ["+442079460123"],
  ],
  [
    "helplines",
    "DE",
    `<a href="tel:030231250">030 231250</a><p>Telefonseelsorge: 0800 1110111</p><p>Hilfetelefon Gewalt gegen Frauen: 030 231252</p>`,
    ["+4930231250"],
  ],
  [
    "a national number for help",
    "FR",
    `<a href="tel:0235123457">x</a><p>SOS Amitié : 09 72 39 40 50</p>`,
    ["+33235123457"],
  ],
]);

holds("site builders", [
  [
    "Squarespace",
    "GB",
    `<script>Static.SQUARESPACE_CONTEXT={"facebookAppId":"123456789012345","website":{"domain":"hartley-joinery.co.uk","id":"5f"}}</script><div class="sqs-block-content"><p style="white-space:pre-wrap;">Call us<br>020 7946 0123</p><p><a href="mailto:hello@hartley-joinery.co.uk">hello@hartley-joinery.co.uk</a></p></div>`,
    ["hello@hartley-joinery.co.uk", "+442079460123"],
  ],
  [
    "Wix",
    "DE",
    `<style>#comp-k1{opacity:0}.comp-k1:not(.x){visibility:hidden}</style><script>var rendererModel={"siteInfo":{"domain":"firma.de","name":"firma"}};</script><div id="comp-k1" class="_1Q9if"><p class="font_8"><a data-auto-recognition="true" href="mailto:info@firma.de">info@firma.de</a></p><p class="font_8">Tel: 030-231250</p></div>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "Jimdo",
    "DE",
    `<div class="j-module n j-text"><p><span style="color: #000;">Telefon:&nbsp;&nbsp; 030 / 231250</span></p><p><span>Fax:&nbsp; 030 / 231251</span></p></div><div class="j-module"><a href="javascript:;" data-url-encoded="">x</a><a href="mailto:info@firma.de">info@firma.de</a></div>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "Elementor",
    "FR",
    `<div class="elementor-element elementor-invisible elementor-widget" data-settings="{&quot;_animation&quot;:&quot;fadeIn&quot;}"><style>.elementor-invisible{visibility:hidden}</style><ul class="elementor-icon-list-items"><li><a href="tel:0235123457"><span class="elementor-icon-list-text">02 35 12 34 57</span></a></li><li><span class="elementor-icon-list-text">contact@menuiserie-morel.fr</span></li></ul></div>`,
    ["contact@menuiserie-morel.fr", "+33235123457"],
  ],
  [
    "Divi",
    "FR",
    `<style>.et_pb_section.et_animated,.et_had_animation{opacity:0}.et_pb_blurb .et-waypoint{opacity:0}</style><div class="et_pb_section et_animated"><div class="et_pb_blurb"><span class="et-waypoint">contact@menuiserie-morel.fr</span><p>02&nbsp;35&nbsp;12&nbsp;34&nbsp;57</p></div></div>`,
    ["contact@menuiserie-morel.fr", "+33235123457"],
  ],
  [
    "Webflow",
    "DE",
    `<html data-wf-domain="firma.de" data-wf-site="5f"><div data-w-id="a1" style="opacity:0;transform:translate3d(0,20px,0)" class="contact-block"><a href="mailto:info@firma.de?subject=Anfrage" class="link-block w-inline-block"><div>info@firma.de</div></a><a href="tel:+4930231250">+49 (0) 30 231250</a></div>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "TYPO3",
    "DE",
    `<p><a href="#" data-mailto-token="nbjmup+jogpAgjsnb/ef" data-mailto-vector="1">info(at)firma.de</a></p><p>Telefon +49 30 231250<br />Telefax +49 30 231251</p>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "Joomla",
    "DE",
    `<span id="cloak1">Diese E-Mail-Adresse ist vor Spambots geschützt! <script>document.getElementById('cloak1').innerHTML='';var prefix='&#109;a'+'i&#108;'+'&#116;o';var path='hr'+'ef'+'=';var addy1='inf&#111;'+'&#64;';addy1=addy1+'f&#105;rm&#97;'+'&#46;'+'d&#101;';document.getElementById('cloak1').innerHTML+='<a '+path+'\\''+prefix+':'+addy1+'\\'>'+addy1+'</a>';</script></span>`,
    ["info@firma.de"],
  ],
  [
    "Shopify",
    "FR",
    `<script>var Shopify={"shop":"menuiserie-morel.myshopify.com","locale":"fr","currency":{"active":"EUR"},"theme":{"name":"Dawn","id":1}};</script><script id="shop-js-features" type="application/json">{"domain":"menuiserie-morel.fr","name":"morel","accessToken":"ab12cd34","user":"public"}</script><footer><p>SAV : sav@menuiserie-morel.fr</p></footer>`,
    ["sav@menuiserie-morel.fr"],
  ],
  [
    "Next.js",
    "DE",
    `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"settings":{"id":"42","domain":"firma.de","name":"firma"},"contact":{"email":"info@firma.de","phone":"+49 30 231250","fax":"+49 30 231251"}}}}</script>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "Nuxt",
    "DE",
    `<script>window.__NUXT__=(function(a,b){return {data:[{contact:{email:"info@firma.de",tel:"030 231250"}}],config:{name:a,domain:b,user:"cms"}}}("firma","firma.de"))</script>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "Framer",
    "GB",
    `<div style="opacity:0;transform:translateY(40px)"><a style="opacity:0" href="mailto:hello@hartley-joinery.co.uk">Say hello</a></div>`,
    ["hello@hartley-joinery.co.uk"],
  ],
  [
    "a one-page template",
    "DE",
    `<style>#main article{display:none;opacity:0}#main article.active{display:block;opacity:1}.lightbox .box{display:none}.is-preload .box{opacity:0}body.is-preload *{animation:none!important}</style><div id="main"><article id="contact"><div class="box"><a href="mailto:info@firma.de">info@firma.de</a></div></article></div>`,
    ["info@firma.de"],
  ],
  [
    "scroll reveal",
    "DE",
    `<style>.reveal{opacity:0;transform:translateY(2rem)}.reveal.in{opacity:1}[data-aos]{opacity:0}.wow{visibility:hidden}</style><div class="reveal">info@firma.de</div><div class="wow"><a href="tel:030231250">Anrufen</a></div>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "a loader over the page",
    "FR",
    `<style>.page{visibility:hidden}body.loaded .page{visibility:visible}#loader{opacity:1}</style><div id="loader"></div><div class="page"><a href="mailto:contact@menuiserie-morel.fr">Écrire</a></div>`,
    ["contact@menuiserie-morel.fr"],
  ],
  [
    "a header that shrinks",
    "DE",
    `<style>#top.small .brand{display:none}@media (max-width:600px){.brand{display:none}}</style><header id="top"><div class="brand">Tel. 030 231250</div></header>`,
    ["+4930231250"],
  ],
  [
    "a menu for small screens",
    "DE",
    `<style>.nur-breit{display:none}@media (min-width:700px){.nur-breit{display:block}}</style><div class="nur-breit">info@firma.de</div>`,
    ["info@firma.de"],
  ],
  [
    "a section that a link opens",
    "DE",
    `<style>.inhalt{display:none}</style><a href="#impressum" onclick="zeige()">Impressum</a><div id="impressum" class="inhalt">Tel. 030 231250, info@firma.de</div>`,
    ["info@firma.de", "+4930231250"],
  ],
  [
    "a picture in the place of words",
    "DE",
    `<style>.tel{text-indent:-9999px}</style><a class="tel" href="tel:030231250">Anrufen</a>`,
    ["+4930231250"],
  ],
  [
    "a sheet for paper",
    "DE",
    `<style media="print">.schirm{display:none}</style><p class="schirm">info@firma.de</p>`,
    ["info@firma.de"],
  ],
  [
    "a name in capitals is another name",
    "DE",
    `<style>.x{display:none}</style><p class="X">info@firma.de</p>`,
    ["info@firma.de"],
  ],
  [
    "two classes, one for wide screens",
    "DE",
    `<style>.d-none{display:none!important}@media (min-width:992px){.d-lg-block{display:block!important}}</style><div class="d-none d-lg-block">info@firma.de</div>`,
    ["info@firma.de"],
  ],
  [
    "a class with a colon",
    "DE",
    String.raw`<style>.hidden{display:none}@media (min-width:1024px){.lg\:block{display:block}}</style><div class="hidden lg:block">info@firma.de</div><div class="hidden md:red">falle@firma.de</div>`,
    ["info@firma.de"],
  ],
  [
    "rows without gaps",
    "DE",
    `<style>.spalten{font-size:0}.spalten div{font-size:16px}</style><div class="spalten"><div>info@firma.de</div></div>`,
    ["info@firma.de"],
  ],
]);

holds("decoys stay hidden", [
  [
    "by ancestors and class",
    "DE",
    `<style>.mail .x{display:none}</style><p class="mail">info@<span class="x">kein-spam</span>firma.de</p>`,
    ["info@firma.de"],
  ],
  [
    "by the parent alone",
    "DE",
    `<style>p.m>b{display:none}</style><p class="m">info@<b>weg</b>firma.de</p>`,
    ["info@firma.de"],
  ],
  [
    "pieces out of sight",
    "DE",
    `<style>.o{opacity:0}.v{visibility:hidden}</style><p>info<span class="o">xx</span>@<span class="v">yy</span>firma.de</p>`,
    ["info@firma.de"],
  ],
  [
    "a field for robots",
    "DE",
    `<style>.hp{position:absolute;left:-5000px}</style><div class="hp"><a href="mailto:falle@firma.de">falle@firma.de</a></div>`,
    [],
  ],
  [
    "digits that nobody sees",
    "DE",
    `<style>.n{display:inline-block}.n.fake{display:none}</style><p>030 <span class="n fake">99</span><span class="n">231250</span></p>`,
    ["+4930231250"],
  ],
  [
    "the same class elsewhere is no decoy",
    "DE",
    `<style>.mail .x{display:none}</style><p>info@<span class="x">firma.de</span></p>`,
    ["info@firma.de"],
  ],
]);

holds("legal pages", [
  [
    "a chamber and an insurer",
    "DE",
    `<h1>Impressum</h1><p>Dr. med. dent. Anna Firma, Hauptstraße 5, 10115 Berlin<br>Telefon: 030 231250<br>Telefax: 030 231251<br>E-Mail: praxis@firma.de</p><p>Zuständige Kammer: Zahnärztekammer Berlin, Stallstraße 1, 10585 Berlin, Tel. 030 348080, info@zaek-kammer.de</p><p>Berufshaftpflichtversicherung: Muster AG, Tel. 0221 231250</p>`,
    ["praxis@firma.de", "+4930231250"],
  ],
  [
    "an ombudsman's office",
    "DE",
    `<p>Rechtsanwältin Berta Firma, Tel. 030 231250, kanzlei@firma.de</p><h3>Schlichtungsstelle der Rechtsanwaltschaft</h3><p>Rauchstraße 26, 10787 Berlin<br>Telefon 030 2844417<br>schlichtungsstelle@s-d-r.org</p>`,
    ["kanzlei@firma.de", "+4930231250"],
  ],
  [
    "a club",
    "DE",
    `<h2>Vorstand</h2><table><tr><td>1. Vorsitzende</td><td>Eva Kurz</td><td>030 231250</td><td>vorstand(at)firma.de</td></tr><tr><td>Kasse</td><td>Udo Lang</td><td>030 231252</td><td>udo.lang@gmx.de</td></tr></table>`,
    ["vorstand@firma.de", "udo.lang@gmx.de", "+4930231250", "+4930231252"],
  ],
  [
    "mentions légales",
    "FR",
    `<h2>Éditeur</h2><p>Menuiserie Morel SARL, 7 rue des Lilas, 76100 Rouen<br>Tél. : 02 35 12 34 57<br>SIRET 123 456 789 00012 – TVA FR12345678901</p><h2>Hébergement</h2><p>Hosto SAS, 2 quai du Port, 59100 Roubaix – Tél. 09 72 10 12 14 – support@hosto-web.com</p><h2>Médiation</h2><p>CM Conso, 01 89 47 12 14, contact@cm-conso-mediation.fr</p>`,
    ["+33235123457"],
  ],
  [
    "a doctor",
    "FR",
    `<h1>Dr Louise Morel, médecin généraliste</h1><p>Secrétariat : <a href="tel:0235123457">02 35 12 34 57</a> – Urgences : SAMU 15</p><p>Pharmacie de garde : 02 35 12 34 99</p><p>Conseil départemental de l'Ordre des médecins : 02 35 12 34 98</p>`,
    ["+33235123457"],
  ],
  [
    "a lawyer",
    "FR",
    `<p>Cabinet d'avocats Morel – Barreau de Rouen – Toque 12<br>Tél : 02.35.12.34.57 – Fax : 02.35.12.34.58</p>`,
    ["+33235123457"],
  ],
  [
    "an architect",
    "FR",
    `<p>Inscrite à l'Ordre des architectes sous le numéro S12345<br>Tél : 02 35 12 34 57</p>`,
    ["+33235123457"],
  ],
  [
    "a solicitor",
    "GB",
    `<p>Hartley Law LLP, 12 High Street, London. Tel: 020 7946 0123 Fax: 020 7946 0124 DX: 1234 London</p><p>If you are unhappy you may ask the Legal Ombudsman: 0300 555 0333, enquiries@legalombudsman.org.uk. We are regulated by the Solicitors Regulation Authority, 0370 606 2555.</p>`,
    ["+442079460123"],
  ],
]);
