import { decodeCloudflare, decodeEntities, decodeTypo3, percentDecode, stripTags } from "./decode";
import { EmailBag, type Neighbour } from "./email-bag";
import { isNobody } from "./email-rules";
import { emailsIn } from "./email-syntax";
import { fromEncoded } from "./encoded";
import { SPELLED } from "./obfuscated";
import { isOwnDomain, type Site, undisguised } from "./own";
import type { Page, PageAttribute } from "./page";
import { plain } from "./page-text";
import { ScriptReader } from "./script-emails";
import { saysMail } from "./split-address";
import type { Strangers } from "./strangers";
import { type DataFindings, isVcard, readVcard, vcardOf } from "./structured";
import type { FoundEmail } from "./types";

/** Links of which the words say another address. */
const MAX_LEFT = 50;
const TELLING =
  /mail|enc|contact|href|addr|protect|crypt|link|obf|hidden|secret|token|code|safe|cloak|rev|b64|base64|rot|data-[a-z]$/;

/** `neighbour` tells of a place in the text whose address stands next to it; `scriptTexts` are what the scripts would write. */
export type EmailFindings = { emails: FoundEmail[]; neighbour: Neighbour; scriptTexts: string[] };

/**
 * Every address worth showing on a page, in the order of how sure the reading is.
 */
export function collectEmails(page: Page, site: Site, data: DataFindings, strangers: Strangers): EmailFindings {
  const bag = new EmailBag(page, site, strangers);
  const scripts = new ScriptReader(bag, page.scripts);
  const left = leftBehind(page, site);
  for (const { href, at } of page.anchors) {
    const said = left.size === 0 ? undefined : left.get(addressOf(href));
    if (said === undefined) fromHref(bag, scripts, href, at);
    else bag.add(said, "link", at);
  }
  for (const { name, value, at } of page.properties) {
    if (name === "email" && !bag.addAll(percentDecode(value), "structured", at)) bag.addSpelled(value, at);
  }
  for (const { text, trust } of data.texts) if (!bag.addAll(text, "structured", undefined, trust)) bag.addSpelled(text);
  for (const script of data.broken) scripts.one(script, "structured");
  if (isVcard(page.text)) for (const text of readVcard(page.text).texts) bag.addAll(text, "structured");
  for (const { value, start } of emailsIn(page.text, site.domain)) bag.add(value, "text", start);
  for (const attribute of page.attributes) fromAttribute(bag, scripts, attribute);
  for (const { halves, saidMail, at } of page.halves) {
    if (saidMail || scripts.joins(halves)) bag.addAll(halves.address, "deobfuscated", at);
  }
  bag.addAll(page.description, "attribute");
  bag.addSpelledIn(page.text);
  bag.addSpelled(page.description);
  if (site.disguised.test(page.text)) fromDisguise(bag, page.text);
  const scriptTexts = scripts.readAll();
  return { emails: bag.values(), neighbour: bag.neighbours(), scriptTexts };
}

/** The one address of a plain mailto, "" for any other link. */
function addressOf(href: string): string {
  const written = /^\s{0,3}mailto:([^,;\s]{3,120})$/i.exec(href.slice(0, 200))?.[1];
  return written ? (emailsIn(percentDecode(written.split("?", 1)[0] ?? ""))[0]?.value ?? "") : "";
}

/**
 * Addresses in mailtos whose own words say another one, and that one: a theme's or another firm's was left in the link. The site's own
 * stay, unless the words are of it too.
 */
function leftBehind({ anchors, text }: Page, site: Site): Map<string, string> {
  const left = new Map<string, string>();
  const isOwn = (address: string) => isOwnDomain(address.slice(address.indexOf("@") + 1), site);
  for (const anchor of anchors) {
    if (left.size >= MAX_LEFT) break;
    if (!anchor.text.includes("@")) continue;
    const linked = addressOf(anchor.href);
    const said = emailsIn(anchor.text, site.domain).map(({ value }) => value);
    const [only = ""] = said;
    if (linked === "" || said.length !== 1 || isNobody(only.split("@", 1)[0] ?? "")) continue;
    // Something is glued to one of them.
    if (only.endsWith(linked) || linked.endsWith(only)) continue;
    if (isOwn(only) || !isOwn(linked)) left.set(linked, only);
  }
  for (const linked of left.keys()) if (text.includes(linked)) left.delete(linked);
  return left;
}

/** Words of the page that read the right way only when turned round. */
function fromDisguise(bag: EmailBag, text: string): void {
  for (const line of text.split("\n", 20_000)) {
    if (line.length < 400 && line.includes("@") && bag.site.disguised.test(line))
      for (const clear of undisguised(line)) bag.addOwn(clear, "deobfuscated");
  }
}

