import { decodeBase64, decodeCloudflare, decodeEntities, decodeHex, decodeTypo3, percentDecode, reverse, rot13, stripTags } from "./decode";
import { EmailBag, type Neighbour } from "./email-bag";
import { emailsIn } from "./email-syntax";
import { type Site, undisguised } from "./own";
import type { Page, PageAttribute } from "./page";
import { plain } from "./page-text";
import { stringsOf } from "./script-strings";
import { joinedAddress } from "./split-address";
import type { Strangers } from "./strangers";
import { type DataFindings, isVcard, readVcard, vcardOf } from "./structured";
import type { FoundEmail } from "./types";

/** Signs that a script may hold an address in some form; all others are not read. */
const WORTH_READING = /@|&#|%40|\\x40|\\u0040|\\100|fromCh|fromCo|atob|mail|courriel|hostname|[([{](?:at|ät|arobase)[)\]}]/i;
const MAX_SCRIPTS = 400;
const WRITES_NUMBER = /tel:|t[ée]l[.: ]|phone/i;
const SPELLED = /[([{<|][\s*_]{0,3}(?:at|ät|æt|@|arobas|a|chez|klammer)|[_*-](?:at|ät)[_*-]|\s(?:at|arobase|ät)\s/i;
const TELLING = /mail|enc|contact|href|addr|protect|crypt|link|obf|hidden|secret|token|code|safe|cloak|rev|b64|base64|rot|data-[a-z]$/;

/** `neighbour` tells of a place in the text whose address stands next to it; `scriptTexts` are what the scripts would write. */
export type EmailFindings = { emails: FoundEmail[]; neighbour: Neighbour; scriptTexts: string[] };

/**
 * Every address worth showing on a page, in the order of how sure the reading is.
 */
export function collectEmails(page: Page, site: Site, data: DataFindings, strangers: Strangers): EmailFindings {
  const bag = new EmailBag(page, site, strangers);
  for (const { href, at } of page.anchors) fromHref(bag, href, at);
  for (const { name, value, at } of page.properties) {
    if (name === "email" && !bag.addAll(percentDecode(value), "structured", at)) bag.addSpelled(value, at);
  }
  for (const { text, trust } of data.texts) if (!bag.addAll(text, "structured", undefined, trust)) bag.addSpelled(text);
  for (const script of data.broken) fromScript(bag, script, "structured");
  if (isVcard(page.text)) for (const text of readVcard(page.text).texts) bag.addAll(text, "structured");
  for (const { value, start } of emailsIn(page.text, site.domain)) bag.add(value, "text", start);
  for (const attribute of page.attributes) fromAttribute(bag, attribute);
  bag.addAll(page.description, "attribute");
  bag.addSpelledIn(page.text);
  bag.addSpelled(page.description);
  if (site.disguised.test(page.text)) fromDisguise(bag, page.text);
  const scriptTexts = page.scripts.slice(0, MAX_SCRIPTS).flatMap((script) => (script.json ? [] : fromScript(bag, script.text)));
  return { emails: bag.values(), neighbour: bag.neighbours(), scriptTexts };
}

/** Words of the page that read the right way only when turned round. */
function fromDisguise(bag: EmailBag, text: string): void {
  for (const line of text.split("\n", 20_000)) {
    if (line.length < 400 && line.includes("@") && bag.site.disguised.test(line)) for (const clear of undisguised(line)) bag.addOwn(clear, "deobfuscated");
  }
}

function fromHref(bag: EmailBag, raw: string, at: number): void {
  if (raw.length < 6 || raw.startsWith("/") && !raw.startsWith("/cdn-cgi/") || raw.startsWith("#")) return;
  const href = raw.trim().slice(0, 4000);
  if (/^\s{0,3}mailto\s{0,2}:/i.test(href)) return fromMailto(bag, href.slice(href.indexOf(":") + 1), at);
  const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  if (cloudflare) bag.addAll(decodeCloudflare(cloudflare) ?? "", "deobfuscated", at);
  else if (/^data:text\/(?:x-)?vcard/i.test(href)) {
    for (const text of readVcard(vcardOf(href)).texts) bag.addAll(text, "structured", at);
  } else if (/^javascript:/i.test(href)) fromCode(bag, percentDecode(href.slice("javascript:".length)), at);
  // "http://info@firm.fr" and "https://mailto:info@firm.fr": a mailto gone wrong.
  else if (href.includes("@") && /^(?:(?:https?:\/\/)?(?:www\.)?(?:mailto:)?|e?mail:)[\w.+-]+@[\w.-]+\/?$/i.test(href)) bag.addAll(href.replace(/^.*\/\/|^e?mail:/i, ""), "link", at);
  else if (/mailto:|%40|\(at\)|\[at\]/i.test(href)) bag.addOwn(percentDecode(href).replace(/^.*:\/\//, ""), "link", at);
}

function fromMailto(bag: EmailBag, rest: string, at: number): void {
  const query = rest.indexOf("?");
  const address = plain(decodeEntities(percentDecode(percentDecode(query === -1 ? rest : rest.slice(0, query)))));
  for (const [, copies = ""] of query === -1 ? [] : rest.slice(query).matchAll(/[?&;](?:to|cc|bcc)=([^&]{5,300})/gi)) bag.addAll(plain(percentDecode(copies)), "link", at);
  // Without "?" some write "mailto:info@firm.fr&subject=…".
  if (bag.addAll(address.split(/&(?:subject|body|cc)=/i, 1)[0] ?? "", "link", at) || address.trim() === "") return;
  if (bag.addSpelled(address, at) || bag.addSpelled(address.replace(/[/_]/g, " "), at)) return;
  // Kept in disguise until a script turns it: mailto:rf.mrif@ofni.
  fromEncoded(bag, address, at, true);
}

function fromAttribute(bag: EmailBag, { name, value, at }: PageAttribute): void {
  if (name === "data-cfemail") bag.addAll(decodeCloudflare(value) ?? "", "deobfuscated", at);
  else if (name === "data-mailto-token") bag.addAll(decodeTypo3(value) ?? "", "deobfuscated", at);
  else if (name === "data-split") bag.addAll(value, "deobfuscated", at);
  else if (name.startsWith("on")) {
    if (WORTH_READING.test(value) || value.includes("(")) fromCode(bag, value, at);
  } else if (name === "href" || name === "action" || /^\s{0,3}(?:javascript|mailto)\s{0,2}:|^\/cdn-cgi\//i.test(value)) fromHref(bag, value, at);
  else fromValue(bag, name, value, at);
}

/** A value as it stands, or turned, rotated or encoded: what reads as an address of the site itself is believed first. */
function fromValue(bag: EmailBag, name: string, value: string, at: number): void {
  const telling = name !== "content" && name !== "title" && name !== "alt" && TELLING.test(name);
  const disguised = bag.site.disguised.test(value);
  if ((telling || disguised || name.startsWith("data-")) && fromEncoded(bag, value, at, telling)) return;
  const straight = value.includes("@") || value.includes("%40") ? plain(percentDecode(decodeEntities(value))) : "";
  if (straight !== "" && (bag.addAll(stripTags(straight), "attribute", at) || bag.addAll(straight, "attribute", at))) return;
  // "info|firm.fr" until a script puts the sign in.
  const halves = name.startsWith("data-") && value.length < 120 && bag.site.domain !== "" && value.toLowerCase().endsWith(bag.site.domain) ? /^(?:mailto:)?([\w.+-]{1,40})[^\w.+-]{1,3}$/i.exec(value.slice(0, -bag.site.domain.length)) : null;
  if (halves?.[1]) return bag.addJoined(halves[1], bag.site.domain, "deobfuscated", at);
  if (SPELLED.test(value) && value.length < 1000) bag.addSpelled(value, at);
}

/** Readings that are guesses: taken when they name the site's own domain, or when the attribute's name promises an address. */
function fromEncoded(bag: EmailBag, value: string, at: number | undefined, telling: boolean): boolean {
  if (value.length > 400 || value.includes("  ") || !bag.mayGuess(1)) return false;
  if ((bag.site.disguised.test(value) || (telling && /@|\[at\]/i.test(value))) && bag.mayGuess(8)) {
    const clear = percentDecode(value);
    for (const text of telling ? [reverse(clear), rot13(clear.replace(/\[at\]/i, "@"))] : undisguised(clear)) if (bag.addOwn(text, "deobfuscated", at)) return true;
    if (bag.site.disguised.test(value)) for (const text of undisguised(clear)) if (bag.addOwn(text, "deobfuscated", at)) return true;
  }
  if (value.length < 8 || value.includes(" ")) return false;
  const [plainText, turned] = [decodeBase64(value), telling ? decodeBase64(reverse(value)) : undefined];
  for (const text of [plainText, turned, plainText && reverse(plainText), plainText && rot13(plainText), plainText && decodeBase64(plainText), decodeHex(value), telling ? decodeCloudflare(value) : undefined]) {
    if (!text || text.length < 5) continue;
    const clear = percentDecode(decodeEntities(text)).replace(/^mailto:/i, "");
    if (text === plainText || telling ? (bag.addOwn(clear, "deobfuscated", at) || (isWhole(clear) && bag.addAll(clear, "deobfuscated", at))) : bag.addOwn(clear, "deobfuscated", at)) return true;
    if (text === plainText && SPELLED.test(clear) && bag.addSpelled(clear, at)) return true;
  }
  return false;
}

const isWhole = (text: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text.trim());

function fromCode(bag: EmailBag, code: string, at: number): void {
  const crypted = !bag.mayGuess(2) ? null : /UnCrypt\w*\(\s{0,3}(?:decodeURIComponent\()?\s{0,3}['"]([^'"]{5,300})['"]/i.exec(percentDecode(code));
  const clear = crypted?.[1] ? decodeTypo3(crypted[1].replaceAll("\\/", "/").replaceAll("\\", "")) : undefined;
  if (clear) bag.addAll(clear, "deobfuscated", at);
  else fromScript(bag, code, "script", at);
}

/** @returns the texts of the script with some digits in them */
function fromScript(bag: EmailBag, script: string, source: "script" | "structured" = "script", at?: number): string[] {
  if (!WORTH_READING.test(script) && !bag.site.disguised.test(script) && !script.includes(`"${bag.site.domain}"`) && !script.includes(`'${bag.site.domain}'`) && !(script.length < 20_000 && WRITES_NUMBER.test(script))) return [];
  const { texts, named, calls, codes } = stringsOf(script, bag.site.host);
  for (const list of codes.slice(0, 40)) fromCodes(bag, list, at);
  const joined = texts.map((value) => percentDecode(decodeEntities(value))).join("\n");
  const clear = joined.includes("znvygb:") ? rot13(joined) : joined;
  let read = bag.addAll(stripTags(clear), source, at);
  if (!read) read = bag.addAll(clear, source, at);
  if (SPELLED.test(clear)) bag.addSpelled(clear.slice(0, 100_000), at);
  if (isVcard(clear)) for (const line of readVcard(clear).texts) bag.addAll(line, "structured");
  for (const text of texts) if (text.length >= 8 && text.length <= 300) fromEncoded(bag, text, at, false);
  for (const values of named) {
    const pieces = [...values].flatMap(([name, value]) => (typeof value === "string" && value.length <= 100 ? [{ name: name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase(), value }] : []));
    const address = pieces.length > 1 ? joinedAddress(pieces, bag.site.domain) : undefined;
    if (address) bag.addAll(address, "script", at);
  }
  for (const { name, texts: given } of calls) fromCall(bag, name, given, at);
  // Told apart from regular expressions by guess, so a string may be missed; an address written out is not.
  if (!read && script.includes("@")) bag.addAll(script, source, at);
  return texts.filter((text) => text.length < 5000 && /\d\D{0,3}\d/.test(text)).slice(0, 500);
}

/** Numbers that a loop makes letters of: as they are, or all moved or flipped by the same amount. */
function fromCodes(bag: EmailBag, codes: readonly number[], at: number | undefined): void {
  const read = (letter: (code: number) => number) => String.fromCharCode(...codes.map((code) => Math.max(32, letter(code) & 0xffff)));
  if (bag.addAll(read((code) => code), "script", at) || bag.site.domain === "") return;
  for (let by = 1; by < 256; by++) {
    for (const text of [by <= 64 ? read((code) => code - by) : "", by <= 64 ? read((code) => code + by) : "", read((code) => code ^ by)]) {
      if (text.includes(bag.site.domain) && bag.addOwn(text, "script", at)) return;
    }
  }
}

/** sendMail("info", "firm", "fr"), decrypt("…"): what a function of the page's own is given. */
function fromCall(bag: EmailBag, name: string, texts: readonly string[], at: number | undefined): void {
  const own = bag.site.domain;
  if (own === "") return;
  const isLocal = (text: string) => /^[a-z0-9][a-z0-9._+-]{0,40}$/i.test(text);
  texts.forEach((text, place) => {
    const domain = text.toLowerCase().replace(/^@?(?:www\.)?/, "");
    const pair = `${domain}.${texts[place + 1]?.replace(/^\./, "").toLowerCase() ?? ""}`;
    const width = domain === own ? 1 : pair === own ? 2 : 0;
    if (width === 0) return;
    const local = [texts[place - 1], texts[place + width]].find((other) => other !== undefined && isLocal(other));
    if (local) bag.addJoined(local, own, "script", at);
  });
  const [user = "", domain = "", ending = ""] = texts;
  if (/mail|courriel|contact|addr/i.test(name) && isLocal(user) && /^[a-z0-9-]+(?:\.[a-z]{2,})*$/i.test(domain)) bag.addJoined(user, domain.includes(".") ? domain : `${domain}.${ending.replace(/^\./, "")}`, "script", at);
}
