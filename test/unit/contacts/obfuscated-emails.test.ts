import { describe, expect, test } from "vitest";
import { readPage } from "../../../worker/contacts/extract-contacts";

const own = "info@bau-mueller.de";
const reversedEmail = [...own].reverse().join("");
const extractEmails = (html: string) =>
  readPage(`<html><body>${html}</body></html>`, {
    url: "https://www.bau-mueller.de/kontakt",
    country: "DE",
  }).contacts.emails.map(({ value }) => value);

describe("a mailto, however it is written", () => {
  test.each([
    [
      "mailto:info@bau-mueller.de,chef@bau-mueller.de?cc=buero@bau-mueller.de",
      [own, "buero@bau-mueller.de", "chef@bau-mueller.de"],
    ],
    ["mailto:?to=info@bau-mueller.de&subject=x", [own]],
    ["mailto:info@bau-mueller.de&subject=x", [own]],
    ["mailto:&quot;Bau&quot; <info@bau-mueller.de>", [own]],
    ["mailto://info@bau-mueller.de", [own]],
    ["https://mailto:info@bau-mueller.de", [own]],
    ["info@bau-mueller.de", [own]],
    ["mailto:info%2540bau-mueller.de", [own]],
    ["mailto:info_at_bau-mueller_dot_de", [own]],
    ["mailto:info%5Bat%5Dbau-mueller.de", [own]],
    ["mailto:info@bau-mueller.de.", [own]],
    ["mailto:info@bau-mueller.de?body=Kunde@gmail.com", [own]],
    ["javascript:sendMail('bau-mueller.de','info')", [own]],
    ["javascript:location='mailto:'+['info','bau-mueller.de'].join('@')", [own]],
  ])("%s", (href, expected) => expect(extractEmails(`<a href="${href}">x</a>`).sort()).toEqual(expected.sort()));
});

describe("an address spelled for human readers", () => {
  test.each([
    "info (at) bau-mueller (punkt) de",
    "info [æt] bau-mueller.de",
    "info ät bau-mueller.de",
    "info AT bau-mueller DOT de",
    "info at bau-mueller dot de",
    "info-at-bau-mueller.de",
    "info |at| bau-mueller.de",
    "info *at* bau-mueller.de",
    "info (bei) bau-mueller.de",
    "info «at» bau-mueller.de",
    "info„at“bau-mueller.de",
    "info'at'bau-mueller.de",
    "info(à)bau-mueller.de",
    "info[at]bau[minus]mueller[dot]de",
    "info//at//bau-mueller.de",
    "info~at~bau-mueller~dot~de",
    "info_AT_bau-mueller_DOT_de",
    "info @ bau-mueller . de",
    "info@bau-mueller. de",
    "info @bau-mueller.de",
    "E-Mail: info at bau-mueller.de",
    "info(at)bau-mueller.de (bitte (at) durch @ ersetzen)",
    "ｉｎｆｏ＠ｂａｕ－ｍｕｅｌｌｅｒ．ｄｅ",
    "info﹫bau-mueller.de",
    "info@bau-mueller.dewww.bau-mueller.de",
    "info@bau-mueller.de.Wir",
    "E-Mailinfo@bau-mueller.de",
  ])("%s", (text) => expect(extractEmails(`<p>${text}</p>`)).toEqual([own]));
});

describe("an address that a browser assembles", () => {
  test.each([
    "<span>in</span><span>fo</span>@<span>bau-mueller.de</span>",
    "<b>i</b><b>n</b><b>f</b><b>o</b>@bau-<b>mueller</b>.de",
    "info<br>@bau-mueller.de",
    "info@<span style='visibility:hidden'>x</span>bau-mueller.de",
    "info@<span style='font-size:0'>x</span>bau-mueller.de",
    "info@<span style='position:absolute;left:-9999px'>x</span>bau-mueller.de",
    "<style>.a .n{display:none}</style><p class=a>info@<b class=n>no</b>bau-mueller.de",
    "<style>#n{display:none}</style>info@<b id=n>no</b>bau-mueller.de",
    "<style>.e i{display:none}</style><p class=e>info<i>xx</i>@bau-mueller.de</p>",
    "<p>info@<b class=n>no</b>bau-mueller.de</p><style>.n{display:none}</style>",
    "<style>.m:before{content:'info'}.m:after{content:'@bau-mueller.de'}</style><span class=m></span>",
    "<style>.m::after{content:attr(data-u) '@' attr(data-d)}</style>" +
      "<span class=m data-u=info data-d=bau-mueller.de></span>",
    String.raw`<style>.at:before{content:'\0040'}</style>info<span class=at></span>bau-mueller.de`,
    `<style>.r{unicode-bidi:bidi-override;direction:rtl}</style><p class='x r'>${reversedEmail}</p>`,
    `<span class=rev>${reversedEmail}</span>`,
    "info<img src=at.gif alt=''>bau-mueller.de",
    "info<img src=x.gif alt='[at]'>bau-mueller.de",
    "<textarea>info@bau-mueller.de</textarea>",
    "<template shadowrootmode=open><p>info@bau-mueller.de</p></template>",
    "<svg><text>info@bau-mueller.de</text></svg>",
    "<span class='sr-only'>info@bau-mueller.de</span>",
  ])("%s", (html) => expect(extractEmails(html)).toEqual([own]));
});

