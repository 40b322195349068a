import { toE164 } from "../../contacts/phones/parse-phones";
import { isProfilePage, toRegistrableDomain, toSiteKey } from "../../contacts/site-key";
import { LIMITS } from "../../contract/limits";
import type { LineProblem, ListField } from "../../contract/own-lists";
import { normalizeAddress } from "../../lib/email-address";
import type { SiteCheck } from "../../platform/ports";
import type { OwnCompany } from "../../platform/search-rpc";

/** The values of a line, as given; a missing one is empty. */
export type LineValues = Partial<Record<ListField, string>>;

export interface ValueProblem {
  field: ListField | null;
  value: string;
  reason: LineProblem;
  /** False: only this value is left out. */
  refused: boolean;
}

interface CheckedLine {
  company: OwnCompany | null;
  problems: ValueProblem[];
}

export interface LineRules {
  checkSite: SiteCheck;
  /** ISO 3166-1 alpha-2: of telephone numbers that tell no country and stand beside no site that does. */
  homeCountry: string;
}

/** E-mail addresses and sites that one cell may hold. */
const MAX_VALUES = 5;
const MAX_SHOWN_CHARACTERS = 120;
/** What people write for "none". */
const NOTHING = /^(?:[-–—./\\?\s]*|n\s?\/?\s?a|none|n[ée]ant|aucune?|keine?|null)$/iu;

/**
 * Checks one line of a list. A private address anywhere refuses it, whatever its column; so does an address of a site
 * that is none. A telephone number or e-mail address that is none, a page on a network and a formula in place of words
 * are left out if the line has another contact.
 */
export function checkLine(given: LineValues, rules: LineRules): CheckedLine {
  const values: LineValues = {};
  const problems: ValueProblem[] = [];
  for (const field of FIELDS) {
    const value = cleanValue(given[field] ?? "");
    const isFormula = WORD_FIELDS.has(field) && value.startsWith("=");
    if (isFormula) problems.push(toLeftOut(field, value, "formula"));
    values[field] = isFormula ? "" : value;
  }
  const refuse = (field: ListField | null, reason: LineProblem): CheckedLine => {
    // A whole line is known again by its words.
    const value = field === null ? [values.name, values.town].filter(Boolean).join(", ") : (values[field] ?? "");
    return { company: null, problems: [{ field, value: toShown(value), reason, refused: true }] };
  };
  for (const field of FIELDS) {
    const value = values[field] ?? "";
    if (value.length > MAX_CHARACTERS[field]) return refuse(field, "value_too_long");
    if (field !== "phone" && holdsPrivateAddress(value, rules)) return refuse(field, "private_address");
  }
  const website = readWebsite(values.website ?? "", rules);
  if ("reason" in website) return refuse("website", website.reason);
  const isProfile = website.url !== null && isProfilePage(website.url);
  const site = isProfile ? null : website.url;
  if (isProfile) problems.push(toLeftOut("website", values.website ?? "", "website_profile"));
  const emails = readEmails(values.email ?? "", rules);
  const country = guessCountry(site, emails.found, values.phone ?? "");
  // Where the country is only likely, a number has to be valid there.
  const phone = toE164(values.phone ?? "", country === "" ? rules.homeCountry : country, country !== "");
  if (phone === undefined && holdsPrivateAddress(values.phone ?? "", rules)) return refuse("phone", "private_address");

  problems.push(...emails.wrong.map((value) => toLeftOut("email", value, "email_invalid")));
  if (phone === undefined && values.phone) problems.push(toLeftOut("phone", values.phone, "phone_invalid"));
  const name = values.name || findNameInContacts(site, emails.found);
  if (site === null && emails.found.length === 0 && phone === undefined) {
    const wrong = problems.find(({ reason }) => reason !== "formula");
    return wrong ? { company: null, problems: [{ ...wrong, refused: true }] } : refuse(null, "no_contact");
  }
  if (name === "") return refuse("name", "name_missing");
  return {
    company: {
      name,
      website: site,
      emails: emails.found,
      phones: phone === undefined ? [] : [phone],
      city: values.town ?? "",
      country,
    },
    problems,
  };
}

/** Columns of words; a formula there, such as a spreadsheet's link, is none and is never read. */
const WORD_FIELDS: ReadonlySet<ListField> = new Set(["name", "town"]);
const FIELDS = ["website", "email", "phone", "name", "town"] as const satisfies ListField[];
const MAX_CHARACTERS: Record<ListField, number> = {
  name: LIMITS.listNameLength,
  website: LIMITS.listWebsiteLength,
  email: LIMITS.emailLength * 2,
  phone: LIMITS.listPhoneLength,
  town: LIMITS.cityLength,
};

const toShown = (value: string): string =>
  value.length > MAX_SHOWN_CHARACTERS ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value;
