import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isMakers } from "./makers";
import { SEAM } from "./page-text";

const MAX_CANDIDATES = 300;
/** A run of digits and the signs people put between them; the match is bounded, so the search is linear. */
const NUMBER = /(?:\+|\(\+|\(?\d)[\d\s().\-–/·]{6,26}\d/g;
const NOT_A_PHONE =
  /(?<!\p{L})(?:(?:tele)?fax(?:nummer|nr)?|t[ée]l[ée]copie(?:ur)?|siret|siren|rcs|r\.c\.s|tva|vat|iban|bic|ust|ust-?id(?:nr)?|umsatzsteuer\S{0,30}|hr[ab]|steuernummer|st\.?-?nr|naf|ape|capital|company (?:no|number)|registration|registered|amtsgericht|kundennummer|agr[ée]ment|id(?:nr)?|duns)(?!\p{L})[^\d+\n]{0,24}$/iu;
const LABEL = /(?:(?<!\p{L})(?:t[ée]l(?:[ée]phone|efon)?|phone|fon|mobile?|handy|portable|call|appel(?:ez)?|ruf)(?!\p{L})|[☎📞✆])[^\d\n]{0,14}$/iu;
/** Numbers that templates come with. */
const SAMPLES = new Set(["+33123456789", "+33612345678", "+33102030405", "+441234567890", "+491234567890", "+4912345678", "+49123456789"]);

/**
 * One number as E.164, or undefined when it is not a valid number of any country.
 * @param country ISO-2 code a number without a prefix belongs to.
 */
export function toE164(raw: string, country: string): string | undefined {
  const text = raw.replace(/[–·]/g, "-").replace(/\(0\)/g, "").replace(/^\s{0,3}00(?=[1-9])/, "+").trim();
  if (text.length > 60 || !/\d{4}|\d.*\d.*\d.*\d/.test(text)) return undefined;
  const code = country.toUpperCase();
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(code) ? { defaultCountry: code, extract: false } : { extract: false });
  return parsed?.isValid() && !SAMPLES.has(parsed.number) ? parsed.number : undefined;
}

/** Telephone numbers standing in text, in order; faxes, company numbers, dates, prices and the host's number are left out. */
export function phonesIn(text: string, country: string): string[] {
  const found: string[] = [];
  const glued = text.replaceAll(SEAM, " ");
  const pattern = new RegExp(NUMBER);
  let tried = 0;
  for (let match = pattern.exec(glued); match && tried < MAX_CANDIDATES; match = pattern.exec(glued)) {
    const raw = match[0].split("\n", 1)[0] ?? "";
    const end = match.index + raw.length;
    pattern.lastIndex = Math.max(end, match.index + 1);
    const before = glued.slice(Math.max(0, match.index - 40), match.index);
    if (/[\w@#=&%/.,-]$/.test(before) || /^\d{1,2}\.\d{1,2}\.\d{4}|^\d{4}-\d{2}-\d{2}/.test(raw)) continue;
    // "Tel./Fax: 030 …" is both; a bare number needs a leading zero or plus, or the word for telephone.
    if (!LABEL.test(before) && (NOT_A_PHONE.test(before) || !/^\(?(?:\+|0)/.test(raw))) continue;
    tried += 1;
    const read = longest(raw, country);
    if (!read) continue;
    // The host's number on a legal page is read over, not shown.
    if (!isMakers(glued.slice(Math.max(0, match.index - 200), match.index))) found.push(read.number);
    pattern.lastIndex = match.index + read.length;
  }
  return found;
}

/** The whole run, else its first part: "01 99 00 12 34 / 06 …", "01 99 00 12 34 - 75002 Paris", "01 99 00 12 34 06 39 98 12 34". */
function longest(raw: string, country: string): { number: string; length: number } | undefined {
  const french = country.toUpperCase() === "FR" ? /^0\d(?:[\s.-]?\d{2}){4}(?!\d)/.exec(raw)?.[0] : undefined;
  const parts = [raw, french, ...[/\s?\/\s?/, /\s[-–]\s/, /\s{2,}/, /\s\(/].map((cut) => raw.split(cut, 1)[0])];
  for (const part of parts) {
    const number = part ? toE164(part, country) : undefined;
    if (part && number) return { number, length: part.length };
  }
  return undefined;
}

/** The number of a `tel:` link. */
export function phoneOfLink(href: string, country: string): string | undefined {
  const match = /^\s{0,5}(?:tel|callto|phone|whatsapp):\/{0,2}([^;?,]{4,60})/i.exec(href);
  return match?.[1] ? toE164(decoded(match[1]), country) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign: the digits are what counts.
  }
}
