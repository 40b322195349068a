import { decodeEntities, decodePercent, stripTags } from "../emails/email-decoders";
import { joinPattern } from "../join-pattern";
import type { PageScript } from "./parse-page";

/** Where a text was found: linked data, state under a contact key, or anywhere else. */
export type DataTrust = "linked" | "named" | "loose";

/**
 * `texts` may contain addresses, `phones` are numbers by their key, `words` may contain numbers. `broken` does not
 * parse (trailing commas, comments, raw line ends) and is read like a script.
 */
export type StructuredData = {
  texts: { text: string; trust: DataTrust }[];
  phones: string[];
  faxes: string[];
  words: string[];
  broken: string[];
};

const MAX_DATA_NODES = 50_000;
const MAX_DATA_TEXTS = 2_000;
const PHONE_KEY = joinPattern(
  "i",
  String.raw`^(?:[a-z]{0,20}[_-]?)?(?:tele?phone|telefon|phone|mobile|mobil|handy|portable|whats_?app|tel)`,
  String.raw`(?:[_-]?(?:number|no|nr|nummer|display|href|link|intl|e164|raw|formatted|main|1|2))?$`,
);
const NO_PHONE_KEY = /fax|hotel|host|agency|partner|placeholder|example|webmaster/i;
const SKIPPED_KEY = joinPattern(
  "i",
  String.raw`^(?:fax|fax_?number|author|creator|generator|provider|hosting\w*|host|hoster|developer|agency|`,
  String.raw`webdesign\w*|reviews?|review|testimonials?|vendors?|(?:sub)?processors?|consent\w*|cookies?|`,
  String.raw`trackers?|quotes?|feedbacks?|stories|partners?|sponsors?|placeholders?|example|funder|memberOf|`,
  String.raw`customers?|clients?|credits?|maker|madeBy|webmaster|copyrightHolder|dsn|sentry\w*)$`,
);

/** Parsing costs time: data without any of these words is skipped. */
const WORTH_PARSING = /@|&#|\\u0040|%40|mail|phone|"[^"]{0,20}tel|mobil|whatsapp|handy|[([{](?:at|ät|arobase)[)\]}]/i;

/** Linked data and state of a page. */
export function readStructuredData(scripts: readonly PageScript[]): StructuredData {
  const found: StructuredData = { texts: [], phones: [], faxes: [], words: [], broken: [] };
  for (const { json, linked, text } of scripts)
    if (json && WORTH_PARSING.test(text) && !readJson(text, linked ? "linked" : "named", found))
      found.broken.push(text);
  return found;
}

/**
 * Walks parsed JSON without recursion (a page can nest a hundred thousand arrays) and collects its strings.
 * @returns false when it does not parse
 */
function readJson(json: string, trust: DataTrust, found: StructuredData): boolean {
  const root = parseLenientJson(json);
  if (root === undefined) return false;
  const stack: { key: string; parent: string; value: unknown }[] = [{ key: "", parent: "", value: root }];
  for (let nodes = 0; stack.length > 0 && nodes < MAX_DATA_NODES && found.texts.length < MAX_DATA_TEXTS; nodes++) {
    const { key, parent, value } = stack.pop() ?? { key: "", parent: "", value: undefined };
    if (SKIPPED_KEY.test(key)) {
      if (typeof value === "string" && value.length < 60 && /fax/i.test(key)) found.faxes.push(value);
      continue;
    }
    if (typeof value === "string")
      collectText(GENERIC_KEY.test(key) && isPhoneKey(parent) ? parent : key, value, trust, found);
    else if (typeof value === "number") {
      // Nuxt writes its state as one flat list, and a number in an object is a place in it.
      const pointed: unknown = isList(root) && value < 10_000 ? root[value] : value;
      if (isPhoneKey(key) && (typeof pointed === "string" || typeof pointed === "number"))
        found.phones.push(String(pointed).slice(0, 60));
    } else if (isList(value))
      for (let index = Math.min(value.length, MAX_DATA_NODES) - 1; index >= 0; index--)
        stack.push({ key, parent, value: value[index] });
    else if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value);
      for (let index = entries.length - 1; index >= 0; index--)
        stack.push({
          key: entries[index]?.[0] ?? "",
          parent: readEntryKind(entries) ?? key,
          value: entries[index]?.[1],
        });
    }
  }
  return true;
}

/** A generic key, so the key above it counts: {"phones": [{"label": "…", "value": "…"}]}. */
const GENERIC_KEY = /^(?:value|number|raw|e164|display|formatted|href|link|url|text|national|international)$/i;

