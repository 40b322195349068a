import { type Heading, SEAM } from "../html/page-text";
import type { Anchor, Page } from "../html/parse-page";
import { joinPattern } from "../join-pattern";
import { toBrand, toRegistrableDomain } from "../site-key";
import { compactName, isSameBrand, type OwnSite } from "./own-domain";
import { BRANCHES_HEADING, OWN_COMPANY_PATTERN } from "./ownership-patterns";

/** Hosts linked by most companies: maps, social networks, booking, reviews. */
const COMMON_HOST = joinPattern(
  "i",
  String.raw`(?:^|\.)(?:google|goo|g\.page|facebook|fb|instagram|linkedin|twitter|x|youtube|youtu|vimeo|tiktok|`,
  String.raw`pinterest|whatsapp|wa|t|telegram|xing|openstreetmap|osm|waze|apple|bing|here|mapy|viamichelin|`,
  String.raw`doctolib|planity|treatwell|calendly|resalib|maiia|booking|airbnb|tripadvisor|thefork|lafourchette|`,
  String.raw`opentable|quandoo|yelp|trustpilot|provenexpert|jameda|pagesjaunes|gelbeseiten|dasoertliche|`,
  String.raw`mailchimp|typeform|linktr|bit|github|gitlab|bitbucket|behance|dribbble|bsky|threads|mastodon|`,
  String.raw`medium|substack|spotify|deezer|soundcloud|bandcamp|mixcloud|discord|discordapp|snapchat|twitch|`,
  String.raw`flickr|tumblr|reddit|vk|kununu|eventbrite|paypal|patreon|tipeee|helloasso|leetchi|w3|wordpress|`,
  String.raw`europa|legifrance|gesetze-im-internet)\.[a-z.]{2,8}$`,
);
/** Texts of external links that name no company. */
const NAMELESS_LINK_TEXT = joinPattern(
  "i",
  String.raw`^$|r[ée]serv|book|buchen|rdv|rendez|command|order|bestell|boutique|shop|store|login|connexion|`,
  String.raw`anmeld|itin[ée]raire|plan\b|maps?\b|karte|avis|review|bewert|carte|menu|pdf|^ici|^here|^hier|`,
  String.raw`plus|more|mehr|voir|site|website|webseite|www\.|https?:|cookie|privacy|datenschutz|facebook|`,
  String.raw`instagram|linkedin|whatsapp|newsletter|download|t[ée]l[ée]charg|ticket|billet|blog|^\W*$|@|\d{4}`,
);
const LEGAL_FORM = joinPattern(
  "gu",
  String.raw`(?<!\p{L})(?:GmbH|AG|KG|OHG|UG|e\.\s?K|SARL|SAS|SASU|EURL|S\.A\.S|S\.A\.R\.L|SA|Ltd|Limited|LLP|`,
  String.raw`plc|PLC|Inc|LLC|BV|Srl)(?!\p{L})`,
);
const LEGAL_PAGE = joinPattern(
  "i",
  String.raw`mentions|l[ée]gal|impressum|imprint|datenschutz|privacy|confidentialit|rgpd|gdpr|cg[uv]|agb|`,
  String.raw`terms|conditions|cookies|donn[ée]es-?perso|complaint|r[ée]clamation|disclaimer`,
);
const LINK_REACH_CHARACTERS = 150;

/** Third parties named on a page. */
export class ThirdParties {
  readonly #text: string;
  /** Links to other companies. */
  readonly #links: { at: number; end: number; brand: string }[];
  readonly #anchors: readonly Anchor[];
  readonly #headings: readonly Heading[];
  /** All names of the company, without spaces, lower case. */
  readonly #own: string;
  readonly #brand: readonly string[];
  /** Legal pages name hosts, authorities and services beside the company. */
  readonly #legal: boolean;

