import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";

const BAIT_BYTES = 512 * 1024;
const repeatToSize = (piece: string, size = BAIT_BYTES) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const repeatNumbered = (count: number, piece: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => piece(place)).join("");
const scriptTag = (code: string) => `<script>${code}</script>`;

/** One worst case for every loop and pattern of the reader. All together take a second or two; each has its bound. */
const baits: Record<string, string> = {
  "a million nested tags": repeatToSize("<b>", 3_000_000),
  "nested divs, closed": "<div>".repeat(45_000) + "</div>".repeat(45_000),
  "nested spans that hide": repeatToSize('<span style="display:none">'),
  "spans for readers only": repeatToSize('<span class="hidden">x@y.fr</span>'),
  "nested turned text": repeatToSize('<span style="unicode-bidi:bidi-override;direction:rtl">a@b'),
  "turned text": repeatToSize('<bdo dir="rtl">rf.b@a</bdo>'),
  quotations: repeatToSize("<blockquote>«x"),
  reviews: repeatToSize('<div class="review">x</div>'),
  tables: repeatToSize("<table><tr><td>Tel</td><td>Fax</td></tr>"),
  cells: repeatToSize("<td>Fax 01"),
  headings: repeatToSize("<h2>Hébergeur</h2>"),
  "bold blocks": repeatToSize("<p><b>x</b></p>"),
  "links never closed": repeatToSize('<a href="mailto:x">'),
  "microdata never closed": repeatToSize('<i itemprop="email">'),
  "microdata of numbers": repeatToSize('<i itemprop="telephone">01 99 00 12 34</i>'),
  "100,000 mailto links": repeatNumbered(100_000, (place) => `<a href=mailto:a${place}@b.fr>`),
  "100,000 numbers": repeatNumbered(100_000, (place) => `01 99 ${String(place).padStart(6, "0")} `),
  "numbers of a host": `<h2>Hébergeur</h2>${repeatNumbered(20_000, (n) => `01 99 ${String(n).padStart(6, "0")}, `)}`,
  "tel links of no number": repeatNumbered(15_000, (place) => `<a href="tel:0000${place}">x</a>`),
  strangers: repeatNumbered(25_000, (place) => `a${place}@b${place}.fr, `),
  signs: repeatToSize("@"),
  "signs and letters": repeatToSize("a@"),
  "signs and dots": repeatToSize("a@a."),
  "an address without end": `${repeatToSize("a")}@${repeatToSize("b.")}`,
  brackets: repeatToSize("(at)"),
  "opening brackets": repeatToSize("[{<«"),
  "at words": repeatToSize(" AT "),
  "at and dot words": repeatToSize("a at b dot fr "),
  marks: repeatToSize("a-at-"),
  spaces: repeatToSize(" "),
  "line ends": repeatToSize("\n"),
  seams: repeatToSize("<b></b>@"),
  dots: repeatToSize("a.a."),
  "user names": repeatToSize("://a@"),
  quotes: repeatToSize('"'),
  digits: repeatToSize("0"),
  "digits and spaces": repeatToSize("01 "),
  "digits and slashes": repeatToSize("0/"),
  "digits in brackets": repeatToSize("(0"),
  "plus signs": repeatToSize("+33 "),
  labels: repeatToSize("Tel Fax Tel. "),
  "letters of a label": repeatToSize("telefa"),
  entities: repeatToSize("&#64;"),
  "broken entities": repeatToSize("&#x"),
  "percent signs": repeatToSize("%40"),
  "less-than signs": repeatToSize("<"),
  comments: repeatToSize("<!--"),
  NUL: repeatToSize("\0"),
  "half characters": repeatToSize("\uD83D"),
  "full-width signs": repeatToSize("＠ａ"),
  "unseen characters": repeatToSize("a\u200b"),
  "bytes of another charset": repeatToSize("\uFFFD"),
  "our own marks": repeatToSize("\uE000@"),
  "one attribute": `<a href="${repeatToSize("%40")}">`,
  attributes: `<a ${repeatNumbered(60_000, (place) => `x${place}=y `)}>`,
  halves: repeatToSize('<i data-a="info" data-b="x.fr">'),
  base64: repeatToSize('<i data-mail="aW5mb0B4LmZy">'),
  hexadecimal: repeatToSize(`<i data-mail="${"6a".repeat(150)}">`),
  "turned attributes": repeatToSize('<i data-x="rf.eca-x@ofni">'),
  "crypted links": repeatToSize(`<a href="javascript:linkTo_UnCryptMailto('${"nbjm".repeat(60)}')">`),
  tokens: repeatToSize(`<a data-mailto-token="${"a".repeat(300)}">`),
  titles: repeatToSize('<i title="Tel 01 99 00 12 34 a(at)b.fr">'),
  calls: repeatToSize("<a onclick=\"m('a','b','c')\">"),
  "one class": `<i class="${repeatToSize("fax-")}">`,
  "style rules": `<style>${repeatToSize(".a{display:none}")}</style>`,
  "open rules": `<style>${repeatToSize(".a{")}</style>`,
  "media rules": `<style>${repeatToSize("@media print{")}</style>`,
  selectors: `<style>${repeatToSize(".a,")}{display:none}</style>`,
  "style sheets": repeatToSize("<style>"),
  contents: `<style>.a:before{content:'@'}</style>${repeatToSize("<i class=a></i>")}`,
  "rules that ask for ancestors":
    `<style>${repeatNumbered(4_000, (place) => `.b${place % 30} .c .d .e>.f .x{display:none}`)}</style>` +
    repeatToSize('<b class="x b1 c d">'),
  "rules of one class":
    `<style>${repeatNumbered(4_000, (place) => `.a${place} .x{opacity:0}.a${place}.x.y{opacity:1}`)}</style>` +
    repeatToSize("<p class=x>x"),
  "deep ancestors":
    `<style>.a .z{display:none}</style>${repeatToSize("<div class=q>", 200_000)}` + repeatToSize('<i class="z">'),
  "selectors of states": `<style>${repeatToSize(":not(:is(.a,:not(.b")}{display:none}</style>`,
  "nested rules": `<style>${repeatToSize(".a{.b{")}</style>`,
  "comments of a sheet": `<style>${repeatToSize("/*")}</style>`,
  "hidden blocks of the page": repeatNumbered(10_000, (place) => `<div hidden id="i${place}">x</div>`),
  sections: repeatToSize("<section><h2>Partner</h2>"),
  "sections, closed": repeatToSize("<section><h2>Partner</h2><p>x</p></section>"),
  "links in a row": repeatNumbered(12_000, (place) => `<a href="https://p${place}.fr">P</a> a${place}@gmail.com `),
  "links that say another": repeatNumbered(9_000, (place) => `<a href="mailto:a${place}@b.fr">c${place}@d.fr</a>`),
  "tel links that say another": repeatNumbered(
    9_000,
    (place) => `<a href="tel:+1212555${1000 + (place % 9000)}">01 99 00 ${10 + (place % 80)} 34</a>`,
  ),
  "white space": `<p>Fax:${repeatToSize(" \n")}</p>`,
  "addresses of streets": repeatToSize("12 rue A, 75001 Bb – "),
  "a script of joins": scriptTag(repeatToSize("a+'@'+b;")),
  "a script of names": scriptTag(`'@';${repeatNumbered(30_000, (place) => `var v${place}=w${place};`)}`),
  "a script of functions": scriptTag(`x+'@'+y;${repeatToSize("function f(x,y){}")}`),
  "a script of packed numbers": scriptTag(repeatToSize("a[0]=1768842863;")),
  "a script of large numbers": scriptTag(`'@';x=[${repeatToSize("1768842863,")}]`),
  "a script of samples": scriptTag(`'@';x={${repeatToSize("placeholder:'a@b.fr',")}}`),
  "a script of quotes": scriptTag(repeatToSize("'\"")),
  "a script of escapes": scriptTag(repeatToSize('\\"')),
  "a script of comments": scriptTag(repeatToSize("/*@")),
  "a script of slashes": scriptTag(`@${repeatToSize("=/a(/")}`),
  "a script that doubles": scriptTag(`'@';var a='xxxx';${repeatToSize("a=a+a;")}`),
  "a script that doubles lists": scriptTag(`'@';var a=[1];${repeatToSize("a=[a,a];")}`),
  "a script that splits": scriptTag(`'@';var a='${"x".repeat(100_000)}';${repeatToSize("a.split('');")}`),
  "a script of brackets": scriptTag(`@${repeatToSize("(")}`),
  "a script of objects": scriptTag(`@${repeatToSize("{a:")}`),
  "a script of lists": scriptTag(`@${repeatToSize("['a',")}`),
  "a script of sums": scriptTag(`x='@'+${repeatToSize("'a'+")}`),
  "a script of calls": scriptTag(`@${repeatToSize("f(")}`),
  "a script of letters": scriptTag(`@${repeatToSize("String.fromCharCode(64,65,")}`),
  "a script of codes": scriptTag(`@${repeatToSize(`[${"105,".repeat(299)}1],`)}`),
  "a script of templates": scriptTag(`@${repeatToSize("`${a}@${b}`;")}`),
  "a script of base64": scriptTag(repeatToSize("atob('aW5mb0B4LmZy');")),
  "a script in disguise": scriptTag(repeatToSize("'rf.eca-x@ofni',")),
  "a script of numbers": scriptTag(repeatToSize('phone:"01 99 00 12 34",')),
  "a script never closed": `<script>${repeatToSize("a")}`,
  scripts: repeatToSize("<script>'a@b.fr'</script>"),
  "deep JSON": `<script type="application/ld+json">${"[".repeat(200_000)}"@"${"]".repeat(200_000)}</script>`,
  "deep objects": `<script type="application/ld+json">${'{"a":'.repeat(70_000)}"@"${"}".repeat(70_000)}</script>`,
  "huge JSON":
    `<script type="application/ld+json">[${repeatToSize('{"email":"a@b.fr","telephone":"01 99 00 12 34"},')}` +
    "{}]</script>",
  "a JSON of tags": `<script type="application/ld+json">{"email":"@${repeatToSize("<a ")}"}</script>`,
  "a card": `BEGIN:VCARD\n${repeatToSize("TEL:+33199001234\n")}`,
  "a description": `<meta name="description" content="${repeatToSize("a(at)b.fr 01 99 00 12 34 ")}">`,
  links: repeatNumbered(15_000, (place) => `<a href="/jobs/${place}">jobs</a>`),
  refusals: repeatToSize("candidature mail ne "),
  makers: repeatToSize("Site par X 01 99 00 12 34, "),
  "labels of makers": repeatToSize("\nconception, réalisation, "),
  authorities: repeatToSize("médiateur a@b.fr 01 99 00 12 34. "),
};

describe("the cost of a hostile page is bounded", () => {
  test.each(Object.entries(baits))("%s", (_name, html) => {
    const start = performance.now();
    readPage(html, { url: "https://www.x-ace.fr/", country: "FR" });
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  test("ten times the input costs no more than its first half million characters", () => {
    const read = (html: string) => readPage(html, { url: "https://www.x-ace.fr/", country: "FR" }).contacts;
    const piece = "<p>a@b.fr 01 99 00 12 34</p>";
    expect(read(repeatToSize(piece, BAIT_BYTES * 10))).toEqual(read(repeatToSize(piece, BAIT_BYTES)));
    expect(read(`${repeatToSize("x", BAIT_BYTES)}<p>info@x-ace.fr</p>`).emails).toEqual([]);
  });
});