/** {"label": "Telefon", "value": "030 …"}: one value is the label of the other. */
function readEntryKind(entries: readonly [string, unknown][]): "fax" | "phone" | undefined {
  if (entries.length > 8) return undefined;
  const words = entries.map(([, value]) => (typeof value === "string" && value.length < 30 ? value : "")).join(" ");
  return /(?<!\p{L})(?:tele)?fax|t[ée]l[ée]copie/iu.test(words)
    ? "fax"
    : /(?<!\p{L})(?:t[ée]l|phone|mobil|handy|whatsapp)/iu.test(words)
      ? "phone"
      : undefined;
}

function collectText(key: string, value: string, trust: DataTrust, found: StructuredData): void {
  if (isPhoneKey(key) && value.length < 80) found.phones.push(value.replace(/^tel:/i, ""));
  else if (/^tel:/i.test(value) && value.length < 60) found.phones.push(value.slice(4));
  else if (/@|&#|&commat|%40|[([{](?:at|ät|arobase|a)[)\]}]/i.test(value)) {
    const text = decodePercent(decodeEntities(value)).slice(0, 100_000);
    found.texts.push({
      text: stripTags(text),
      trust: trust === "linked" ? trust : /mail|contact|courriel|kontakt|address/i.test(key) ? "named" : "loose",
    });
    // An address may be in a tag: <a href="mailto:…">.
    if (text.includes("<") && text.includes("mailto:")) found.texts.push({ text, trust: "loose" });
  }
  if (value.length > 12 && value.length < 20_000 && /\d[\d\s().\-/]{7,}\d/.test(value) && found.words.length < 200)
    found.words.push(stripTags(value));
  if (value.includes("tel:"))
    for (const match of value.slice(0, 100_000).matchAll(/href=\\?["']tel:([^"'\\]{5,40})/gi))
      found.phones.push(match[1] ?? "");
}

/** A key whose value is a third party's contact or a sample. */
export const isSkippedKey = (key: string): boolean => SKIPPED_KEY.test(key);

export function isPhoneKey(key: string): boolean {
  return key.length < 40 && PHONE_KEY.test(key) && !NO_PHONE_KEY.test(key);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function parseLenientJson(json: string): unknown {
  // Angular writes quotes as "&q;".
  const angular = json.includes("&q;")
    ? json.replace(/&([aqslg]);/g, (_, sign: string) => ({ a: "&", q: '"', s: "'", l: "<", g: ">" })[sign] ?? "")
    : json;
  const body = angular
    .trim()
    .replace(/^<!--|-->$/g, "")
    .replace(/^\/\*\s?<!\[CDATA\[\s?\*\/|\/\*\s?\]\]>\s?\*\/$/g, "")
    .replace(/^\/\/\s?<!\[CDATA\[|\/\/\s?\]\]>$/g, "")
    .replace(/;$/, "");
  try {
    return JSON.parse(body) satisfies unknown;
  } catch {
    return undefined; // Trailing commas, comments, raw line ends: common, and the strings are still there.
  }
}

/** EMAIL and TEL lines of a vCard, without faxes. */
export function parseVcard(text: string): { texts: string[]; phones: string[] } {
  const found = { texts: [] as string[], phones: [] as string[] };
  // Long lines are folded: a line that starts with a space continues the previous one.
  const unfolded = text.slice(0, 20_000).replace(/\r?\n[ \t](?! *[A-Z][A-Z.;=-]*:)/g, "");
  for (const line of unfolded.split(/\r?\n|\\n|\r/, 400)) {
    const match =
      /^\s{0,8}(?:[A-Za-z0-9-]{1,20}\.)?(EMAIL|TEL)([;A-Za-z0-9=,"_-]{0,120}):(?:tel:|mailto:)?(.{3,120})/i.exec(line);
    if (!match) continue;
    const isPhone = match[1]?.toUpperCase() === "TEL";
    if (isPhone && !/fax/i.test(match[2] ?? "")) found.phones.push((match[3] ?? "").split(";", 1)[0] ?? "");
    else if (!isPhone) found.texts.push((match[3] ?? "").replace(/=40/g, "@"));
  }
  return found;
}

export function hasVcard(text: string): boolean {
  return /BEGIN:VCARD/i.test(text);
}

/** The card inside a `data:text/vcard` link, plain or base64. Cards are longer than an address and hold line ends. */
export function decodeVcardLink(href: string): string {
  const comma = href.indexOf(",");
  const body = decodePercent(href.slice(comma + 1));
  if (!href.slice(0, comma).includes(";base64")) return body;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body.replace(/\s/g, "")), (sign) => sign.charCodeAt(0)));
  } catch {
    return ""; // Not base64.
  }
}