  constructor(page: Page, site: OwnSite) {
    this.#text = page.text;
    this.#brand = site.brand;
    this.#legal = LEGAL_PAGE.test(`${site.url.slice(site.url.indexOf("/", 8))} ${page.title}`);
    const names = [page.title, page.siteName];
    const first = page.headings.find(({ level }) => level === 1);
    this.#own = compactName([site.domain, ...names, first ? page.text.slice(first.at, first.at + 80) : ""].join(" "));
    this.#anchors = page.anchors;
    this.#headings = page.headings;
    this.#links = page.anchors.flatMap(({ href, text, at, end }) => {
      if (!/^\s{0,3}(?:https?:)?\/\//i.test(href) || NAMELESS_LINK_TEXT.test(text.trim()) || text.length > 60)
        return [];
      // An icon is not a name.
      if (!/\p{L}/u.test(page.text.slice(at, end))) return [];
      const host = URL.parse(href, site.url)?.hostname ?? "";
      const isOther =
        host !== "" &&
        toRegistrableDomain(host) !== site.domain &&
        !COMMON_HOST.test(toRegistrableDomain(host)) &&
        !isSameBrand(host, site, names);
      return isOther ? [{ at, end, brand: toBrand(host) }] : [];
    });
  }

  /** After a link to another company in the same paragraph: "Boismax, 12 rue …, 01 …". */
  isLinkedBefore(at: number): boolean {
    return this.#findLinkBefore(at) !== undefined;
  }

  /**
   * The same for an address: in a row of links it is the company's own, unless the previous link has its name.
   * @param local part before "@"
   */
  isEmailLinkedBefore(at: number, local: string): boolean {
    const link = this.#findLinkBefore(at);
    if (!link) return false;
    const name = compactName(local);
    if (link.brand.split("-").some((word) => word.length > 3 && name.includes(compactName(word)))) return true;
    if (name.length > 3 && compactName(link.brand).includes(name)) return true;
    let between = "";
    let from = link.end;
    for (const anchor of this.#anchors) {
      if (anchor.at < from || anchor.at > at) continue;
      between += this.#text.slice(from, anchor.at);
      from = anchor.end;
    }
    return /[\p{L}\p{N}]/u.test(between + this.#text.slice(from, at));
  }

  #findLinkBefore(at: number): { end: number; brand: string } | undefined {
    const link = this.#links.findLast((place) => place.at <= at);
    return link !== undefined &&
      at - link.at <= LINK_REACH_CHARACTERS &&
      !hasParagraphBreak(this.#text.slice(link.at, at))
      ? link
      : undefined;
  }

  /** Below a heading such as "Nos établissements", each line is a branch. */
  isBranch(at: number): boolean {
    const heading = this.#headings.findLast((place) => place.at <= at);
    if (!heading || (heading.until !== undefined && heading.until <= at)) return false;
    return BRANCHES_HEADING.test(this.#text.slice(heading.at, heading.at + 60).split("\n", 1)[0] ?? "");
  }

  /** On a legal page, without any sign of the company before it. */
  isUnclaimedBefore(at: number): boolean {
    if (!this.#legal) return false;
    const before = this.#text.slice(Math.max(0, at - 250), at);
    return (
      at > 300 &&
      before.search(OWN_COMPANY_PATTERN) === -1 &&
      !this.#brand.some((word) => before.toLowerCase().includes(word))
    );
  }

  /** Another company is named in the paragraph. */
  isNamedBefore(at: number): boolean {
    const before = this.#text.slice(Math.max(0, at - 200), at);
    const paragraph = before.slice(before.search(/\n[\s\uE000]*\n(?![\s\S]*\n[\s\uE000]*\n)/) + 1);
    let other = false;
    for (const { index } of paragraph.matchAll(LEGAL_FORM)) {
      const words =
        paragraph
          .slice(Math.max(0, index - 60), index)
          .replaceAll(SEAM, "")
          .split("\n")
          .at(-1)
          ?.match(/[\p{L}\d]{3,}/gu) ?? [];
      other = words.length > 0 && !words.slice(-4).some((word) => this.#own.includes(compactName(word)));
    }
    return other;
  }
}

/** Parts of a line other than names: street and number, postcode and town, phone number. */
const ADDRESS_PART = new RegExp(
  `(?:^|[,–—(:|-])\\s*(?:${[
    "(?:(?:t[ée]l\\p{L}*|fon|phone|mobil\\p{L}*|portable)[.:\\s]*)?\\+?(?:\\d[\\s./()-]{0,2}){8,15}",
    "\\d{1,4}\\s?(?:bis|ter|[a-d])?,?\\s(?:rue|avenue|av\\.|bd|boulevard|place|chemin|route|impasse|quai|" +
      "all[ée]e|cours|square|za|zi|zone)(?!\\p{L})[^,–—(]*",
    "\\d{1,4}[a-d]?,?\\s(?:\\p{L}+\\s){1,3}(?:street|st|road|rd|lane|avenue|ave|drive|way|square|close)" +
      "(?!\\p{L})[^,–—(]*",
    "[^,–—(:]*(?:stra(?:ß|ss)e|str\\.|weg|platz|gasse|allee|ring|damm|ufer|markt)\\s\\d[^,–—(]*",
    "(?:[A-Z]{1,2}-)?\\d{4,5}\\s\\p{L}[^,–—(]*",
  ].join("|")})(?=$|[,–—(|-])`,
  "giu",
);

/** "Bello Logistique, gérant, 04 …": a bare number after a name, on a line without the company's own name. */
export function isApposition(text: string, at: number, brand: readonly string[]): boolean {
  const line =
    text
      .slice(Math.max(0, at - 160), at)
      .split("\n")
      .at(-1)
      ?.replaceAll(SEAM, "") ?? "";
  if (!/[,–—(-]\s{0,3}$/.test(line)) return false;
  const lower = line.toLowerCase();
  return (
    /(?:^|[\s«„“"(:])\p{Lu}[\p{L}'’.-]+/u.test(line.replace(ADDRESS_PART, "")) &&
    !brand.some((word) => lower.includes(word))
  );
}

const hasParagraphBreak = (text: string): boolean => /\n[\s\uE000]*\n/.test(text);
