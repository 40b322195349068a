import type { FoundEmail } from "../contact-types";
import { toPlainText } from "../html/page-text";
import type { Page, PageAttribute } from "../html/parse-page";
import { type StructuredData, hasVcard, parseVcard, decodeVcardLink } from "../html/structured-data";
import { joinPattern } from "../join-pattern";
import { isOwnDomain, type OwnSite, listUndisguised } from "../ownership/own-domain";
import type { ThirdParties } from "../ownership/third-parties";
import { ScriptEmailReader } from "../scripts/script-emails";
import { SPELLED_OUT_AT } from "./deobfuscate-emails";
import { EmailCollector, type NeighbourLookup } from "./email-collector";
import { decodeCloudflare, decodeEntities, decodeTypo3, decodePercent, stripTags } from "./email-decoders";
import { findEmails } from "./email-syntax";
import { collectFromEncoded } from "./encoded-emails";
import { isUnattendedMailbox } from "./rules-emails";
import { mentionsMail } from "./split-emails";

/** Links whose text is checked for another address. */
const MAX_LEFTOVER_LINKS = 50;
const EMAIL_ATTRIBUTE = joinPattern(
  "",
  String.raw`mail|enc|contact|href|addr|protect|crypt|link|obf|hidden|secret|token|code|safe|cloak|rev|b64|`,
  String.raw`base64|rot|data-[a-z]$`,
);

/** `findNeighbour` says whose address is next to a place in the text; `scriptTexts` is what the scripts would write. */
export type EmailFindings = { emails: FoundEmail[]; findNeighbour: NeighbourLookup; scriptTexts: string[] };

/** All useful addresses of a page, the most reliable sources first. */
export function collectEmails(
  page: Page,
  site: OwnSite,
  data: StructuredData,
  thirdParties: ThirdParties,
): EmailFindings {
  const collector = new EmailCollector(page, site, thirdParties);
  const scripts = new ScriptEmailReader(collector, page.scripts);
  const leftovers = findLeftoverLinks(page, site);
  for (const { href, at } of page.anchors) {
    const shown = leftovers.size === 0 ? undefined : leftovers.get(parseMailtoEmail(href));
    if (shown === undefined) collectFromHref(collector, scripts, href, at);
    else collector.add(shown, "link", at);
  }
  for (const { name, value, at } of page.properties) {
    if (name === "email" && !collector.addAll(decodePercent(value), "structured", at))
      collector.addSpelledOut(value, at);
  }
  for (const { text, trust } of data.texts)
    if (!collector.addAll(text, "structured", undefined, trust)) collector.addSpelledOut(text);
  for (const script of data.broken) scripts.readScript(script, "structured");
  if (hasVcard(page.text)) for (const text of parseVcard(page.text).texts) collector.addAll(text, "structured");
  for (const { value, start } of findEmails(page.text, site.domain)) collector.add(value, "text", start);
  for (const attribute of page.attributes) collectFromAttribute(collector, scripts, attribute);
  for (const { halves, saidMail, at } of page.halves) {
    if (saidMail || scripts.isJoinedHere(halves)) collector.addAll(halves.address, "deobfuscated", at);
  }
  collector.addAll(page.description, "attribute");
  collector.addSpelledOutInPage(page.text);
  collector.addSpelledOut(page.description);
  if (site.disguisePattern.test(page.text)) collectFromDisguise(collector, page.text);
  const scriptTexts = scripts.readAll();
  return { emails: collector.listEmails(), findNeighbour: collector.createNeighbourLookup(), scriptTexts };
}

/** The one address of a plain mailto, "" for any other link. */
function parseMailtoEmail(href: string): string {
  const written = /^\s{0,3}mailto:([^,;\s]{3,120})$/i.exec(href.slice(0, 200))?.[1];
  return written ? (findEmails(decodePercent(written.split("?", 1)[0] ?? ""))[0]?.value ?? "") : "";
}

/**
 * Addresses of mailto links whose text shows a different one: the link still has that of a theme or another firm. The
 * site's own address in a link is kept, unless the text shows an own one, too.
 */
function findLeftoverLinks({ anchors, text }: Page, site: OwnSite): Map<string, string> {
  const leftovers = new Map<string, string>();
  const isOwn = (address: string) => isOwnDomain(address.slice(address.indexOf("@") + 1), site);
  for (const anchor of anchors) {
    if (leftovers.size >= MAX_LEFTOVER_LINKS) break;
    if (!anchor.text.includes("@")) continue;
    const linked = parseMailtoEmail(anchor.href);
    const shown = findEmails(anchor.text, site.domain).map(({ value }) => value);
    const [only = ""] = shown;
    if (linked === "" || shown.length !== 1 || isUnattendedMailbox(only.split("@", 1)[0] ?? "")) continue;
    // Other text is glued to one of them.
    if (only.endsWith(linked) || linked.endsWith(only)) continue;
    if (isOwn(only) || !isOwn(linked)) leftovers.set(linked, only);
  }
  for (const linked of leftovers.keys()) if (text.includes(linked)) leftovers.delete(linked);
  return leftovers;
}

