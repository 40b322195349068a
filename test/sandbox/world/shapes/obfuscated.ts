import { wordsOf } from "../markup";
import { backwards, cfEmail, entities, percent, typo3 } from "./encode";
import { shows, type Shape } from "./shape";

const halves = (address: string): [user: string, name: string, ending: string] => {
  const [user = "", domain = ""] = address.split("@");
  const [name = "", ending = ""] = domain.split(".");
  return [user, name, ending];
};

function joomla(address: string): string {
  const [user, name, ending] = halves(address);
  const id = "cloak7f21";
  return `<span id="${id}">Cette adresse e-mail est protégée contre les robots spammeurs.</span><script type='text/javascript'>
document.getElementById('${id}').innerHTML = '';
var prefix = '&#109;a' + 'i&#108;' + '&#116;o';
var path = 'hr' + 'ef' + '=';
var addy${id} = '${entities(user)}' + '&#64;';
addy${id} = addy${id} + '${entities(name)}' + '&#46;' + '${entities(ending)}';
var addy_text${id} = '${entities(user)}' + '&#64;' + '${entities(name)}' + '&#46;' + '${entities(ending)}';
document.getElementById('${id}').innerHTML += '<a ' + path + '\\'' + prefix + ':' + addy${id} + '\\'>' + addy_text${id} + '<\\/a>';
</script>`;
}

/** Sites that hide their address from simple readers, as site builders do. */
export const obfuscatedShapes: Shape[] = [
  shows(
    "cf-email",
    "contact",
    (address) => `<span class="__cf_email__" data-cfemail="${cfEmail(address)}">[email&#160;protected]</span>`,
  ),
  shows("cf-link", "contact", (address) => `<a href="/cdn-cgi/l/email-protection#${cfEmail(address, 0x21)}">✉</a>`),
  shows("at-in-brackets", "contact", (address) => `<p>${address.replace("@", " (at) ")}</p>`),
  shows("at-and-dot", "contact", (address) => {
    const [user, name, ending] = halves(address);
    return `<p>${user} [at] ${name} [dot] ${ending}</p>`;
  }),
  shows("at-in-words", "contact", (address, site) => {
    const [user, name, ending] = halves(address);
    const { at, dot } = wordsOf(site);
    return `<p>${user} [${at}] ${name} [${dot}] ${ending}</p>`;
  }),
  shows("joomla-cloak", "contact", joomla),
  shows("typo3-crypt", "contact", (address) => {
    const link = typo3(`mailto:${address}`, 2);
    return `<a href="javascript:linkTo_UnCryptMailto(%27${encodeURIComponent(link)}%27);">${address.replace("@", "(at)")}</a>`;
  }),
  shows(
    "typo3-data",
    "contact",
    (address) =>
      `<a href="#" data-mailto-token="${typo3(`mailto:${address}`, 1)}" data-mailto-vector="1">✉</a> <p>${address.replace("@", " (at) ")}</p>`,
  ),
  shows("entities", "contact", (address) => `<a href="${entities(`mailto:${address}`)}">${entities(address)}</a>`),
  shows("percent", "contact", (address) => `<a href="mailto:${percent(address)}">✉</a>`),
  shows(
    "reversed",
    "contact",
    (address) => `<span style="unicode-bidi:bidi-override; direction: rtl;">${backwards(address)}</span>`,
  ),
  shows("split-spans", "contact", (address) => {
    const [user, name, ending] = halves(address);
    return `<p><span>${user}</span><span>@</span><span>${name}</span><span>.</span><span>${ending}</span></p>`;
  }),
  shows(
    "comments-inside",
    "contact",
    (address) => `<p>${address.replace("@", "<!-- no robots -->@<!-- please -->")}</p>`,
  ),
  shows("line-break-hint", "contact", (address) => `<p>${address.replace("@", "<wbr>@<wbr>")}</p>`),
  shows("full-width", "contact", (address) => `<p>${address.replace("@", "＠").replace(".", "．")}</p>`),
  shows(
    "base64-script",
    "contact",
    (address) =>
      `<a id="m" href="#">✉</a><script>document.getElementById("m").href = "mailto:" + atob("${btoa(address)}");</script>`,
  ),
  shows("joined-script", "contact", (address) => {
    const [user, name, ending] = halves(address);
    return `<script>document.write('<a href="mai' + 'lto:${user}' + '@' + '${name}' + '.' + '${ending}">✉</a>');</script>`;
  }),
  shows("attribute", "contact", (address) => `<button type="button" data-email="${address}">✉</button>`),
];
