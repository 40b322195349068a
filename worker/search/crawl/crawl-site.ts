import { findPageFacts, mergeFacts } from "../../company-facts/page-facts";
import { guessLinks, isCareersUrl } from "../../contacts/choose-next-pages";
import type { ExternalApplication, ScoredLink } from "../../contacts/contact-types";
import { acceptsApplications, rankEmails } from "../../contacts/emails/rank-emails";
import { isOwnEmail } from "../../contacts/emails/rules-emails";
import { readPage } from "../../contacts/extract-contacts";
import { toRegistrableDomain } from "../../contacts/site-key";
import type { CompanyFact, Contact } from "../../contract/companies";
import { ExternalServiceError, type WebResult, type WebPage } from "../../platform/ports";
import type { LeasedSite, SiteReport } from "../../platform/search-rpc";
import type { SiteReading } from "../../platform/site-reading";
import { joinContacts } from "../rules-same-company";
import { UNREAD_SITE } from "./crawl-protocol";
import { type SiteFetcherPorts, SiteFetcher } from "./polite-fetch";

const MAX_PAGES = 6;
/** Links from this score on (jobs, contact, legal pages) are read even when an own address has been found. */
const ALWAYS_READ_SCORE = 8.5;
/** So are a few from this score on, best first: about, people, branches, registration, privacy. */
const FURTHER_SCORE = 1.5;
const MAX_FURTHER_PAGES = 2;
/** Links up to this score: texts on privacy name authorities and officers, whose numbers are not the company's. */
const PRIVACY_SCORE = 2;
/** Links below this score are unlikely to help: a few are read while no address is known. */
const PROMISING_SCORE = 1;
const MAX_UNPROMISING_PAGES = 2;
const MAX_GUESSED_LINKS = 3;

interface CrawlSitePorts extends SiteFetcherPorts {
  now: () => Date;
}

class CrawledPages {
  readonly contacts = new Map<string, Contact>();
  readonly links = new Map<string, ScoredLink>();
  readonly visited = new Set<string>();
  /** Of each page. */
  readonly facts: CompanyFact[][] = [];
  applyElsewhere: ExternalApplication | null = null;
  contactForm: string | null = null;
  careersPage: string | null = null;
  pages = 0;

  /** @param own host of the company's site if this is its page on another site */
  addPage(page: WebPage, { country, own }: Pick<LeasedSite, "country" | "own">, seenAt: string): void {
    this.pages += 1;
    this.visited.add(page.url);
    const { contacts: found, page: parsed } = readPage(page.text, { url: page.url, country, own });
    const addContact = (kind: Contact["kind"], value: string, how: Contact["how"]) => {
      const key = `${kind} ${value}`;
      const known = this.contacts.get(key);
      // The company's own page is a better source than the directory.
      if (!known || known.how === "directory")
        this.contacts.set(key, { kind, value, how, page: page.url, seen_at: seenAt });
    };
    for (const { value, source } of found.emails) addContact("email", value, source);
    const isPrivacy = (this.links.get(page.url)?.score ?? Infinity) <= PRIVACY_SCORE;
    if (!isPrivacy || ![...this.contacts.values()].some(({ kind }) => kind === "phone"))
      for (const { value, source } of found.phones) addContact("phone", value, source);
    for (const link of found.links)
      if (own === undefined || link.url.startsWith(`${page.url.replace(/\/$/u, "")}/`)) this.#addLink(link);
    this.applyElsewhere ??= found.applyElsewhere ?? null;
    if (parsed.hasTextForm) this.contactForm ??= page.url;
    if (isCareersUrl(page.url)) this.careersPage ??= page.url;
    this.facts.push(findPageFacts(parsed, page.url));
  }

