import { describe, expect, test } from "vitest";
import { extractContacts } from "../../worker/search/contacts/extract";
import type { ContactSource } from "../../worker/search/contacts/types";

const read = (html: string, url = "https://www.atelier-nord.fr/contact", country = "FR") =>
  extractContacts(html, { url, country });
const addresses = (html: string, url?: string) => read(html, url).emails.map((email) => email.value);

const cloudflare = (text: string, key = 0x5a) =>
  [key, ...[...text].map((sign) => sign.charCodeAt(0) ^ key)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
const typo3 = (text: string, offset: number) =>
  text.replace(/[+-:@-Za-z]/g, (sign) => {
    const code = sign.charCodeAt(0);
    const [start, size] = code <= 0x3a ? [0x2b, 16] : code <= 0x5a ? [0x40, 27] : [0x61, 26];
    return String.fromCharCode(start + ((code - start + offset + size) % size));
  });
const entities = (text: string) =>
  [...text]
    .map((sign, index) => (index % 2 ? `&#${sign.charCodeAt(0)};` : `&#x${sign.charCodeAt(0).toString(16)};`))
    .join("");
const turned = (text: string) => [...text].reverse().join("");
const own = "rh@atelier-nord.fr";

const techniques: [name: string, html: string, source: ContactSource][] = [
  ["a mailto link", `<a href="mailto:rh@atelier-nord.fr">Écrire</a>`, "link"],
  ["a mailto with a subject", `<a href="mailto:rh@atelier-nord.fr?subject=Candidature&body=x">Écrire</a>`, "link"],
  ["a mailto in capitals", `<A HREF="MAILTO:RH@Atelier-Nord.FR">Écrire</A>`, "link"],
  ["a mailto with spaces", `<a href=" mailto: rh@atelier-nord.fr ">Écrire</a>`, "link"],
  ["a mailto with a name", `<a href="mailto:Service%20RH%20%3Crh@atelier-nord.fr%3E">x</a>`, "link"],
  ["a percent-encoded mailto", `<a href="mailto:%72%68%40atelier-nord%2Efr">x</a>`, "link"],
  ["an entity-encoded mailto (WordPress)", `<a href="${entities("mailto:rh@atelier-nord.fr")}">x</a>`, "link"],
  ["entities and percents mixed (antispambot)", `<a href="mailto:%72&#104;&#64;ateli%65r&#45;nord.fr">x</a>`, "link"],
  ["a mailto without quotes", `<a href=mailto:rh@atelier-nord.fr>x</a>`, "link"],
  ["a mailto on an image map", `<map><area href="mailto:rh@atelier-nord.fr"></map>`, "link"],
  ["a form posted to an address", `<form action="mailto:rh@atelier-nord.fr"></form>`, "link"],
  ["a mailto with (at)", `<a href="mailto:rh(at)atelier-nord.fr">x</a>`, "deobfuscated"],
  ["a mailto with a spam trap", `<a href="mailto:rh@nospam.atelier-nord.fr">x</a>`, "deobfuscated"],
  ["a mailto the wrong way round", `<a href="mailto:${turned(own)}">x</a>`, "deobfuscated"],
  ["plain text", `<p>Écrivez à rh@atelier-nord.fr.</p>`, "text"],
  ["text with entities", `<p>${entities(own)}</p>`, "text"],
  ["text with &commat; and &period;", `<p>rh&commat;atelier-nord&period;fr</p>`, "text"],
  ["text glued to a label", `<p>E-mail:rh@atelier-nord.fr</p>`, "text"],
  ["text glued to the next word", `<p>rh@atelier-nord.frTél. 01</p>`, "text"],
  ["text in angle brackets", `<p>&lt;rh@atelier-nord.fr&gt;</p>`, "text"],
  ["text in capitals", `<p>RH@ATELIER-NORD.FR</p>`, "text"],
  ["a full-width sign", `<p>rh＠atelier-nord．fr</p>`, "text"],
  ["zero-width characters", `<p>rh\u200b@\u200batelier\u00ad-nord.fr</p>`, "text"],
  ["soft line breaks", `<p>rh@<wbr>atelier-<wbr>nord.fr</p>`, "text"],
  ["split spans", `<p><span>r</span><span>h</span><span>@</span><span>atelier-nord</span><span>.fr</span></p>`, "text"],
  ["a bold sign", `<p>rh<b>@</b>atelier-nord.fr</p>`, "text"],
  ["a comment inside", `<p>rh<!-- nope -->@<!-- x@y.fr -->atelier-nord.fr</p>`, "text"],
  ["a hidden span inside", `<p>rh<span style="display:none">null</span>@atelier-nord.fr</p>`, "text"],
  [
    "a span hidden by class",
    `<style>.x9{display:none}</style><p>rh@<span class="x9">nospam</span>atelier-nord.fr</p>`,
    "text",
  ],
  ["an image of the sign", `<p>rh<img src="at.gif" alt="@">atelier-nord.fr</p>`, "text"],
  ["an icon of the sign", `<p>rh<i class="fas fa-at"></i>atelier-nord.fr</p>`, "text"],
  ["text turned by style", `<span style="unicode-bidi:bidi-override;direction:rtl">${turned(own)}</span>`, "text"],
  ["text turned by bdo", `<bdo dir="rtl">${turned(own)}</bdo>`, "text"],
  [
    "text turned by class",
    `<style>.r{unicode-bidi:bidi-override;direction:rtl}</style><b class="r">${turned(own)}</b>`,
    "text",
  ],
  ["text in noscript", `<noscript>rh@atelier-nord.fr</noscript>`, "text"],
  ["a table cell", `<table><tr><td>Mail</td><td>rh@atelier-nord.fr</td><td>x</td></tr></table>`, "text"],
  ["an address of a sub-domain", `<p>rh@atelier-nord.fr</p>`, "text"],
  [
    "Cloudflare's attribute",
    `<a class="__cf_email__" data-cfemail="${cloudflare(own)}">[email&#160;protected]</a>`,
    "deobfuscated",
  ],
  ["Cloudflare's link", `<a href="/cdn-cgi/l/email-protection#${cloudflare(own, 0x11)}">x</a>`, "deobfuscated"],
  [
    "Cloudflare's link with a subject",
    `<a href="/cdn-cgi/l/email-protection#${cloudflare(`${own}?subject=Hi`)}">x</a>`,
    "deobfuscated",
  ],
  [
    "TYPO3's crypted link",
    `<a href="javascript:linkTo_UnCryptMailto('${typo3(`mailto:${own}`, 2)}');">x</a>`,
    "deobfuscated",
  ],
  [
    "TYPO3's crypted link, other offset, percents",
    `<a href="javascript:linkTo_UnCryptMailto(%27${typo3(`mailto:${own}`, -3)}%27);">x</a>`,
    "deobfuscated",
  ],
  [
    "TYPO3's token",
    `<a href="#" data-mailto-token="${typo3(`mailto:${own}`, 1)}" data-mailto-vector="1">x</a>`,
    "deobfuscated",
  ],
  [
    "Joomla's hidden mail element",
    `<joomla-hidden-mail first="${btoa("rh")}" last="${btoa("atelier-nord.fr")}" is-link="1">x</joomla-hidden-mail>`,
    "deobfuscated",
  ],
  [
    "halves in data attributes",
    `<a class="courriel" data-user="rh" data-domain="atelier-nord.fr">x</a>`,
    "deobfuscated",
  ],
  ["halves in other data attributes", `<a data-mail="rh" data-domain="atelier-nord.fr">x</a>`, "deobfuscated"],
  [
    "three parts in data attributes",
    `<a data-name="rh" data-domain="atelier-nord" data-tld="fr">Envoyer un e-mail</a>`,
    "deobfuscated",
  ],
  ["base64 in a data attribute", `<a data-mail="${btoa(own)}">x</a>`, "deobfuscated"],
  ["rot13 in a data attribute", `<a data-enc-email="eu[at]ngryvre-abeq.se">x</a>`, "deobfuscated"],
  ["a turned data attribute", `<a data-email="${turned(own)}">x</a>`, "deobfuscated"],
  ["(at)", `<p>rh(at)atelier-nord.fr</p>`, "deobfuscated"],
  ["(at) and (dot) with spaces", `<p>rh (at) atelier-nord (dot) fr</p>`, "deobfuscated"],
  ["[arobase] and [point]", `<p>rh [arobase] atelier-nord [point] fr</p>`, "deobfuscated"],
  ["arobase and point, bare", `<p>Adresse : rh arobase atelier-nord point fr</p>`, "deobfuscated"],
  ["[ät] and [punkt]", `<p>rh [ät] atelier-nord [punkt] fr</p>`, "deobfuscated"],
  ["{at}", `<p>rh{at}atelier-nord.fr</p>`, "deobfuscated"],
  ["(a)", `<p>rh(a)atelier-nord.fr</p>`, "deobfuscated"],
  ["[@]", `<p>rh[@]atelier-nord.fr</p>`, "deobfuscated"],
  ["AT and DOT", `<p>rh AT atelier-nord DOT fr</p>`, "deobfuscated"],
  ["_at_", `<p>rh_at_atelier-nord.fr</p>`, "deobfuscated"],
  ["a spaced sign", `<p>rh @ atelier-nord.fr</p>`, "deobfuscated"],
  ["(at) in a span", `<p>rh<span>(at)</span>atelier-nord.fr</p>`, "deobfuscated"],
  ["Klammeraffe", `<p>rh (Klammeraffe) atelier-nord (Punkt) fr</p>`, "deobfuscated"],
  ["an attribute of an element", `<button data-contact="rh@atelier-nord.fr">x</button>`, "attribute"],
  ["a hidden field", `<input type="hidden" name="to" value="rh@atelier-nord.fr">`, "attribute"],
  ["a title", `<span title="Écrire à rh@atelier-nord.fr">x</span>`, "attribute"],
  ["an aria label", `<a href="#" aria-label="rh@atelier-nord.fr">x</a>`, "attribute"],
  ["a meta tag", `<meta name="reply-to" content="rh@atelier-nord.fr">`, "structured"],
  ["an onclick", `<a onclick="location.href='mailto:'+'rh'+'@'+'atelier-nord.fr'">x</a>`, "script"],
  ["a javascript link", `<a href="javascript:window.location='mai'+'lto:rh'+'@atelier-nord.fr'">x</a>`, "script"],
  [
    "Joomla's cloak",
    `<script>var prefix = '&#109;a' + 'i&#108;' + '&#116;o'; var path = 'hr' + 'ef' + '='; var addy77 = 'r&#104;' + '&#64;'; addy77 = addy77 + 'at&#101;lier-nord' + '&#46;' + 'fr'; document.write('<a ' + path + prefix + ':' + addy77 + '>');</script>`,
    "script",
  ],
  [
    "strings joined from variables",
    `<script>var u = "rh"; var d = "atelier-nord.fr"; document.write("<a href='mailto:" + u + "@" + d + "'>");</script>`,
    "script",
  ],
  [
    "a sum over several statements",
    `<script>let e = "rh"; e += "@"; e += "atelier-nord"; e += ".fr";</script>`,
    "script",
  ],
  ["atob", `<script>document.getElementById("m").innerHTML = atob("${btoa(own)}");</script>`, "script"],
  ["window.atob of a link", `<script>el.href = window.atob('${btoa(`mailto:${own}`)}')</script>`, "script"],
  ["a joined list", `<script>var m = ["rh", "atelier-nord.fr"].join("@");</script>`, "script"],
  ["a turned string", `<script>var m = "${turned(own)}".split("").reverse().join("");</script>`, "script"],
  [
    "character codes",
    `<script>var m = String.fromCharCode(${[...own].map((sign) => sign.charCodeAt(0)).join(",")});</script>`,
    "script",
  ],
  ["unescape", `<script>document.write(unescape("%72%68%40atelier-nord.fr"))</script>`, "script"],
  ["escapes in a string", String.raw`<script>var m = "\x72\u0068@atelier-nord.fr";</script>`, "script"],
  [
    "rot13 with its function",
    `<script>document.write("<n uers=\\"znvygb:eu@ngryvre-abeq.se\\">".replace(/[a-zA-Z]/g, function(c){return c;}))</script>`,
    "script",
  ],
  ["a replaced sign", `<script>var m = "rh#atelier-nord.fr".replace("#", "@");</script>`, "script"],
  ["state in a script", `<script>window.__STATE__={"contact":{"email":"rh@atelier-nord.fr"}};</script>`, "script"],
  [
    "a streamed payload (Next)",
    String.raw`<script>self.__next_f.push([1,"{\"email\":\"rh@atelier-nord.fr\"}"])</script>`,
    "script",
  ],
  [
    "a script after a regular expression with quotes",
    `<script>x.replace(/['"]/g, ""); var m = 'rh' + '@' + 'atelier-nord.fr';</script>`,
    "script",
  ],
  [
    "JSON-LD",
    `<script type="application/ld+json">{"@type":"Organization","email":"rh@atelier-nord.fr"}</script>`,
    "structured",
  ],
  [
    "JSON-LD with mailto, nested",
    `<script type="application/ld+json">[{"@graph":[{"contactPoint":[{"email":"mailto:rh@atelier-nord.fr"}]}]}]</script>`,
    "structured",
  ],
  [
    "JSON-LD with a trailing comma",
    `<script type="application/ld+json">{"email":"rh@atelier-nord.fr",}</script>`,
    "structured",
  ],
  [
    "JSON-LD in a CDATA",
    `<script type="application/ld+json">/*<![CDATA[*/{"email":"rh@atelier-nord.fr"}/*]]>*/</script>`,
    "structured",
  ],
  [
    "JSON state",
    `<script id="__NEXT_DATA__" type="application/json">{"props":{"html":"<p>rh@atelier-nord.fr</p>"}}</script>`,
    "structured",
  ],
  ["microdata", `<span itemprop="email">rh@atelier-nord.fr</span>`, "structured"],
  ["microdata in an attribute", `<meta itemprop="email" content="rh@atelier-nord.fr">`, "structured"],
  ["an hCard", `<div class="vcard"><span class="email">rh@atelier-nord.fr</span></div>`, "structured"],
  [
    "a vCard link",
    `<a href="data:text/vcard;charset=utf-8,BEGIN%3AVCARD%0AEMAIL%3BTYPE%3Dwork%3Arh%40atelier-nord.fr%0AEND%3AVCARD">x</a>`,
    "structured",
  ],
  [
    "a vCard link in base64",
    `<a href="data:text/vcard;base64,${btoa("BEGIN:VCARD\r\nEMAIL:rh@atelier-nord.fr\r\nEND:VCARD")}">x</a>`,
    "structured",
  ],
  ["a vCard as the page", "BEGIN:VCARD\nVERSION:3.0\nEMAIL;TYPE=INTERNET:rh@atelier-nord.fr\nEND:VCARD", "structured"],
];

describe("every way a site writes its address", () => {
  test.each(techniques)("%s", (_name, html, source) => {
    const { emails } = read(html);
    expect(emails.map(({ value, source }) => ({ value, source }))).toEqual([{ value: own, source }]);
  });

  test("a reserved ending counts on the site's own domain only", () => {
    expect(addresses("<p>info@mayer-bau.test agence@web-koenig.test</p>", "https://www.mayer-bau.test/")).toEqual([
      "info@mayer-bau.test",
    ]);
    expect(addresses("<p>jobs@ridge.example</p>", "https://ridge.example/")).toEqual(["jobs@ridge.example"]);
    expect(addresses("<p>jobs@ridge.example</p>")).toEqual([]);
  });

  test("says what stood before an address", () => {
    expect(read("<h2>Recrutement</h2><p>Envoyez votre CV à rh@atelier-nord.fr</p>").emails[0]?.context).toBe(
      "Recrutement Envoyez votre CV à",
    );
  });

  test("a platform's own address is not the company's", () => {
    expect(
      addresses("<p>support@facebook.com atelier.nord@orange.fr</p>", "https://www.facebook.com/ateliernord"),
    ).toEqual(["atelier.nord@orange.fr"]);
  });

  test("finds all of several, jobs first", () => {
    const html = `<p>dpo@atelier-nord.fr</p><a href="mailto:contact@atelier-nord.fr,marie.petit@atelier-nord.fr">x</a><p>recrutement (at) atelier-nord.fr, atelier.nord@orange.fr</p>`;
    expect(addresses(html)).toEqual([
      "recrutement@atelier-nord.fr",
      "contact@atelier-nord.fr",
      "marie.petit@atelier-nord.fr",
      "atelier.nord@orange.fr",
      "dpo@atelier-nord.fr",
    ]);
  });

  test("keeps adjacent elements apart", () => {
    expect(addresses(`<a href="#">rh@atelier-nord.fr</a><a href="#">info@atelier-nord.fr</a>`)).toEqual([
      own,
      "info@atelier-nord.fr",
    ]);
    expect(addresses(`<b>Contact</b><span>info@atelier-nord.fr</span><span>Paris</span>`)).toEqual([
      "info@atelier-nord.fr",
    ]);
  });
});

const traps: [name: string, html: string][] = [
  ["an asset's name", `<img src="logo@2x.png" alt="logo@2x.png" data-src="hero@3x.webp" title="photo@atelier.jpg">`],
  [
    "a library's version",
    `<script>load("https://cdn.example.net/npm/vue@3.2.1/dist/vue.js")</script><p>bootstrap@5.3.0</p>`,
  ],
  [
    "a tracker's key",
    `<script>Sentry.init({dsn:"https://8d6c1b2e3f4a5b6c8d6c1b2e3f4a5b6c@o12345.ingest.sentry.io/99"})</script>`,
  ],
  ["a user in an address", `<a href="https://user:pw@atelier-nord.fr/x">x</a><p>ftp://rh:pw@atelier-nord.fr/</p>`],
  ["a place on a map", `<a href="https://maps.google.com/@48.85,2.35,15z">x</a>`],
  ["a social handle", `<p>Suivez @atelier.nord sur Mastodon</p><a href="https://medium.com/@atelier.nord">x</a>`],
  ["no-reply", `<p>no-reply@atelier-nord.fr noreply@atelier-nord.fr ne-pas-repondre@atelier-nord.fr</p>`],
  ["postmaster and abuse", `<p>postmaster@atelier-nord.fr abuse@atelier-nord.fr</p>`],
  [
    "a placeholder",
    `<input placeholder="jean@atelier-nord.fr" value="votre@email.fr"><p>you@example.com, nom.prenom@domaine.fr, max.mustermann@muster.de</p>`,
  ],
  ["an own-domain pattern", `<p>Nos adresses : prenom.nom@atelier-nord.fr</p>`],
  ["a builder's default", `<p>info@mysite.com</p><script>x("filler@godaddy.com")</script>`],
  [
    "the agency in the footer",
    `<footer>Site réalisé par <a href="mailto:hello@studio-pixel.fr">Studio Pixel</a></footer>`,
  ],
  [
    "the agency's site",
    `<p>Création site internet : <a href="https://studio-pixel.fr">Studio Pixel</a> - hello@studio-pixel.fr</p>`,
  ],
  ["the agency in German", `<p>Umsetzung: Webagentur König, info@koenig-web.de</p>`],
  ["the agency in English", `<p>Website by Bright Ltd hello@bright-studio.co.uk</p>`],
  ["the host on the legal page", `<h2>Hébergement</h2><p>OVH SAS, 2 rue Kellermann, Roubaix, support@ovh.com</p>`],
  ["the supervisory authority", `<p>poststelle@datenschutz-hamburg.de, casework@ico.org.uk, contact@cnil.fr</p>`],
  ["the ombudsman", `<p>Médiateur : contact@mediation-conso.fr</p>`],
  ["an ending that does not exist", `<p>rh@atelier-nord.local rh@atelier.frx rh@localhost</p>`],
  ["a share link", `<a href="mailto:?subject=Lire&body=https://www.atelier-nord.fr">Partager</a>`],
  ["a sentence with at", `<p>Meet us at atelier-nord.fr, look at firm.com. Contact us at firm dot com</p>`],
  ["a spaced sign in a slogan", `<p>Jobs @ Google.com</p>`],
  ["an empty part", `<p>@atelier-nord.fr rh@ .@. rh@.fr rh@-.fr</p>`],
  ["an address in a comment", `<!-- rh@atelier-nord.fr -->`],
  ["an address in a style sheet", `<style>/* rh@atelier-nord.fr */ @media(x){}</style>`],
  ["an HTML template's script", `<script type="text/template">x@y-fictif.fr</script>`],
  ["a broken Cloudflare code", `<a data-cfemail="zz">x</a><a data-cfemail="00">x</a>`],
  ["two dots", `<p>rh..x@atelier-nord..fr</p>`],
];

test.each(traps)("is not taken in by %s", (_name, html) => {
  expect(addresses(html)).toEqual([]);
});
