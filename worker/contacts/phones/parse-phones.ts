import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { SEAM } from "../html/page-text";
import { joinPattern } from "../join-pattern";
import { findPhoneLabel } from "./phone-labels";

const MAX_PHONE_CANDIDATES = 300;
/** Digits and the signs between them; bounded, so the search is linear. */
const DIGIT_RUN = /(?:\+{1,2}\s?|\(\s?\+?|)\d[\d\s().\-–—/·•_]{5,34}\d/g;
const TIME_RANGE = /^\d{1,2}[.:h]?(?:00|15|30|45)\s?[-–—]\s?\d{1,2}[.:h]?(?:00|15|30|45)(?!\d)/;
const DATE_OR_RANGE = joinPattern(
  "",
  String.raw`^\d{1,2}([./-])\d{1,2}\1(?:19|20)\d{2}(?!\d)|^\d{1,2}\/(?:19|20)\d{2}(?!\d)|`,
  String.raw`^(?:19|20)\d{2}[-./]\d{2}[-./]\d{2}(?!\d)|^\d{1,2}[./]\d{1,2}[./]?\s?[-–—]\s?\d{1,2}`,
  String.raw`[./]\d{1,2}(?:[./]|$)|^\d{1,2}([./])\d{1,2}\2\d{2}\s?[-–—]\s?\d{1,2}\2\d{1,2}\2\d{2}$|`,
  String.raw`^\d{1,2}([./])\d{1,2}\3\d{2}(?!\s?[./-]?\s?\d)`,
);
const FAX_IN_BRACKETS = /^\s{0,2}[([]\s?(?:(?:tele)?fax|f|t[ée]l[ée]c\p{L}*)(?!\p{L})/iu;
/** "020 7946 0124 Fax": a label behind its number. */
const FAX_BELOW = /^[\s–-]{1,6}(?:(?:tele)?fax|t[ée]l[ée]copie)(?!\p{L})[^\d+]{0,40}$/iu;
/** "Format : 06 …" beside a form field. */
const EXAMPLE_LABEL = joinPattern(
  "iu",
  String.raw`(?:(?<!\p{L})(?:ex|exemple|e\.g|z\.\s?b|beispiel|bsp|example|format|muster|such as|comme)`,
  String.raw`\b[\s.:)(]{0,4}|p(?:ar|\.)\s?ex(?:emple|\.)?[\s:]{0,3})$`,
);
const UNIT_AFTER = joinPattern(
  "i",
  String.raw`^\s{0,2}(?:[)\]]\s?)?(?:€|eur\b|euros?\b|£|\$|%|kg\b|km\b|m²|m2\b|cm\b|mm\b|uhr\b|h\b|`,
  String.raw`heures\b|hab|stück|px\b)`,
);
/** Countries whose national numbers do not start with a zero. */
const COUNTRIES_WITHOUT_TRUNK = new Set(["US", "CA", "ES", "PT", "LU", "DK", "NO", "PL", "CZ", "GR", "IT", "MC"]);
const GROUPED_NUMBER: Readonly<Record<string, RegExp>> = {
  US: /^(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s./-])\d{3}[\s.-]\d{4}$/,
  CA: /^(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s./-])\d{3}[\s.-]\d{4}$/,
};

/**
 * One number as E.164; undefined if it is not valid in any country.
 * @param country ISO-2 code for numbers without a country code
 * @param isMeant it is certainly meant as a phone number, so a possible length is enough
 */
export function toE164(raw: string, country: string, isMeant = false): string | undefined {
  if (raw.length > 80) return undefined;
  const text = raw
    .replace(/[–—·•_]/g, "-")
    .trim()
    .replace(/^\(\s?0\s?\)/, "0")
    .replace(/[([]\s{0,2}0\s{0,2}[)\]]/g, " ")
    .replace(/^\(?\s?\+{1,2}\s?/, "+")
    .replace(
      isMeant
        ? /^\s{0,3}00(?=\s?[1-9])\s?/
        : /^\s{0,3}00(?=\s?[1-9]\d{0,2}[\s.(/+-]|(?:33|44|49|32|41|43|353|352)\d)\s?/,
      "+",
    )
    .replace(/^\+(\d{1,3})\)/, "+$1 ");
  if (text.length > 60 || !/\d{4}|\d\D{0,3}\d\D{0,3}\d\D{0,3}\d/.test(text)) return undefined;
  const code = getNumberingPlan(country.toUpperCase());
  // "49 221 …" on a German page: the plus is missing.
  const prefixed =
    isMeant &&
    isSupportedCountry(code) &&
    /^[1-9]/.test(text) &&
    new RegExp(`^${getCountryCallingCode(code)}[\\s/(.-]`).test(text)
      ? `+${text}`
      : undefined;
  if (prefixed) return toE164(prefixed, country) ?? toE164(text, country);
  const parsed = parsePhoneNumberFromString(
    text,
    isSupportedCountry(code) ? { defaultCountry: code, extract: false } : { extract: false },
  );
  return parsed &&
    (parsed.isValid() ||
      (isMeant && /^[+(]?0|^\+/.test(text) && parsed.isPossible() && parsed.nationalNumber.length >= 8) ||
      isNationalNumber(parsed.countryCallingCode, parsed.nationalNumber)) &&
    !isSampleNumber(parsed.number, parsed.nationalNumber)
    ? addOverseasCode(parsed.number)
    : undefined;
}

/** Accepts ranges missing in libphonenumber's tables and those reserved for films, by length and first digit. */
function isNationalNumber(prefix: string, national: string): boolean {
  if (prefix === "33") return /^[1-79]\d{8}$/.test(national);
  return prefix === "44" && /^(?:1[1-9]\d{8}|2[03489]\d{8}|3[037]\d{8}|7[1-57-9]\d{8})$/.test(national);
}

/** As toE164, for text certainly meant as a number: the plus may be missing ("33199001234"). */
export function parseMeantNumber(raw: string, country: string): string | undefined {
  const number = toE164(raw, country) ?? toE164(raw, country, true);
  if (number) return number;
  const digits = raw.replace(/\D/g, "");
  return !/^[\s(]{0,2}[+0]/.test(raw) && digits.length >= 10 ? toE164(`+${digits}`, country) : undefined;
}

const SAMPLE_NUMBER = joinPattern(
  "",
  String.raw`^\+(?:33[16]02030405|33611223344|33601020304|33102030405|33122334455|`,
  String.raw`49(?:30|40|89|221|69|711|170|171|160)?1234567?|4920?1234567|44(?:20)?12345\d*|`,
  String.raw`44(?:7123|1234)\d{0,3}567?\d*|49123\d{0,2}456\d*)$`,
);

/** Sample numbers of templates: 01 23 45 67 89, 06 12 34 56 78, 0000000. */
function isSampleNumber(number: string, national: string): boolean {
  return /(\d)\1{6}|0{6}$/.test(national) || /12345678|98765432/.test(national) || SAMPLE_NUMBER.test(number);
}

/** Phone numbers in a text with their places, in order; marks faxes, drops company numbers, dates and prices. */
export function findPhones(
  text: string,
  country: string,
): { number: string; at: number; fax: boolean; labelled: boolean }[] {
  const found: { number: string; at: number; fax: boolean; labelled: boolean }[] = [];
  const glued = text.replaceAll(SEAM, " ");
  const pattern = new RegExp(DIGIT_RUN);
  let tried = 0;
  let readEnd = -10;
  for (let match = pattern.exec(glued); match && tried < MAX_PHONE_CANDIDATES; match = pattern.exec(glued)) {
    const raw = trimTail((match[0].split("\n", 1)[0] ?? "").trimEnd(), glued, match.index);
    const end = match.index + raw.length;
    const rest = findRestart(raw);
    pattern.lastIndex = Math.max(end, match.index + 1);
    if (raw.length < 6 || isGlued(glued, match.index, end, match.index - readEnd <= 3)) continue;
    if (countDigits(raw) < 6) continue;
    const said = findPhoneLabel(glued, match.index);
    if (EXAMPLE_LABEL.test(glued.slice(Math.max(0, match.index - 24), match.index))) continue;
    const label = said === "maybe" ? (isTypicalFormat(raw, country) ? "none" : "other") : said;
    const last = glued.slice(Math.max(0, match.index - 2), match.index);
    // "B-0161 …", "PL/020 …" and "0161 4960-B" are parts of longer names.
    if (label === "none" && (/\p{L}[-_/]$/u.test(last) || /^[-_]?\p{L}{1,2}(?!\p{L})/u.test(glued.slice(end, end + 4))))
      continue;
    if (
      label === "none" &&
      isIdentifier(raw, country, glued.slice(Math.max(0, match.index - 30), match.index), glued.slice(end, end + 12))
    )
      continue;
    if (label === "other") {
      const after = raw.search(/(?<=\s[-–—/|]\s|\s{2})(?:\+|\(?0)/);
      if (after > 0) pattern.lastIndex = match.index + after;
      continue;
    }
    if (label === "none" && /^\d{1,3}(?:\.\d{3})+$/.test(raw)) continue;
    if (
      DATE_OR_RANGE.test(raw) ||
      TIME_RANGE.test(raw) ||
      /^\d{1,3}\.\d{4,}$/.test(raw) ||
      (UNIT_AFTER.test(glued.slice(end, end + 10)) && label === "none")
    )
      continue;
    if (label === "none" && !/^\(?\s?(?:\+|0)/.test(raw) && !isGrouped(raw, country)) {
      if (rest > 0) pattern.lastIndex = match.index + rest;
      continue;
    }
    tried += 1;
    const read = parseLongestNumber(raw, country, label === "phone");
    // "02 03 04 05 06 07": a longer list of pairs is not a number.
    const goesOn =
      label === "none" && read?.length === 14 && /^[\s.-]\d{2}(?:[\s.-]\d{2}){0,3}$/.test(raw.slice(read.length));
    if (!read || goesOn) {
      if (rest > 0 && !goesOn) pattern.lastIndex = match.index + rest;
      continue;
    }
    readEnd = match.index + read.length;
    pattern.lastIndex = readEnd;
    // Very short numbers exist, but a bare one is rarely a phone number.
    if (label === "none" && read.number.length < 11) continue;
    const behind = glued.slice(readEnd, readEnd + 60);
    const line = glued.slice(glued.lastIndexOf("\n", match.index) + 1, match.index).slice(-60);
    const fax =
      label === "fax"
        ? !/^\s?[([]\s?(?:t[ée]l|phone)/i.test(behind)
        : FAX_IN_BRACKETS.test(behind) || (findPhoneLabel(line, line.length) !== "phone" && FAX_BELOW.test(behind));
    found.push({ number: read.number, at: match.index, fax, labelled: label === "phone" });
  }
  return found;
}

const FRENCH_FORMAT = joinPattern(
  "",
  String.raw`^0(?:\d[\s.\-–/·]{1,3}\d{2}|(?:[25]|6[39])\d{1,2})(?:[\s.\-–/·]{1,3}\d{2}){3}(?!\d)|`,
  String.raw`^0\s?8\d{2}(?:[\s.]\d{2,3}){2,3}(?!\d)`,
);

/** In a format of the country that is used for little else than phone numbers. */
function isTypicalFormat(given: string, country: string): boolean {
  const raw = given.replace(/\s+/g, " ");
  if (/^\(?\s?\+|^00[1-9]|^\(0\d/.test(raw)) return true;
  if (/^(?:FR|MC)$/.test(getNumberingPlan(country.toUpperCase()))) return FRENCH_FORMAT.test(raw);
  if (/^(?:BE|CH|LU)$/i.test(country)) return /^0\d{1,3}(?:[\s.\-–/·]{1,3}\d{2,3}){3,4}(?!\d)/.test(raw);
  if (/^(?:GB|IE|GG|JE|IM)$/i.test(country)) return /^0\d{2,4}[\s.-]\d{3,6}(?:[\s.-]\d{3,4})?(?!\d)/.test(raw);
  return isGrouped(raw, country) || /^0\d{1,4}\s?[/–-]\s?\d|^0\d{1,4}\s\d{4,}/.test(raw);
}

/**
 * A number in another format right behind a word that may name it ("Batch 020794601"), or before a counted noun
 * ("030231250 Besucher").
 */
function isIdentifier(raw: string, country: string, before: string, after: string): boolean {
  if (/(?:^|\P{L})(?:FR|DE|GB|AT|ATU|BE|CHE|ES|IT|NL|LU|EU)\s{1,2}$/u.test(before) && !raw.startsWith("+")) return true;
  // "06 482 917 33": grouped by thousands.
  if (
    /^FR$/i.test(country) &&
    /\s/.test(raw.trim()) &&
    !raw.startsWith("+") &&
    !raw.startsWith("00") &&
    !isTypicalFormat(raw, country)
  )
    return true;
  const behindWord =
    /\p{L}{2,}[ \t:]{0,3}$/u.test(before) &&
    !/(?<!\p{L})(?:au|le|on|at|or|ou|und|oder|and|et|unter|to|sms|d[ei]|the|of|is|ist|est|bei|hier|here|ici)\s$/iu.test(
      before,
    );
  if (isTypicalFormat(raw, country)) return behindWord && isAscendingPairs(raw);
  return behindWord || countNationalDigits(raw) > 11 || (/(?:^|\n)\s*$/.test(before) && /^\s\p{Ll}/u.test(after));
}

/** "01 03 07 26 38": ascending pairs. */
function isAscendingPairs(raw: string): boolean {
  const pairs = raw.split(" ");
  return (
    pairs.length >= 5 &&
    pairs.every((pair, place) => pair.length === 2 && (place === 0 || pair > (pairs[place - 1] ?? "")))
  );
}

/** "01 99 00 12 34 9h-18h", "… (9am": cuts a last group that belongs to the word behind it. */
function trimTail(raw: string, text: string, start: number): string {
  let kept = raw;
  for (let groups = 0; groups < 2; groups++) {
    const behind = text.slice(start + kept.length, start + kept.length + 2);
    const open = kept.lastIndexOf("(");
    if (open > 8 && !kept.includes(")", open)) kept = kept.slice(0, open).trimEnd();
    else if (/^(?:[\p{Ll}:€]|[.,]\d)/u.test(behind) && /[\s(]\S{1,3}$/.test(kept))
      kept = kept.replace(/[\s(–—-]+\S{1,3}$/, "");
    else break;
  }
  return kept;
}

/** Part of a word, an address, a longer number, an amount. */
function isGlued(text: string, start: number, end: number, follows: boolean): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  if ((!follows && /[\d_@#=&%]$/.test(before)) || /\d[.,/:-]$/.test(before) || /[?&/=][\w-]{0,6}$/.test(before))
    return !/(?:t[eé]l|fon|phone)\.?\/$/i.test(before);
  if (/\p{L}$/u.test(before) && !/(?:t[eé]l|fon|phone|mobile?|t|m|p|f)$/iu.test(before.slice(-6))) return true;
  const after = text.slice(end, end + 2);
  return /^[\p{Ll}@_=]/u.test(after) || /^[.,:]\d/.test(after) || /^\p{Lu}(?!\p{Ll})/u.test(after);
}

/** Where a number may start inside an invalid run: "59000 – 03 20 …". 0 for nowhere. */
function findRestart(raw: string): number {
  const place = raw.slice(1).search(/(?<=[\s–—/(-])(?:\+|00?[1-9]|\(0)/);
  return place === -1 ? 0 : place + 1;
}

function isGrouped(raw: string, country: string): boolean {
  const code = country.toUpperCase();
  const groups = GROUPED_NUMBER[code];
  if (groups) return groups.test(raw);
  return COUNTRIES_WITHOUT_TRUNK.has(code) && /^[2-9]\d{1,2}(?:[\s.-]\d{2,4}){2,4}$/.test(raw);
}

function countDigits(raw: string): number {
  let count = 0;
  for (let index = 0; index < raw.length; index++)
    if (raw.charCodeAt(index) >= 48 && raw.charCodeAt(index) <= 57) count += 1;
  return count;
}

const countNationalDigits = (raw: string): number =>
  raw
    .replace(/^\D{0,3}(?:00|\+)\s?\d\d/, "")
    .replace(/\D/g, "")
    .replace(/^0/, "").length;

/** Variants without a trailing postcode or opening hours: countries with numbers of any length would include them. */
function listShortened(raw: string): string[] {
  const parts: string[] = [];
  const add = (part: string | undefined) => {
    if (part && countNationalDigits(part) >= 8 && !parts.includes(part)) parts.push(part);
  };
  add(/^(.+\d)\s[-–—]?\s?\d{1,2}(?:[.:]\d{2})?\s?[-–—]\s?\d{1,2}(?:[.:]\d{2})?$/.exec(raw)?.[1]);
  add(/^(.+\d)[\s–—-]{1,3}\d{5}$/.exec(raw)?.[1]);
  let cut = raw;
  while (countNationalDigits(cut) > 11 && /[\s/–—-]+[^\s/–—-]+$/.test(cut))
    cut = cut.replace(/[\s/–—-]+[^\s/–—-]+$/, "");
  if (cut !== raw) add(cut);
  return [...parts, raw];
}

/** The whole run, else its first part: "01 99 00 12 34 / 06 …", "01 99 00 12 34 - 75002 Paris". */
function parseLongestNumber(
  raw: string,
  country: string,
  isMeant: boolean,
): { number: string; length: number } | undefined {
  const parts = listShortened(raw);
  if (/^(?:FR|MC)$/.test(getNumberingPlan(country.toUpperCase()))) {
    const french = /^0\d(?:[\s.\-–/·•]{0,3}\d{2}){4}(?!\d)/.exec(raw)?.[0];
    if (french) parts.unshift(french);
  }
  const international = /^(?:\+|00)\s?33[\s.-]{0,2}(?:\(0\)|0)?[\s.-]{0,2}\d(?:[\s.\-–/]{0,2}\d{2}){4}(?!\d)/.exec(
    raw,
  )?.[0];
  if (international) parts.unshift(international);
  // "030 23125-123 / -124": the second one is only an extension.
  const ending = /^(.{8,}\d)\s?\/\s?-?\s?\d{1,4}$/.exec(raw)?.[1];
  if (ending && ending.replace(/\D/g, "").length >= 8) parts.unshift(ending);
  for (const cut of [
    /\s?\/\s?(?=0|\+|\()/,
    /\s[-–—]\s(?=0|\+|\()/,
    /\s{2,}/,
    /\s\((?!0\))/,
    /\s(?=\+|00[1-9])/,
    /\s[-–—]\s/,
    /\s?\/\s?/,
    /[-–—/](?=\d{1,4}$)/,
    /\s(?=\d{5}$)/,
    /\s(?=0\d)/,
    /\s(?=\S{1,6}$)/,
  ]) {
    const part = raw.split(cut, 1)[0];
    if (part && part.length >= 6 && part !== raw && !parts.includes(part)) parts.push(part);
  }
  for (const part of parts) {
    const number = toE164(part, country, isMeant && /^[1-9]/.test(part));
    if (number) return { number, length: part.length };
  }
  for (const part of isMeant ? parts : []) {
    const number = toE164(part, country, true);
    if (number) return { number, length: part.length };
  }
  return undefined;
}

const PHONE_LINK =
  /^\s{0,5}(?:tel|callto|phone|sms|whatsapp|skype|facetime|facetime-audio)\s{0,2}:\/{0,2}(?:call\/)?([^;?,]{4,70})/i;
const MESSENGER_LINK = joinPattern(
  "i",
  String.raw`^\s{0,5}(?:https?:)?(?:\/\/)?(?:(?:www\.|api\.|web\.|chat\.)?(?:wa\.me\/|`,
  String.raw`whatsapp\.com\/send\/?\?(?:[^#]{0,200}&)?phone=)|whatsapp:\/\/send\/?\?(?:[^#]{0,200}&)?phone=|`,
  String.raw`viber:\/\/(?:chat|add|contact)\/?\?number=|(?:https?:\/\/)?signal\.me\/#p\/)([+\d][^&?#/]{5,40})`,
);

/** The number of a link for calls or messengers. */
export function parsePhoneLink(href: string, country: string): string | undefined {
  const messenger = MESSENGER_LINK.exec(href)?.[1];
  if (messenger) {
    const number = decodeLink(messenger);
    return toE164(/^\s?(?:\+|0)/.test(number) ? number : `+${number}`, country);
  }
  const match = PHONE_LINK.exec(href)?.[1];
  if (!match) return undefined;
  const text = decodeLink(match).replace(/^[^\d+(]{0,30}/, "");
  return (
    parseMeantNumber(text, country) ?? (text.length > 14 ? parseLongestNumber(text, country, true)?.number : undefined)
  );
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text).replace(/[\u00A0\u2000-\u200F\u202A-\u202F]/g, " ");
  } catch {
    return text; // A stray percent sign: the digits are still readable.
  }
}

/**
 * French overseas departments use French national numbers, but their own country codes: 0590 12 34 56 is
 * +590 590 12 34 56, and +33 590 12 34 56 does not exist. Source: Arcep's numbering plan.
 */
const OVERSEAS_RANGES: readonly (readonly [code: string, national: RegExp])[] = [
  ["590", /^(?:590|69[01])/],
  ["596", /^(?:596|69[67])/],
  ["594", /^[56]94/],
  // 0639 98 is reserved for films.
  ["262", /^(?:26[239]|639(?!98)|69[23])/],
];
/** ISO 3166-1 codes of territories with French national numbers. */
const FRENCH_OVERSEAS_COUNTRIES = new Set(["GP", "MF", "BL", "MQ", "GF", "RE", "YT"]);

/** FR for French overseas departments. @param country ISO-2, upper case */
const getNumberingPlan = (country: string): string => (FRENCH_OVERSEAS_COUNTRIES.has(country) ? "FR" : country);

/** +33590… → +590590…; other numbers are unchanged. @param number E.164 */
function addOverseasCode(number: string): string {
  const national = /^\+33(\d{9})$/.exec(number)?.[1];
  const code = national === undefined ? undefined : OVERSEAS_RANGES.find(([, range]) => range.test(national))?.[0];
  return code === undefined ? number : `+${code}${national}`;
}