function fromHref(bag: EmailBag, scripts: ScriptReader, raw: string, at: number): void {
  if (raw.length < 6 || (raw.startsWith("/") && !raw.startsWith("/cdn-cgi/")) || raw.startsWith("#")) return;
  const href = raw.trim().slice(0, 4000);
  if (/^\s{0,3}mailto\s{0,2}:/i.test(href)) return fromMailto(bag, href.slice(href.indexOf(":") + 1), at);
  const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  if (cloudflare) bag.addAll(decodeCloudflare(cloudflare) ?? "", "deobfuscated", at);
  else if (/^data:text\/(?:x-)?vcard/i.test(href)) {
    for (const text of readVcard(vcardOf(href)).texts) bag.addAll(text, "structured", at);
  } else if (/^javascript:/i.test(href)) scripts.code(percentDecode(href.slice("javascript:".length)), at);
  // "http://info@firm.fr" and "https://mailto:info@firm.fr": a mailto gone wrong.
  else if (href.includes("@") && /^(?:(?:https?:\/\/)?(?:www\.)?(?:mailto:)?|e?mail:)[\w.+-]+@[\w.-]+\/?$/i.test(href))
    bag.addAll(href.replace(/^.*\/\/|^e?mail:/i, ""), "link", at);
  else if (/mailto:|%40|\(at\)|\[at\]/i.test(href)) bag.addOwn(percentDecode(href).replace(/^.*:\/\//, ""), "link", at);
}

function fromMailto(bag: EmailBag, rest: string, at: number): void {
  const query = rest.indexOf("?");
  const address = plain(decodeEntities(percentDecode(percentDecode(query === -1 ? rest : rest.slice(0, query)))));
  for (const [, copies = ""] of query === -1 ? [] : rest.slice(query).matchAll(/[?&;](?:to|cc|bcc)=([^&]{5,300})/gi))
    bag.addAll(plain(percentDecode(copies)), "link", at);
  // Without "?" some write "mailto:info@firm.fr&subject=…".
  if (bag.addAll(address.split(/&(?:subject|body|cc)=/i, 1)[0] ?? "", "link", at) || address.trim() === "") return;
  if (bag.addSpelled(address, at) || bag.addSpelled(address.replace(/[/_]/g, " "), at)) return;
  // Kept in disguise until a script turns it: mailto:rf.mrif@ofni.
  fromEncoded(bag, address, at, true);
}

function fromAttribute(bag: EmailBag, scripts: ScriptReader, { name, value, at }: PageAttribute): void {
  if (name === "data-cfemail") bag.addAll(decodeCloudflare(value) ?? "", "deobfuscated", at);
  else if (name === "data-mailto-token") bag.addAll(decodeTypo3(value) ?? "", "deobfuscated", at);
  else if (name === "data-split") bag.addAll(value, "deobfuscated", at);
  else if (name.startsWith("on")) {
    if (value.includes("(") || value.includes("@") || /mail|&#|%40/i.test(value)) scripts.code(value, at);
  } else if (name === "href" || name === "action" || /^\s{0,3}(?:javascript|mailto)\s{0,2}:|^\/cdn-cgi\//i.test(value))
    fromHref(bag, scripts, value, at);
  else fromValue(bag, name, value, at);
}

/** A value as it stands, or turned, rotated or encoded: what reads as an address of the site itself is believed first. */
function fromValue(bag: EmailBag, name: string, value: string, at: number): void {
  const telling = name !== "content" && name !== "title" && name !== "alt" && TELLING.test(name);
  const disguised = bag.site.disguised.test(value);
  if ((telling || disguised || name.startsWith("data-")) && fromEncoded(bag, value, at, telling)) return;
  const straight = value.includes("@") || value.includes("%40") ? plain(percentDecode(decodeEntities(value))) : "";
  if (straight !== "" && (bag.addAll(stripTags(straight), "attribute", at) || bag.addAll(straight, "attribute", at)))
    return;
  // data-mail="info|firm.fr", until a script puts the sign in.
  const halves =
    name.startsWith("data-") &&
    saysMail(name) &&
    value.length < 120 &&
    bag.site.domain !== "" &&
    value.toLowerCase().endsWith(bag.site.domain)
      ? /^(?:mailto:)?([\w.+-]{1,40})[^\w.+:/-]{1,3}$/i.exec(value.slice(0, -bag.site.domain.length))
      : null;
  if (halves?.[1]) return bag.addJoined(halves[1], bag.site.domain, "deobfuscated", at);
  if (SPELLED.test(value) && value.length < 1000) bag.addSpelled(value, at);
}