const toLeftOut = (field: ListField, value: string, reason: LineProblem): ValueProblem => ({
  field,
  value: toShown(value),
  reason,
  refused: false,
});

/** One line without invisible characters. Spreadsheets and our own export mark text with an apostrophe. */
function cleanValue(value: string): string {
  const text = value
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{C}/gu, "")
    .trim()
    .replace(/^'(?=[=+\-@])/u, "")
    .replace(/^="([^"]*)"$/u, "$1");
  return NOTHING.test(text) ? "" : text;
}

/** What may be an address: parts with a scheme or an @, and a text that is a single word with a dot or a colon. */
function listAddresses(text: string): string[] {
  const parts = text.split(/[\s,;<>"'()]+/u).filter((part) => part !== "");
  return parts.filter((part) => /:\/\/|@/u.test(part) || (parts.length === 1 && /[.:[\]]|^localhost$/iu.test(part)));
}

function holdsPrivateAddress(text: string, { checkSite }: LineRules): boolean {
  return listAddresses(text)
    .map((address) => (address.includes("://") ? address : toEmailDomain(address)))
    .some((address) => isPrivate(checkSite(address)));
}
const isPrivate = (check: ReturnType<SiteCheck>): boolean => !check.ok && check.reason === "private";

function readWebsite(text: string, { checkSite }: LineRules): { url: string | null } | { reason: LineProblem } {
  if (text === "") return { url: null };
  const parts = text
    .split(/[\s,;<>]+/u)
    .filter((part) => part !== "")
    .slice(0, MAX_VALUES);
  const checks = parts.map((part) => checkSite(part));
  if (checks.some(isPrivate)) return { reason: "private_address" };
  const [first] = checks;
  if (first?.ok) return { url: first.url };
  return { reason: first?.reason === "scheme" ? "website_scheme" : "website_invalid" };
}

/** Also "Name <address>" and "mailto:address". */
function readEmails(text: string, { checkSite }: LineRules): { found: string[]; wrong: string[] } {
  const parts = text
    .split(/[;,<>\s]+/u)
    .map((part) => part.replace(/^mailto:/iu, ""))
    .filter((part) => part.includes("@"))
    .slice(0, MAX_VALUES);
  if (text !== "" && parts.length === 0) return { found: [], wrong: [text] };
  const found = new Set<string>();
  const wrong: string[] = [];
  for (const part of parts) {
    const address = normalizeAddress(part);
    if (address !== null && address.length <= LIMITS.emailLength && checkSite(toEmailDomain(address)).ok)
      found.add(address);
    else wrong.push(part);
  }
  return { found: [...found], wrong };
}

/** An IPv4 address as a domain stands in brackets. */
const toEmailDomain = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).replace(/^\[([\d.]+)\]$/u, "$1");

/** Endings of two letters that are not the country's companies alone. */
const GENERIC_ENDINGS = new Set(["ai", "cc", "co", "eu", "fm", "gg", "io", "la", "ly", "me", "sh", "to", "tv", "ws"]);
const COUNTRY_BY_PREFIX = {
  "+33": "FR",
  "+49": "DE",
  "+44": "GB",
  "+353": "IE",
  "+352": "LU",
  "+377": "MC",
  "+32": "BE",
  "+41": "CH",
  "+43": "AT",
} as const;

/** The country that an ending or a telephone prefix tells; empty for none. */
function guessCountry(website: string | null, emails: string[], phone: string): string {
  const hosts = [...(website === null ? [] : [new URL(website).hostname]), ...emails.map(toEmailDomain)];
  for (const host of hosts) {
    const ending = host.split(".").at(-1) ?? "";
    if (ending.length === 2 && !GENERIC_ENDINGS.has(ending)) return ending === "uk" ? "GB" : ending.toUpperCase();
  }
  const number = phone.replace(/^00/u, "+").replace(/[^\d+]/gu, "");
  const prefix = Object.entries(COUNTRY_BY_PREFIX).find(([code]) => number.startsWith(code));
  return prefix?.[1] ?? "";
}

/** Mail providers: their names say nothing of a company. */
const MAIL_PROVIDERS = new RegExp(
  `^(?:${[
    "gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|t-online|freenet|orange|wanadoo",
    "free|sfr|neuf|laposte|bbox|numericable|proton|protonmail|mail|btinternet|sky|virginmedia|posteo|mailbox",
  ].join("|")})\\.`,
  "u",
);

/** The domain of the site, else that of an address which is not a mail provider's. */
function findNameInContacts(website: string | null, emails: string[]): string {
  if (website !== null) return toSiteKey(website);
  return emails.map(toEmailDomain).find((domain) => !MAIL_PROVIDERS.test(toRegistrableDomain(domain))) ?? "";
}
