import { foldText } from "../lib/fold-text";
import type { ScoredLink } from "./contact-types";
import type { Page } from "./html/parse-page";
import { joinPattern } from "./join-pattern";
import type { OwnSite } from "./ownership/own-domain";
import { toSiteKey } from "./site-key";

const MAX_LINKS = 40;

const CAREERS_TOPIC = {
  score: 12,
  words: joinPattern(
    "",
    String.raw`(?:^|[^a-z])(?:jobs?|recrut\w*|recruit\w*|recruiting|karriere\w*|careers?|carrieres?|emplois?|`,
    String.raw`vacanc(?:y|ies)|stellen\w*|bewerb\w*|join[- ]?us|join[- ](?:the|our)[- ]team|rejoign\w+|`,
    String.raw`nous[- ]rejoindre|rejoindre|work[- ](?:with|for)[- ]us|travailler[- ]chez|candidat\w*|postuler|`,
    String.raw`offene[- ]stellen|arbeiten[- ]bei|hiring|employment|ausbildung|mitarbeiter[- ]werden)(?![a-z])`,
  ),
};

/** Scores by words of a link; the best counts. German legal pages must have an address, so they score higher there. */
const LINK_TOPICS: readonly { score: number; words: RegExp }[] = [
  CAREERS_TOPIC,
  {
    score: 10,
    words: joinPattern(
      "",
      String.raw`(?:^|[^a-z])(?:contact(?:s|er|ez|us|form|formular)?|kontakt(?!linse)\w{0,10}|ansprechpartner|`,
      String.raw`nous[- ](?:contacter|trouver|ecrire)|get[- ]in[- ]touch|coordonnees|ecrivez[- ]nous|anfahrt|`,
      String.raw`reach[- ]us|nos[- ]agences|standorte?)(?![a-z])`,
    ),
  },
  {
    score: 9,
    words: joinPattern(
      "",
      String.raw`(?:^|[^a-z])(?:impressum|imprint|mentions?[- ]?(?:legales?)?|legales?|legal|legal[- ]notice|`,
      String.raw`infos?[- ]legales|rechtliches|anbieterkennzeichnung|company[- ]information|a[- ]propos[- ]legal)`,
      String.raw`(?![a-z])`,
    ),
  },
  {
    score: 4,
    words: joinPattern(
      "",
      String.raw`(?:^|[^a-z])(?:about(?:[- ]?us)?|a[- ]?propos|qui[- ]sommes[- ]nous|ueber[- ]?uns|uber[- ]?uns|`,
      String.raw`wir[- ]ueber[- ]uns|team|equipe|unternehmen|entreprise|l-?agence|company|who[- ]we[- ]are|`,
      String.raw`notre[- ]histoire|notre[- ]societe)(?![a-z])`,
    ),
  },
  {
    score: 3,
    words: joinPattern(
      "",
      String.raw`(?:^|[^a-z])(?:agences?|agencies|filialen?|niederlassung(?:en)?|branches|locations?|offices?|stores?|`,
      String.raw`bureaux|magasins|implantations?|direction|management|leadership|staff|people|associes|partners|`,
      String.raw`geschaeftsfuehrung|geschaftsfuhrung|vorstand|mitarbeiter\w*|personnel|collaborateurs|avocats|`,
      String.raw`lawyers|rechtsanwaelte|rechtsanwalte|anwaelte|anwalte|aerzte|arzte|praticiens|medecins|doctors|`,
      String.raw`departments?|abteilungen|inscriptions?|anmeldung|registration|enrol\w*|`,
      String.raw`admissions?|reservations?|reservierung(?:en)?|buchung|bookings?|devis|quote|angebot[- ]anfordern|`,
      String.raw`presse|press|media|support|kundenservice|kundendienst|customer[- ]service|sav|faq|aide|hilfe|help|`,
      String.raw`horaires|oeffnungszeiten|offnungszeiten|opening[- ]hours|acces|`,
      String.raw`stages?|formations?|kurse|courses|praktik\w*|internships?|alternance|apprenti\w*)(?![a-z])`,
    ),
  },
  {
    score: 2,
    words: joinPattern(
      "",
      String.raw`(?:^|[^a-z])(?:privacy|datenschutz\w*|confidentialite|rgpd|gdpr|dsgvo|donnees[- ]personnelles|cgu|`,
      String.raw`cgv|agb|terms)(?![a-z])`,
    ),
  },
];

const NOT_A_PAGE_PATH = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?|pptx?|mp[34]|css|js|ico|xml|rss|ics|avif)$/i;
const DEAD_END_PATH = joinPattern(
  "i",
  String.raw`(?:log-?in|connexion|anmelden|sign-?(?:in|up)|warenkorb|panier|cart|wp-admin|wp-json|\/feed\/?$|`,
  String.raw`logout|cookie-settings|\/tag\/|xmlrpc)`,
);
const ARTICLE_PATH =
  /\/(?:blog|news|actualites?|aktuelles|article|presse|press|magazine|post|produits?|products?|shop|boutique)\//i;
