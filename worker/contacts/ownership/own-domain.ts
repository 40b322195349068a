import { foldText } from "../../lib/fold-text";
import { reverse, decodeRot13, shiftCharacters } from "../emails/email-decoders";
import { joinPattern } from "../join-pattern";
import { toBrand, isSharedHost, toRegistrableDomain } from "../site-key";

/** The company's site, to decide whether an address is its own. */
export type OwnSite = {
  url: string;
  host: string;
  /** Registrable domain of the host. */
  domain: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** The host has sites of many companies, so its domain is none's own. */
  shared: boolean;
  /** Words of the domain name with five letters or more, lower case. */
  brand: string[];
  /** Matches the own domain reversed, rotated or shifted: a hidden address. */
  disguisePattern: RegExp;
};

const SHIFT_OFFSETS = [-3, -2, -1, 1, 2, 3];

/**
 * @param url final URL of the page; an invalid one gives a site without an own domain
 * @param own host of the company's site if the page is on another
 */
export function toOwnSite(url: string, country: string, own?: string): OwnSite {
  const host = own ?? (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "");
  const domain = toRegistrableDomain(host);
  const disguises =
    domain.length < 4
      ? ["\u0000"]
      : [reverse(domain), decodeRot13(domain), ...SHIFT_OFFSETS.map((by) => shiftCharacters(domain, by))];
  return {
    url,
    host,
    domain,
    country: country.toUpperCase(),
    shared: isSharedHost(host),
    brand: toBrand(host)
      .split("-")
      .filter((word) => word.length >= 5),
    disguisePattern: new RegExp(disguises.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "i"),
  };
}

/** Possible readings of a string that contains the disguised domain. */
export function listUndisguised(text: string): string[] {
  return [reverse(text), decodeRot13(text), ...SHIFT_OFFSETS.map((by) => shiftCharacters(text, -by))];
}

export function isOwnDomain(domain: string, site: OwnSite): boolean {
  return !site.shared && site.domain !== "" && toRegistrableDomain(domain) === site.domain;
}

const LEGAL_FORMS = joinPattern(
  "",
  String.raw`^(?:gmbh|sarl|sas|sa|ag|kg|ohg|ltd|limited|inc|llc|gbr|ug|eurl|group|groupe|gruppe|france|`,
  String.raw`deutschland|germany|uk|shop|online|the|la|le|les|der|die|das|et|und|and)$`,
);

/** "Menuiserie Durand & Fils" → "menuiseriedurandfils"; umlauts as in domain names: "Müller" → "mueller". */
export const compactName = (text: string): string =>
  foldText(text.toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")).replace(
    /[^a-z0-9]/g,
    "",
  );

/** "notaires" is part of "notaires-champfleury-tours", but is not its name. */
const isMostOf = (part: string, whole: string): boolean =>
  part.length >= 5 && part.length * 2 >= whole.length && whole.includes(part);

/**
 * firm.fr and firm.com; adler-ulm.de on gasthof-adler-ulm.de; durand-bois.fr on a page called "Durand Bois".
 * @param names what the page calls itself: title, site name, the path segment of a shared host
 */
export function isSameBrand(domain: string, site: OwnSite, names: readonly string[]): boolean {
  const brand = toBrand(domain);
  const own = site.shared ? "" : toBrand(site.host);
  if (brand.length > 2 && brand === own) return true;
  const [theirs, ours] = [compactName(brand), compactName(own)];
  if (theirs.length < 4) return false;
  if (ours.length >= 5 && (theirs.includes(ours) || isMostOf(theirs, ours))) return true;
  if (names.some((name) => name.split(/[|–—·:•]|\s-\s/, 12).some((part) => isMostOf(theirs, compactName(part)))))
    return true;
  const words = brand.split("-").filter((word) => word.length >= 4 && !LEGAL_FORMS.test(word));
  const shared = words.filter((word) => ours.includes(word));
  return shared.length === words.length && (words.length >= 2 || (shared[0]?.length ?? 0) >= 6);
}
