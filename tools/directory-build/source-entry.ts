import { toSiteUrl } from "../../worker/adapters/web-fetch/ssrf-guard";
import { normalizeAddress } from "../../worker/lib/email-address";

/** A company as one source describes it. */
export interface SourceEntry {
  /** Unique in a release: the id of its source with a prefix, "osm:n123". */
  id: string;
  /** Id of its source in the manifest. */
  source: string;
  name: string;
  /** Degrees, WGS 84. */
  lat: number;
  lon: number;
  /** Ids of the catalogue's categories. */
  kinds: string[];
  site?: string;
  emails?: string[];
  phones?: string[];
  town?: string;
  postcode?: string;
  /** ISO 3166-1 alpha-2; without it, that of its place. */
  country?: string;
  page?: string;
  brand?: string;
  size?: string;
  sector?: string;
}

/** What a source says, unchecked. */
export interface RawEntry {
  id: string;
  source: string;
  names: (string | null | undefined)[];
  lat: number | undefined;
  lon: number | undefined;
  kinds: string[];
  websites: string[];
  emails: string[];
  phones: string[];
  town?: string | null | undefined;
  postcode?: string | null | undefined;
  country?: string | null | undefined;
  page?: string | undefined;
  brand?: string | null | undefined;
  size?: string | null | undefined;
  sector?: string | null | undefined;
  isClosed?: boolean | undefined;
  /** 0 to 1. */
  confidence?: number | null | undefined;
  /** Without a category it can still be found by its name. */
  isFoundByName?: boolean;
}

/** Why an entry is not in the release. */
export type Refusal =
  | "no_category"
  | "closed"
  | "low_confidence"
  | "no_name"
  | "no_contact"
  | "no_position"
  | "no_country"
  | "bad_row";

/** Overture's own advice for lists of businesses; below it, one in three was wrong (review of Hamburg, 2023). */
const MIN_CONFIDENCE = 0.7;
const MAX_NAME_LENGTH = 200;
const MAX_CONTACTS = 5;

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const regionName = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Country codes. Withdrawn ones and aliases such as UK for GB are not among them. */
const COUNTRY_CODES = new Set(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => regionName.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  ),
);
export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);

/** ISO 3166-1 alpha-2 of what an address says; Intl maps UK to GB. Undefined for anything but a code. */
export function toCountryCode(text: string | null | undefined): string | undefined {
  const code = (text ?? "").trim().toUpperCase();
  if (COUNTRY_CODES.has(code)) return code;
  if (!/^[A-Z]{2}$/u.test(code)) return undefined;
  const { region } = new Intl.Locale(`und-${code}`);
  return region !== undefined && COUNTRY_CODES.has(region) ? region : undefined;
}

/** One line without control characters, cut to a length; undefined when nothing is left. */
export function cleanText(text: string | null | undefined, maxLength: number): string | undefined {
  if (text === null || text === undefined) return undefined;
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff\s]+/gu, " ")
    .trim();
  return clean === "" ? undefined : [...clean].slice(0, maxLength).join("").trim();
}

const splitValues = (values: string[]): string[] => values.flatMap((value) => value.split(";"));

/** Addresses as stored: lower case, valid, each once. */
const toEmails = (values: string[]): string[] =>
  [
    ...new Set(splitValues(values).flatMap((value) => normalizeAddress(value.trim().replace(/^mailto:/iu, "")) ?? [])),
  ].slice(0, MAX_CONTACTS);

/** Digits that identify a number, without the country code's signs; empty for what is none. */
export const toPhoneDigits = (phone: string): string => phone.replace(/\(0\)/gu, "").replace(/\D/gu, "");

/** Numbers as the source writes them, each once. */
function toPhones(values: string[]): string[] {
  const byDigits = new Map<string, string>();
  for (const value of splitValues(values)) {
    const phone = cleanText(value.replace(/^tel:/iu, ""), 40);
    const digits = phone === undefined ? "" : toPhoneDigits(phone);
    if (phone !== undefined && digits.length >= 5 && digits.length <= 15 && !byDigits.has(digits))
      byDigits.set(digits, phone);
  }
  return [...byDigits.values()].slice(0, MAX_CONTACTS);
}

export type CheckedEntry = { entry: SourceEntry; refusal?: undefined } | { entry?: undefined; refusal: Refusal };

/** An entry fit for a release, or why it is not. @param allowReserved sites of the sandbox's reserved names too */
export function checkEntry(raw: RawEntry, allowReserved: boolean): CheckedEntry {
  if (raw.kinds.length === 0 && raw.isFoundByName !== true) return { refusal: "no_category" };
  if (raw.isClosed === true) return { refusal: "closed" };
  if (typeof raw.confidence === "number" && raw.confidence < MIN_CONFIDENCE) return { refusal: "low_confidence" };
  let name: string | undefined;
  for (const text of raw.names) name ??= cleanText(text, MAX_NAME_LENGTH);
  if (name === undefined || !/[\p{L}\p{N}]/u.test(name)) return { refusal: "no_name" };
  const emails = toEmails(raw.emails);
  const phones = toPhones(raw.phones);
  let site: string | null = null;
  for (const value of splitValues(raw.websites))
    if (value.trim() !== "") site ??= toSiteUrl(value.trim(), allowReserved);
  if (site === null && emails.length === 0 && phones.length === 0) return { refusal: "no_contact" };
  const { lat, lon } = raw;
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180))
    return { refusal: "no_position" };
  const [town, postcode, country] = [cleanText(raw.town, 100), cleanText(raw.postcode, 12), toCountryCode(raw.country)];
  const [brand, size, sector] = [cleanText(raw.brand, 100), raw.size ?? undefined, cleanText(raw.sector, 100)];
  return {
    entry: {
      id: raw.id,
      source: raw.source,
      name,
      lat: roundDegrees(lat),
      lon: roundDegrees(lon),
      kinds: [...new Set(raw.kinds)],
      ...(site !== null && { site }),
      ...(emails.length > 0 && { emails }),
      ...(phones.length > 0 && { phones }),
      ...(town !== undefined && { town }),
      ...(postcode !== undefined && { postcode }),
      ...(country !== undefined && { country }),
      ...(raw.page !== undefined && { page: raw.page }),
      ...(brand !== undefined && { brand }),
      ...(size !== undefined && { size }),
      ...(sector !== undefined && { sector }),
    },
  };
}

/** A metre is enough. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