const LANGUAGE_PATH = /^\/(?:fr|de|en)(?:[-_][a-z]{2})?\/?$/i;

const SCRIPT_REDIRECT = joinPattern(
  "",
  String.raw`(?:^|[^\w.])(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s{0,3}=\s{0,3}`,
  String.raw`["']([^"'\n]{1,300})["']|location\.(?:replace|assign)\(\s{0,3}["']([^"'\n]{1,300})["']`,
);

/**
 * Pages of the same site worth reading next, best first, at most 40, without the page itself.
 * In Germany the Impressum scores higher than the contact page.
 */
export function rankLinks(page: Page, site: OwnSite): ScoredLink[] {
  const base = toAbsoluteUrl(page.base, site.url) ?? URL.parse(site.url);
  if (!base) return [];
  const own = toSiteKey(site.url);
  const here = toAbsoluteUrl(site.url, base)?.href;
  const best = new Map<string, number>();
  const addLink = (href: string, score: number | ((target: URL) => number)) => {
    const target = toAbsoluteUrl(href, base);
    if (!target) return;
    const worth = typeof score === "number" ? score : score(target);
    if (worth <= 0 || worth <= (best.get(target.href) ?? 0) || target.href === here || !isSameSite(target, site, own))
      return;
    best.set(target.href, worth);
  };
  for (const { href, text } of page.anchors) addLink(href, (target) => scoreLink(target, text, site.country));
  for (const frame of page.frames) addLink(frame, 8);
  if (page.refresh) addLink(page.refresh, 11);
  for (const { text } of page.scripts) {
    if (!text.includes("location")) continue;
    const jump = SCRIPT_REDIRECT.exec(text.slice(0, 4000));
    if (jump) addLink(jump[1] ?? jump[2] ?? "", 6);
  }
  return [...best]
    .map(([url, score]) => ({ url, score }))
    .sort((a, b) => b.score - a.score || a.url.length - b.url.length)
    .slice(0, MAX_LINKS);
}

/** Whether the words of its path name a page about jobs. */
export const isCareersUrl = (url: string): boolean => {
  const path = URL.canParse(url) ? decodePath(new URL(url).pathname) : "";
  return CAREERS_TOPIC.words.test(toHyphenatedWords(path));
};

function isSameSite(target: URL, site: OwnSite, key: string): boolean {
  return (target.hostname === site.host && !site.shared) || toSiteKey(target.href) === key;
}

/** URLs to try when a site shows no contact and no useful link. */
export function guessLinks(url: string, country: string): ScoredLink[] {
  const german = ["/impressum", "/kontakt", "/karriere"];
  const french = ["/contact", "/mentions-legales", "/recrutement"];
  const english = ["/contact", "/contact-us", "/careers"];
  const paths = /^(?:de|at|ch)$/i.test(country) ? german : /^(?:fr|be|lu|mc)$/i.test(country) ? french : english;
  return paths.flatMap((path) => (URL.canParse(path, url) ? [{ url: new URL(path, url).href, score: 1 }] : []));
}

function scoreLink({ pathname, search, hostname }: URL, text: string, country: string): number {
  if (NOT_A_PAGE_PATH.test(pathname) || DEAD_END_PATH.test(pathname)) return 0;
  if (/\.vcf$/i.test(pathname)) return 10;
  const words = toHyphenatedWords(
    `${text.slice(0, 60)} | ${decodePath(pathname)} ${search.slice(0, 60)} ${hostname.split(".", 1)[0] ?? ""}`,
  );
  const depth = pathname.split("/").filter(Boolean).length;
  const topic = LINK_TOPICS.find(({ words: pattern }) => pattern.test(words));
  if (!topic) return LANGUAGE_PATH.test(pathname) ? 1.2 : search === "" && depth < 3 ? 0.5 / Math.max(1, depth) : 0;
  const german = topic.score === 9 && /^(?:de|at|ch)$/i.test(country) ? 11 : topic.score;
  return (
    german - (ARTICLE_PATH.test(pathname) ? 6 : 0) - Math.min(2, Math.max(0, depth - 1) * 0.5) - (search ? 0.25 : 0)
  );
}

function toAbsoluteUrl(href: string, base: string | URL): URL | undefined {
  if (href.length > 1000 || /^\s{0,5}(?:#|$|(?:mailto|tel|javascript|data|sms|callto):)/i.test(href)) return undefined;
  const target = URL.parse(href.trim(), base);
  if (
    !target ||
    (target.protocol !== "http:" && target.protocol !== "https:") ||
    target.username !== "" ||
    target.password !== ""
  )
    return undefined;
  target.hash = "";
  return target;
}

function toHyphenatedWords(text: string): string {
  return foldText(text).replace(/[\s_’']+/g, "-");
}

function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Latin-1 escapes: the other words of the path still count.
  }
}
