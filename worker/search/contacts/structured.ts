import { decodeEntities, percentDecode, stripTags } from "./decode";
import { stringsOf } from "./script-strings";

/** What a piece of data says about contacts; `text` may hold addresses, `phones` are numbers by their key. */
type DataFindings = { texts: string[]; phones: string[] };

const MAX_NODES = 50_000;
const PHONE_KEY = /^(?:tele?phone|telefon|phone|tel|mobile|phone_?number|telephone_?number|contact_?phone)$/i;
const SKIPPED_KEY = /^(?:fax|fax_?number|faxNumber|author|creator|generator|reviews?)$/i;

/**
 * Walks parsed JSON without recursion (a page can nest a hundred thousand arrays) and collects its strings.
 * JSON that does not parse is read as a script is.
 */
export function readJson(json: string): DataFindings {
  const found: DataFindings = { texts: [], phones: [] };
  const stack: { key: string; value: unknown }[] = [{ key: "", value: parse(json) }];
  for (let nodes = 0; stack.length > 0 && nodes < MAX_NODES; nodes++) {
    const { key, value } = stack.pop() ?? { key: "", value: undefined };
    if (SKIPPED_KEY.test(key)) continue;
    if (typeof value === "string") {
      if (PHONE_KEY.test(key)) found.phones.push(value.slice(0, 60));
      else if (value.includes("@") || value.includes("&#")) found.texts.push(stripTags(decodeEntities(value)).slice(0, 100_000));
    } else if (typeof value === "number" && PHONE_KEY.test(key)) found.phones.push(String(value));
    else if (isList(value)) for (const item of [...value].reverse()) stack.push({ key, value: item });
    else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value).reverse()) stack.push({ key: name, value: item });
    }
  }
  return found;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function parse(json: string): unknown {
  const body = json.trim().replace(/^<!--|-->$/g, "").replace(/^\/\*\s?<!\[CDATA\[\s?\*\/|\/\*\s?\]\]>\s?\*\/$/g, "").replace(/;$/, "");
  try {
    return JSON.parse(body) satisfies unknown;
  } catch {
    return stringsOf(body); // Trailing commas, comments, raw line ends: common, and the strings are still there.
  }
}

/** Lines of a vCard, wherever it stands: EMAIL and TEL, telephone but not fax. */
export function readVcard(text: string): DataFindings {
  const found: DataFindings = { texts: [], phones: [] };
  for (const line of text.slice(0, 20_000).split(/\r?\n|\\n|\n/, 400)) {
    const match = /^\s{0,8}(?:item\d{1,2}\.)?(EMAIL|TEL)([;A-Za-z0-9=,"_-]{0,120}):(?:tel:)?(.{3,120})/i.exec(line);
    if (!match) continue;
    const isPhone = match[1]?.toUpperCase() === "TEL";
    if (isPhone && !/fax/i.test(match[2] ?? "")) found.phones.push(match[3] ?? "");
    else if (!isPhone) found.texts.push(match[3] ?? "");
  }
  return found;
}

export function isVcard(text: string): boolean {
  return /BEGIN:VCARD/i.test(text);
}

/** The card inside a `data:text/vcard` link, plain or base64. Cards are longer than an address and hold line ends. */
export function vcardOf(href: string): string {
  const comma = href.indexOf(",");
  const body = percentDecode(href.slice(comma + 1));
  if (!href.slice(0, comma).includes(";base64")) return body;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body.replace(/\s/g, "")), (sign) => sign.charCodeAt(0)));
  } catch {
    return ""; // Not base64 after all: no card.
  }
}