/** Reversed text of the page. */
function collectFromDisguise(collector: EmailCollector, text: string): void {
  for (const line of text.split("\n", 20_000)) {
    if (line.length < 400 && line.includes("@") && collector.site.disguisePattern.test(line))
      for (const clear of listUndisguised(line)) collector.addOwn(clear, "deobfuscated");
  }
}

function collectFromHref(collector: EmailCollector, scripts: ScriptEmailReader, raw: string, at: number): void {
  if (raw.length < 6 || (raw.startsWith("/") && !raw.startsWith("/cdn-cgi/")) || raw.startsWith("#")) return;
  const href = raw.trim().slice(0, 4000);
  if (/^\s{0,3}mailto\s{0,2}:/i.test(href)) return collectFromMailto(collector, href.slice(href.indexOf(":") + 1), at);
  const cloudflare = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  if (cloudflare) collector.addAll(decodeCloudflare(cloudflare) ?? "", "deobfuscated", at);
  else if (/^data:text\/(?:x-)?vcard/i.test(href)) {
    for (const text of parseVcard(decodeVcardLink(href)).texts) collector.addAll(text, "structured", at);
  } else if (/^javascript:/i.test(href)) scripts.readHandler(decodePercent(href.slice("javascript:".length)), at);
  // "http://info@firm.fr" and "https://mailto:info@firm.fr": broken mailto links.
  else if (href.includes("@") && /^(?:(?:https?:\/\/)?(?:www\.)?(?:mailto:)?|e?mail:)[\w.+-]+@[\w.-]+\/?$/i.test(href))
    collector.addAll(href.replace(/^.*\/\/|^e?mail:/i, ""), "link", at);
  else if (/mailto:|%40|\(at\)|\[at\]/i.test(href))
    collector.addOwn(decodePercent(href).replace(/^.*:\/\//, ""), "link", at);
}

function collectFromMailto(collector: EmailCollector, rest: string, at: number): void {
  const query = rest.indexOf("?");
  const address = toPlainText(decodeEntities(decodePercent(decodePercent(query === -1 ? rest : rest.slice(0, query)))));
  for (const [, copies = ""] of query === -1 ? [] : rest.slice(query).matchAll(/[?&;](?:to|cc|bcc)=([^&]{5,300})/gi))
    collector.addAll(toPlainText(decodePercent(copies)), "link", at);
  // Without "?" some write "mailto:info@firm.fr&subject=…".
  if (collector.addAll(address.split(/&(?:subject|body|cc)=/i, 1)[0] ?? "", "link", at) || address.trim() === "")
    return;
  if (collector.addSpelledOut(address, at) || collector.addSpelledOut(address.replace(/[/_]/g, " "), at)) return;
  // Reversed until a script runs: mailto:rf.mrif@ofni.
  collectFromEncoded(collector, address, at, true);
}

function collectFromAttribute(
  collector: EmailCollector,
  scripts: ScriptEmailReader,
  { name, value, at }: PageAttribute,
): void {
  if (name === "data-cfemail") collector.addAll(decodeCloudflare(value) ?? "", "deobfuscated", at);
  else if (name === "data-mailto-token") collector.addAll(decodeTypo3(value) ?? "", "deobfuscated", at);
  else if (name === "data-split") collector.addAll(value, "deobfuscated", at);
  else if (name.startsWith("on")) {
    if (value.includes("(") || value.includes("@") || /mail|&#|%40/i.test(value)) scripts.readHandler(value, at);
  } else if (name === "href" || name === "action" || /^\s{0,3}(?:javascript|mailto)\s{0,2}:|^\/cdn-cgi\//i.test(value))
    collectFromHref(collector, scripts, value, at);
  else collectFromValue(collector, name, value, at);
}

/** A value as it is, reversed, rotated or encoded; an address of the site itself comes first. */
function collectFromValue(collector: EmailCollector, name: string, value: string, at: number): void {
  const namesEmail = name !== "content" && name !== "title" && name !== "alt" && EMAIL_ATTRIBUTE.test(name);
  const isDisguised = collector.site.disguisePattern.test(value);
  if ((namesEmail || isDisguised || name.startsWith("data-")) && collectFromEncoded(collector, value, at, namesEmail))
    return;
  const straight =
    value.includes("@") || value.includes("%40") ? toPlainText(decodePercent(decodeEntities(value))) : "";
  if (
    straight !== "" &&
    (collector.addAll(stripTags(straight), "attribute", at) || collector.addAll(straight, "attribute", at))
  )
    return;
  // data-mail="info|firm.fr": a script inserts the "@".
  const halves =
    name.startsWith("data-") &&
    mentionsMail(name) &&
    value.length < 120 &&
    collector.site.domain !== "" &&
    value.toLowerCase().endsWith(collector.site.domain)
      ? /^(?:mailto:)?([\w.+-]{1,40})[^\w.+:/-]{1,3}$/i.exec(value.slice(0, -collector.site.domain.length))
      : null;
  if (halves?.[1]) return collector.addJoined(halves[1], collector.site.domain, "deobfuscated", at);
  if (SPELLED_OUT_AT.test(value) && value.length < 1000) collector.addSpelledOut(value, at);
}
