import { decodeBase64, decodeCloudflare, decodeEntities, decodeTypo3, percentDecode, reverse, rot13, stripTags } from "./decode";
import { isOwn, isWanted } from "./email-rules";
import { emailsIn } from "./email-syntax";
import { deobfuscate, withoutTraps } from "./obfuscated";
import type { Page } from "./page";
import { SEAM } from "./page-text";
import { stringsOf } from "./script-strings";
import { registrableDomain } from "./site";
import { isVcard, readJson, readVcard, vcardOf } from "./structured";
import type { ContactSource, FoundEmail } from "./types";

const MAX_EMAILS = 40;
const CONTEXT = 80;

/** The addresses so far, each once, with the way it was first read; the surest ways are asked first. */
class EmailBag {
  private readonly found = new Map<string, FoundEmail>();

  constructor(
    private readonly text: string,
    private readonly host: string,
  ) {}

  /** @param at offset in the page's text where it stands, when it stands there. */
  add(candidate: string, source: ContactSource, at?: number): void {
    const cleared = withoutTraps(candidate);
    const value = cleared ?? candidate;
    const before = at === undefined ? "" : this.text.slice(Math.max(0, at - 260), at).replaceAll(SEAM, "").replace(/\s+/g, " ");
    if (this.found.has(value) || this.found.size >= MAX_EMAILS || !isWanted(value, this.host, before)) return;
    const context = before.slice(-CONTEXT).trim();
    this.found.set(value, { value, source: cleared ? "deobfuscated" : source, ...(context ? { context } : {}) });
  }

  addAll(text: string, source: ContactSource, at?: number): boolean {
    const candidates = emailsIn(text);
    for (const { value } of candidates) this.add(value, source, at);
    return candidates.length > 0;
  }

  values(): FoundEmail[] {
    return [...this.found.values()];
  }
}

/** Every address worth showing on a page, in the order of how sure the reading is. */
export function collectEmails(page: Page, host: string): FoundEmail[] {
  const bag = new EmailBag(page.text, host);
  for (const { href, at } of page.anchors) fromHref(bag, href, at, host);
  fromData(bag, page);
  for (const { value, start } of emailsIn(page.text)) bag.add(value, "text", start);
  for (const attribute of page.attributes) fromAttribute(bag, attribute, host);
  for (const { value, start } of deobfuscate(page.text, registrableDomain(host))) bag.add(value, "deobfuscated", start);
  for (const script of page.scripts) if (!script.json) fromScript(bag, script.text);
  return bag.values();
}

function fromHref(bag: EmailBag, raw: string, at: number, host: string): void {
  const href = raw.trim().slice(0, 4000);
  if (/^mailto:/i.test(href)) {
    const address = decodeEntities(percentDecode(href.slice("mailto:".length).split("?", 1)[0] ?? ""));
    const copies = /[?&](?:to|cc|bcc)=([^&]{5,200})/i.exec(href)?.[1];
    if (!bag.addAll(address, "link", at)) {
      for (const { value } of deobfuscate(address, registrableDomain(host))) bag.add(value, "deobfuscated", at);
      // Kept the wrong way round until a script turns it: mailto:rf.mrif@ofni.
      for (const { value } of emailsIn(reverse(address))) if (isOwn(value, host)) bag.add(value, "deobfuscated", at);
    }
    if (copies) bag.addAll(percentDecode(copies), "link", at);
    return;
  }
  const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  if (cloudflare) bag.addAll(decodeCloudflare(cloudflare) ?? "", "deobfuscated", at);
  if (/^data:text\/(?:x-)?vcard/i.test(href)) {
    for (const text of readVcard(vcardOf(href)).texts) bag.addAll(text, "structured", at);
  }
  if (/^javascript:/i.test(href)) fromCode(bag, percentDecode(href.slice("javascript:".length)), at);
}

function fromData(bag: EmailBag, page: Page): void {
  for (const { name, value, at } of page.properties) if (name === "email") bag.addAll(percentDecode(value), "structured", at);
  for (const script of page.scripts) {
    if (script.json) for (const text of readJson(script.text).texts) bag.addAll(text, "structured");
  }
  if (isVcard(page.text)) for (const text of readVcard(page.text).texts) bag.addAll(text, "structured");
}

function fromAttribute(bag: EmailBag, { name, value, at }: Page["attributes"][number], host: string): void {
  if (name === "data-cfemail") bag.addAll(decodeCloudflare(value) ?? "", "deobfuscated", at);
  else if (name === "data-mailto-token") bag.addAll(decodeTypo3(value) ?? "", "deobfuscated", at);
  else if (name === "data-split") bag.addAll(value, "deobfuscated", at);
  else if (name === "href" || name === "action") fromHref(bag, value, at, host);
  else if (name.startsWith("on")) fromCode(bag, value, at);
  else if (/^(?:javascript|mailto):|^\/cdn-cgi\//i.test(value)) fromHref(bag, value, at, host);
  else fromValue(bag, name, value, at, host);
}

/** A value as it stands, or turned, rotated or in base64: what reads as an address of the site itself is believed first. */
function fromValue(bag: EmailBag, name: string, value: string, at: number, host: string): void {
  const straight = emailsIn(percentDecode(value));
  const telling = /mail|enc|contact|href|addr|protect|crypt|link|data-e$|data-m$/.test(name);
  const variants = telling ? [reverse(value), rot13(value.replace(/\[at\]/i, "@")), decodeBase64(value) ?? "", reverse(decodeBase64(value) ?? ""), decodeBase64(reverse(value)) ?? ""] : [];
  for (const variant of variants) {
    const read = [...emailsIn(variant), ...deobfuscate(variant, registrableDomain(host))].filter((found) => isOwn(found.value, host));
    for (const found of read) bag.add(found.value, "deobfuscated", at);
    if (read.length > 0) return;
  }
  for (const { value: email } of straight) bag.add(email, "attribute", at);
  if (straight.length > 0 || !name.startsWith("data-")) return;
  for (const { value: email } of deobfuscate(value, registrableDomain(host))) bag.add(email, "deobfuscated", at);
  if (telling) bag.addAll(variants[2] ?? "", "deobfuscated", at);
}

function fromCode(bag: EmailBag, code: string, at: number): void {
  const crypted = /linkTo_UnCryptMailto\(\s{0,3}(?:decodeURIComponent\()?\s{0,3}['"]([^'"]{5,300})['"]/i.exec(percentDecode(code));
  if (crypted?.[1]) bag.addAll(decodeTypo3(crypted[1].replaceAll("\\/", "/").replaceAll("\\", "")) ?? "", "deobfuscated", at);
  else bag.addAll(stringsOf(code).map(decodeEntities).join("\n"), "script", at);
}

function fromScript(bag: EmailBag, script: string): void {
  const strings = stringsOf(script);
  const joined = strings.map((value) => percentDecode(decodeEntities(value))).join("\n");
  const text = joined.includes("znvygb:") ? rot13(joined) : joined;
  const read = bag.addAll(stripTags(text), "script") || bag.addAll(text, "script");
  if (isVcard(text)) for (const line of readVcard(text).texts) bag.addAll(line, "structured");
  // Told apart from regular expressions by guess, so a string may be missed; an address written out is not.
  if (!read) bag.addAll(script, "script");
}