  #addLink(link: ScoredLink): void {
    if ((this.links.get(link.url)?.score ?? -1) < link.score) this.links.set(link.url, link);
  }

  /** The best link not read yet, if it is worth a request. */
  findNextLink(host: string): ScoredLink | undefined {
    const [best] = [...this.links.values()]
      .filter(({ url }) => !this.visited.has(url))
      .sort((a, b) => b.score - a.score);
    return best && this.#isWorthReading(best, host) ? best : undefined;
  }

  get isUnpromising(): boolean {
    return this.contacts.size === 0 && ![...this.links.values()].some(({ score }) => score >= PROMISING_SCORE);
  }

  #isWorthReading({ score }: ScoredLink, host: string): boolean {
    if (score >= ALWAYS_READ_SCORE) return true;
    if (this.hasApplicationEmail(host))
      return score >= FURTHER_SCORE && this.#countVisited(ALWAYS_READ_SCORE) < MAX_FURTHER_PAGES;
    return score >= PROMISING_SCORE || this.#countVisited(PROMISING_SCORE) < MAX_UNPROMISING_PAGES;
  }

  /** Links read so far whose score is below this one. */
  #countVisited(score: number): number {
    return [...this.visited].filter((url) => (this.links.get(url)?.score ?? Infinity) < score).length;
  }

  /** An own address that takes applications; the privacy officer's does not. */
  hasApplicationEmail(host: string): boolean {
    return [...this.contacts.values()].some(
      ({ kind, value }) => kind === "email" && isOwnEmail(value, host) && acceptsApplications(value),
    );
  }
}

const toHost = (url: string): string => new URL(url).hostname;

/**
 * Crawls one company's site: robots.txt, the root, then the links most likely to hold an address. A root that redirects
 * to another site is reported and not followed; other pages that redirect there are skipped.
 * Never throws for what the site does. At most 6 pages, and 20 s from the first request.
 */
export async function crawlSite(
  site: Pick<LeasedSite, "url" | "country" | "own">,
  ports: CrawlSitePorts,
  signal?: AbortSignal,
): Promise<SiteReading> {
  const fetcher = new SiteFetcher(ports, signal);
  const crawled = new CrawledPages();
  const visit = async (url: string): Promise<WebResult | null> => {
    crawled.visited.add(url);
    const answer = await fetcher.read(url);
    if (answer && "status" in answer && answer.status < 400) crawled.addPage(answer, site, ports.now().toISOString());
    return answer;
  };
  let host = site.own ?? toHost(site.url);
  try {
    const root = await visit(site.url);
    // On a shared host another path is another company's page, or a login form.
    if (root && "location" in root)
      return toRegistrableDomain(toHost(root.location)) === toRegistrableDomain(toHost(site.url))
        ? UNREAD_SITE
        : { ...UNREAD_SITE, movedTo: root.location };
    if (root) {
      host = site.own ?? toHost(root.url);
      if (site.own === undefined && crawled.isUnpromising)
        for (const link of guessLinks(root.url, site.country).slice(0, MAX_GUESSED_LINKS))
          crawled.links.set(link.url, link);
      for (
        let link = crawled.findNextLink(host);
        link && crawled.pages < MAX_PAGES && crawled.visited.size < MAX_PAGES + MAX_GUESSED_LINKS;
        link = crawled.findNextLink(host)
      )
        await visit(link.url);
    }
  } catch (error) {
    // Timeout or unreachable: keep what has been read.
    if (!(error instanceof ExternalServiceError)) throw error;
  } finally {
    fetcher.close();
  }
  return {
    read: crawled.pages > 0,
    movedTo: null,
    host,
    contacts: [...crawled.contacts.values()],
    facts: mergeFacts(crawled.facts),
    applyElsewhere: crawled.applyElsewhere,
    contactForm: crawled.contactForm,
    careersPage: crawled.careersPage,
  };
}

const MAX_REPORTED_EMAILS = 10;
const MAX_REPORTED_PHONES = 5;

/** Merges the contacts of the site and the directory; the site wins, as the company's own page is the better source. */
export function toSiteReport(
  { number, site, url, own, given, moved }: Omit<LeasedSite, "country">,
  { read, host, contacts, facts, applyElsewhere, contactForm, careersPage }: SiteReading,
): SiteReport {
  const fromSite = new Set(contacts.map(({ kind, value }) => `${kind} ${value}`));
  const all = [...contacts, ...given.filter(({ kind, value }) => !fromSite.has(`${kind} ${value}`))];
  const shown = [
    ...rankEmails(
      all.filter(({ kind }) => kind === "email"),
      host,
    ).slice(0, MAX_REPORTED_EMAILS),
    ...all.filter(({ kind }) => kind === "phone").slice(0, MAX_REPORTED_PHONES),
  ];
  const movedTo = moved && read ? { website: url, identity: own === undefined ? site : null } : null;
  return {
    number,
    read,
    movedTo,
    contacts: shown,
    email: joinContacts(shown, "email"),
    phone: joinContacts(shown, "phone"),
    facts,
    applyElsewhere,
    contactForm,
    careersPage,
  };
}
