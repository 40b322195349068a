import { getTexts } from "../page-markup";
import { reverseText, encodeCloudflare, encodeEntities, encodePercent, encodeTypo3 } from "./obfuscate-email";
import { shapeShowing, type Shape } from "./shape";

const splitEmail = (address: string): [user: string, name: string, ending: string] => {
  const [user = "", domain = ""] = address.split("@");
  const [name = "", ending = ""] = domain.split(".");
  return [user, name, ending];
};

function encodeJoomla(address: string): string {
  const [user, name, ending] = splitEmail(address);
  const id = "cloak7f21";
  const [userCode, nameCode, endingCode] = [user, name, ending].map(encodeEntities);
  return `<span id="${id}">Cette adresse e-mail est protégée contre les robots spammeurs.</span>\
<script type='text/javascript'>
document.getElementById('${id}').innerHTML = '';
var prefix = '&#109;a' + 'i&#108;' + '&#116;o';
var path = 'hr' + 'ef' + '=';
var addy${id} = '${userCode}' + '&#64;';
addy${id} = addy${id} + '${nameCode}' + '&#46;' + '${endingCode}';
var addy_text${id} = '${userCode}' + '&#64;' + '${nameCode}' + '&#46;' + '${endingCode}';
document.getElementById('${id}').innerHTML += '<a ' + path + '\\'' + prefix + ':' + addy${id} + '\\'>' \
+ addy_text${id} + '<\\/a>';
</script>`;
}

/** Sites that obfuscate their address as site builders do. */
export const obfuscatedShapes: Shape[] = [
  shapeShowing(
    "cf-email",
    "contact",
    (address) => `<span class="__cf_email__" data-cfemail="${encodeCloudflare(address)}">[email&#160;protected]</span>`,
  ),
  shapeShowing(
    "cf-link",
    "contact",
    (address) => `<a href="/cdn-cgi/l/email-protection#${encodeCloudflare(address, 0x21)}">✉</a>`,
  ),
  shapeShowing("at-in-brackets", "contact", (address) => `<p>${address.replace("@", " (at) ")}</p>`),
  shapeShowing("at-and-dot", "contact", (address) => {
    const [user, name, ending] = splitEmail(address);
    return `<p>${user} [at] ${name} [dot] ${ending}</p>`;
  }),
  shapeShowing("at-in-words", "contact", (address, site) => {
    const [user, name, ending] = splitEmail(address);
    const { at, dot } = getTexts(site);
    return `<p>${user} [${at}] ${name} [${dot}] ${ending}</p>`;
  }),
  shapeShowing("joomla-cloak", "contact", encodeJoomla),
  shapeShowing("typo3-crypt", "contact", (address) => {
    const link = encodeTypo3(`mailto:${address}`, 2);
    return (
      `<a href="javascript:linkTo_UnCryptMailto(%27${encodeURIComponent(link)}%27);">` +
      `${address.replace("@", "(at)")}</a>`
    );
  }),
  shapeShowing(
    "typo3-data",
    "contact",
    (address) =>
      `<a href="#" data-mailto-token="${encodeTypo3(`mailto:${address}`, 1)}" data-mailto-vector="1">✉</a> ` +
      `<p>${address.replace("@", " (at) ")}</p>`,
  ),
  shapeShowing(
    "entities",
    "contact",
    (address) => `<a href="${encodeEntities(`mailto:${address}`)}">${encodeEntities(address)}</a>`,
  ),
  shapeShowing("percent", "contact", (address) => `<a href="mailto:${encodePercent(address)}">✉</a>`),
  shapeShowing(
    "reversed",
    "contact",
    (address) => `<span style="unicode-bidi:bidi-override; direction: rtl;">${reverseText(address)}</span>`,
  ),
  shapeShowing("split-spans", "contact", (address) => {
    const [user, name, ending] = splitEmail(address);
    return `<p><span>${user}</span><span>@</span><span>${name}</span><span>.</span><span>${ending}</span></p>`;
  }),
  shapeShowing(
    "comments-inside",
    "contact",
    (address) => `<p>${address.replace("@", "<!-- no robots -->@<!-- please -->")}</p>`,
  ),
  shapeShowing("line-break-hint", "contact", (address) => `<p>${address.replace("@", "<wbr>@<wbr>")}</p>`),
  shapeShowing("full-width", "contact", (address) => `<p>${address.replace("@", "＠").replace(".", "．")}</p>`),
  shapeShowing(
    "base64-script",
    "contact",
    (address) =>
      '<a id="m" href="#">✉</a><script>document.getElementById("m").href = "mailto:" + ' +
      `atob("${btoa(address)}");</script>`,
  ),
  shapeShowing("joined-script", "contact", (address) => {
    const [user, name, ending] = splitEmail(address);
    return (
      `<script>document.write('<a href="mai' + 'lto:${user}' + '@' + '${name}' + '.' + ` +
      `'${ending}">✉</a>');</script>`
    );
  }),
  shapeShowing("attribute", "contact", (address) => `<button type="button" data-email="${address}">✉</button>`),
];
