import { describe, expect, test } from "vitest";
import { readPage } from "../../worker/search/contacts/extract";

const SIZE = 512 * 1024;
const many = (piece: string, size = SIZE) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const numbered = (count: number, piece: (place: number) => string) => Array.from({ length: count }, (_, place) => piece(place)).join("");
const script = (code: string) => `<script>${code}</script>`;

/** Every loop and every pattern of the reader has its bait here. All of them together take a second or two; each alone is bounded generously. */
const baits: Record<string, string> = {
  "a million nested tags": many("<b>", 3_000_000), "nested divs, closed": "<div>".repeat(45_000) + "</div>".repeat(45_000), "nested spans that hide": many('<span style="display:none">'), "spans for readers only": many('<span class="hidden">x@y.fr</span>'), "nested turned text": many('<span style="unicode-bidi:bidi-override;direction:rtl">a@b'), "turned text": many('<bdo dir="rtl">rf.b@a</bdo>'), "quotations": many("<blockquote>«x"), "reviews": many('<div class="review">x</div>'),
  "tables": many("<table><tr><td>Tel</td><td>Fax</td></tr>"), "cells": many("<td>Fax 01"), "headings": many("<h2>Hébergeur</h2>"), "bold blocks": many("<p><b>x</b></p>"), "links never closed": many('<a href="mailto:x">'), "microdata never closed": many('<i itemprop="email">'), "microdata of numbers": many('<i itemprop="telephone">01 99 00 12 34</i>'),
  "100,000 mailto links": numbered(100_000, (place) => `<a href=mailto:a${place}@b.fr>`), "100,000 numbers": numbered(100_000, (place) => `01 99 ${String(place).padStart(6, "0")} `), "numbers of a host": `<h2>Hébergeur</h2>${numbered(20_000, (place) => `01 99 ${String(place).padStart(6, "0")}, `)}`, "tel links of no number": numbered(15_000, (place) => `<a href="tel:0000${place}">x</a>`), "strangers": numbered(25_000, (place) => `a${place}@b${place}.fr, `),
  "signs": many("@"), "signs and letters": many("a@"), "signs and dots": many("a@a."), "an address without end": `${many("a")}@${many("b.")}`, "brackets": many("(at)"), "opening brackets": many("[{<«"), "at words": many(" AT "), "at and dot words": many("a at b dot fr "), "marks": many("a-at-"), "spaces": many(" "), "line ends": many("\n"), "seams": many("<b></b>@"), "dots": many("a.a."), "user names": many("://a@"), "quotes": many('"'),
  "digits": many("0"), "digits and spaces": many("01 "), "digits and slashes": many("0/"), "digits in brackets": many("(0"), "plus signs": many("+33 "), "labels": many("Tel Fax Tel. "), "letters of a label": many("telefa"), "entities": many("&#64;"), "broken entities": many("&#x"), "percent signs": many("%40"), "less-than signs": many("<"), "comments": many("<!--"), "NUL": many("\0"), "half characters": many("\uD83D"), "full-width signs": many("＠ａ"), "unseen characters": many("a\u200b"), "bytes of another charset": many("\uFFFD"), "our own marks": many("\uE000@"),
  "one attribute": `<a href="${many("%40")}">`, "attributes": `<a ${numbered(60_000, (place) => `x${place}=y `)}>`, "halves": many('<i data-a="info" data-b="x.fr">'), "base64": many('<i data-mail="aW5mb0B4LmZy">'), "hexadecimal": many(`<i data-mail="${"6a".repeat(150)}">`), "turned attributes": many('<i data-x="rf.eca-x@ofni">'), "crypted links": many(`<a href="javascript:linkTo_UnCryptMailto('${"nbjm".repeat(60)}')">`), "tokens": many(`<a data-mailto-token="${"a".repeat(300)}">`), "titles": many('<i title="Tel 01 99 00 12 34 a(at)b.fr">'), "calls": many("<a onclick=\"m('a','b','c')\">"), "one class": `<i class="${many("fax-")}">`,
  "style rules": `<style>${many(".a{display:none}")}</style>`, "open rules": `<style>${many(".a{")}</style>`, "media rules": `<style>${many("@media print{")}</style>`, "selectors": `<style>${many(".a,")}{display:none}</style>`, "style sheets": many("<style>"), "contents": `<style>.a:before{content:'@'}</style>${many("<i class=a></i>")}`,
  "a script of quotes": script(many("'\"")), "a script of escapes": script(many('\\"')), "a script of comments": script(many("/*@")), "a script of slashes": script(`@${many("=/a(/")}`), "a script that doubles": script(`'@';var a='xxxx';${many("a=a+a;")}`), "a script that doubles lists": script(`'@';var a=[1];${many("a=[a,a];")}`), "a script that splits": script(`'@';var a='${"x".repeat(100_000)}';${many("a.split('');")}`), "a script of brackets": script(`@${many("(")}`), "a script of objects": script(`@${many("{a:")}`), "a script of lists": script(`@${many("['a',")}`), "a script of sums": script(`x='@'+${many("'a'+")}`), "a script of calls": script(`@${many("f(")}`), "a script of letters": script(`@${many("String.fromCharCode(64,65,")}`), "a script of codes": script(`@${many(`[${"105,".repeat(299)}1],`)}`), "a script of templates": script(`@${many("`${a}@${b}`;")}`), "a script of base64": script(many("atob('aW5mb0B4LmZy');")), "a script in disguise": script(many("'rf.eca-x@ofni',")), "a script of numbers": script(many('phone:"01 99 00 12 34",')), "a script never closed": `<script>${many("a")}`, "scripts": many("<script>'a@b.fr'</script>"),
  "deep JSON": `<script type="application/ld+json">${"[".repeat(200_000)}"@"${"]".repeat(200_000)}</script>`, "deep objects": `<script type="application/ld+json">${'{"a":'.repeat(70_000)}"@"${"}".repeat(70_000)}</script>`, "huge JSON": `<script type="application/ld+json">[${many('{"email":"a@b.fr","telephone":"01 99 00 12 34"},')}{}]</script>`, "a JSON of tags": `<script type="application/ld+json">{"email":"@${many("<a ")}"}</script>`, "a card": `BEGIN:VCARD\n${many("TEL:+33199001234\n")}`, "a description": `<meta name="description" content="${many("a(at)b.fr 01 99 00 12 34 ")}">`,
  "links": numbered(15_000, (place) => `<a href="/jobs/${place}">jobs</a>`), "refusals": many("candidature mail ne "), "makers": many("Site par X 01 99 00 12 34, "), "labels of makers": many("\nconception, réalisation, "), "authorities": many("médiateur a@b.fr 01 99 00 12 34. "),
};

describe("a hostile page costs little", () => {
  test.each(Object.entries(baits))("%s", (_name, html) => {
    const start = performance.now();
    readPage(html, { url: "https://www.x-ace.fr/", country: "FR" });
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  test("ten times the bait costs no more than the first half million characters of it", () => {
    const read = (html: string) => readPage(html, { url: "https://www.x-ace.fr/", country: "FR" }).contacts;
    const piece = "<p>a@b.fr 01 99 00 12 34</p>";
    expect(read(many(piece, SIZE * 10))).toEqual(read(many(piece, SIZE)));
    expect(read(`${many("x", SIZE)}<p>info@x-ace.fr</p>`).emails).toEqual([]);
  });
});