describe("an address in an attribute", () => {
  test.each([
    `<a data-x='${btoa(own)}'>`,
    `<a data-contact='${btoa(`mailto:${own}`)}'>`,
    `<a data-enc='${btoa(reversedEmail)}'>`,
    "<a class=mail data-name='info' data-host='bau-mueller' data-tld='de'>",
    "<a class=js-email data-a='info' data-b='bau-mueller.de'>",
    `<a data-m='${reversedEmail}'>`,
    "<a data-rot='vasb@onh-zhryyre.qr'>",
    "<a data-hex='696e666f406261752d6d75656c6c65722e6465'>",
    "<a data-mail='info|bau-mueller.de'>",
    "<link rev=made href='mailto:info@bau-mueller.de'>",
    "<span property='schema:email'>info@bau-mueller.de</span>",
    "<meta property='og:email' content='info@bau-mueller.de'>",
    "<meta name='description' content='Mail: info@bau-mueller.de'>",
    `<iframe srcdoc="&lt;a href='mailto:info@bau-mueller.de'>x&lt;/a>"></iframe>`,
    `<a href='#' onclick="return mail('info','bau-mueller','de')">`,
    `<a onmouseover="this.href='mai'+'lto:in'+'fo@bau-m'+'ueller.de'">`,
  ])("%s", (html) => expect(extractEmails(html)).toEqual([own]));
});

describe("an address a script would write", () => {
  const letters = [...own].map((sign) => sign.charCodeAt(0));
  test.each([
    "const u='info',d='bau-mueller.de';el.href=`mailto:${u}@${d}`",
    "var p=['info','bau-mueller','de'];x=p[0]+'@'+p[1]+'.'+p[2]",
    "x=['de','.','bau-mueller','@','info'].reverse().join('')",
    "var c={user:'info',domain:'bau-mueller.de'};show(function(c){return c.user+'@'+c.domain})",
    "x='info'.concat('@','bau-mueller.de')",
    "x='info'+String.fromCharCode(64)+'bau-mueller.de'",
    `x=String.fromCharCode.apply(null,[${letters.join(",")}])`,
    `x=[${letters.join(",")}].map(c=>String.fromCharCode(c)).join('')`,
    `var c=[${letters.map((code) => code + 7).join(",")}],s='';for(var i=0;i` +
      "<c.length;i++)s+=String.fromCharCode(c[i]-7)",
    `var p='';[${letters.join(", ")}].forEach(function(n){p+=String.fromCharCode(n)})`,
    `x=atob('${btoa(reversedEmail)}').split('').reverse().join('')`,
    `x=[...'${reversedEmail}'].reverse().join('')`,
    "x='vasb@onh-zhryyre.qr'.replace(/[a-z]/gi,c=>String.fromCharCode((c<='Z'?90:122)>=(c=c.charCodeAt(0)+13)?c:c-26))",
    "x='info#bau-mueller.de'.replace(/#/g,'@')",
    "x='i|n|f|o|@|bau-mueller.de'.split('|').join('')",
    "x='info--bau-mueller.de'.split('--').join('@')",
    "x='info@'+location.hostname.replace('www.','')",
    String.raw`x='info@'+document.domain.replace(/^www\./,'')`,
    "var s='';s+='info';s+='@';s+='bau-mueller.de';",
    "eval(unescape('%64%6f%63%75%6d%65%6e%74%2e%77%72%69%74%65%28%27%69%6e%66%6f%40bau-mueller.de%27%29'))",
    "window.__DATA__='%7B%22email%22%3A%22info%40bau-mueller.de%22%7D'",
    `window.__S=JSON.parse(atob('${btoa(JSON.stringify({ email: own }))}'))`,
    "const enc='jogpAcbv.nvfmmfs/ef';let o='';for(const c of enc)o+=String.fromCharCode(c.charCodeAt(0)-1)",
  ])("%s", (script) => expect(extractEmails(`<script>${script}</script>`)).toEqual([own]));

  test.each([
    String.raw`{"email":"info\u0040bau-mueller.de"}`,
    `{"text":"<a href=\\"mailto:info@bau-mueller.de\\">Mail</a>"}`,
    "{&q;mail&q;:&q;info@bau-mueller.de&q;}",
  ])("state: %s", (json) => expect(extractEmails(`<script type="application/json">${json}</script>`)).toEqual([own]));
});

describe("hidden and trap addresses", () => {
  test.each([
    "<div style='display:none'>falle@bau-mueller.de</div>",
    "<p style='position:absolute;left:-9999px'>falle@bau-mueller.de</p>",
    "<div hidden><a href='mailto:falle@bau-mueller.de'>x</a></div>",
    "<a href='mailto:falle@bau-mueller.de' style='display:none'>x</a>",
    "<style>.t{display:none}</style><p class=t><a href='mailto:falle@bau-mueller.de'>x</a></p>",
    "<p>z. B. max@mustermann.de</p>",
    "<p>Beispiel: peter@gmx.de</p>",
    "<p>vorname.nachname@bau-mueller.de</p>",
    "<input placeholder='info@bau-mueller.de'>",
    "<p>git@github.com:x/y.git</p>",
    "<p>npm i x@latest @types/node@20</p>",
    "<script>var s='https://abc123@sentry.bau-mueller.de/2'</script>",
    `<script type="application/ld+json">{"@type":"Review","author":{"email":"kunde@x.de"}}</script>`,
    `<script type="application/json">{"segmentUser":"anon-5@segment-collector.de"}</script>`,
  ])("%s", (html) => expect(extractEmails(html)).toEqual([]));

  test("a popup that opens on a click is not hidden", () => {
    expect(extractEmails("<div id='modal-kontakt' style='display:none'>info@bau-mueller.de</div>")).toEqual([own]);
  });
});
