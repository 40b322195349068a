import type { Contact } from "../contract/companies";
import { OutsideError, type WebAnswer, type WebPage } from "../ports";
import { isOwn } from "./contacts/email-rules";
import { readPage } from "./contacts/extract";
import { guessedLinks } from "./contacts/links";
import { takesApplications } from "./contacts/rank";
import { registrableDomain } from "./contacts/site";
import type { ApplyElsewhere, ScoredLink } from "./contacts/types";
import { type SiteReading, type SiteToRead, UNREAD } from "./jobs";
import { type MannersPorts, SiteManners } from "./manners";

const PAGES = 6;
/** Links from this score on (jobs, contact and legal pages) are read even when an address of the company's own has been found. */
const WORTH_MORE = 8.5;
/** So are those that speak of the company, while no telephone number is known. */
const WORTH_A_NUMBER = 3.5;
/** Links below this score promise nothing: a few are read while there is no address at all. */
const PROMISING = 1;
const MOST_UNPROMISING = 2;
const GUESSES = 3;

interface Ports extends MannersPorts {
  now: () => Date;
}

/** What has been read of a site so far. */
class Reading {
  readonly contacts = new Map<string, Contact>();
  readonly links = new Map<string, ScoredLink>();
  readonly visited = new Set<string>();
  about = "";
  applyElsewhere: ApplyElsewhere | null = null;
  pages = 0;

  /** @param own host of the company's own site if this is a page on somebody else's */
  take(page: WebPage, { country, own }: Pick<SiteToRead, "country" | "own">, seenAt: string): void {
    this.pages += 1;
    this.visited.add(page.url);
    const { contacts: found, about } = readPage(page.text, { url: page.url, country, own });
    const add = (kind: Contact["kind"], value: string, how: Contact["how"]) => {
      const key = `${kind} ${value}`;
      const known = this.contacts.get(key);
      // The company's own page is a better proof than the directory.
      if (!known || known.how === "directory")
        this.contacts.set(key, { kind, value, how, page: page.url, seen_at: seenAt });
    };
    for (const { value, source } of found.emails) add("email", value, source);
    for (const { value, source } of found.phones) add("phone", value, source);
    for (const link of found.links)
      if (own === undefined || link.url.startsWith(`${page.url.replace(/\/$/u, "")}/`)) this.#add(link);
    this.applyElsewhere ??= found.applyElsewhere ?? null;
    if (this.about === "") this.about = about;
  }

  #add(link: ScoredLink): void {
    if ((this.links.get(link.url)?.score ?? -1) < link.score) this.links.set(link.url, link);
  }

  /** The best link not read yet, if it is worth a request. */
  nextLink(host: string): ScoredLink | undefined {
    const [best] = [...this.links.values()]
      .filter(({ url }) => !this.visited.has(url))
      .sort((a, b) => b.score - a.score);
    return best && this.#isWorthIt(best, host) ? best : undefined;
  }

  get promisesNothing(): boolean {
    return this.contacts.size === 0 && ![...this.links.values()].some(({ score }) => score >= PROMISING);
  }

  #isWorthIt({ score }: ScoredLink, host: string): boolean {
    if (score >= WORTH_MORE) return true;
    if (this.hasGoodAddress(host))
      return score >= WORTH_A_NUMBER && ![...this.contacts.values()].some(({ kind }) => kind === "phone");
    return (
      score >= PROMISING ||
      [...this.visited].filter((url) => (this.links.get(url)?.score ?? PROMISING) < PROMISING).length < MOST_UNPROMISING
    );
  }

  /** One to apply to, of the company's own: with the privacy officer's alone the search goes on. */
  hasGoodAddress(host: string): boolean {
    return [...this.contacts.values()].some(
      ({ kind, value }) => kind === "email" && isOwn(value, host) && takesApplications(value),
    );
  }
}

const hostOf = (url: string): string => new URL(url).hostname;

/**
 * Reads one company's site as a careful person would: robots.txt, the root, then the links most likely to hold an address. What its
 * root redirects to on another site is told and not read; of its other pages those that lead elsewhere are left out.
 * Never throws for what the site does; 6 pages at most, and 20 s from its first request on.
 */
export async function collect(
  site: Pick<SiteToRead, "url" | "country" | "own">,
  ports: Ports,
  signal?: AbortSignal,
): Promise<SiteReading> {
  const manners = new SiteManners(ports, signal);
  const reading = new Reading();
  const visit = async (url: string): Promise<WebAnswer | null> => {
    reading.visited.add(url);
    const answer = await manners.read(url);
    if (answer && "status" in answer && answer.status < 400) reading.take(answer, site, ports.now().toISOString());
    return answer;
  };
  let host = site.own ?? hostOf(site.url);
  try {
    const root = await visit(site.url);
    // On a host of many sites another path is another's page, or a form to log in.
    if (root && "location" in root)
      return registrableDomain(hostOf(root.location)) === registrableDomain(hostOf(site.url))
        ? UNREAD
        : { ...UNREAD, movedTo: root.location };
    if (root) {
      host = site.own ?? hostOf(root.url);
      if (site.own === undefined && reading.promisesNothing)
        for (const link of guessedLinks(root.url, site.country).slice(0, GUESSES)) reading.links.set(link.url, link);
      for (
        let link = reading.nextLink(host);
        link && reading.pages < PAGES && reading.visited.size < PAGES + GUESSES;
        link = reading.nextLink(host)
      )
        await visit(link.url);
    }
  } catch (error) {
    // Out of time, or the site is not to be had: what has been read until now counts.
    if (!(error instanceof OutsideError)) throw error;
  } finally {
    manners.leave();
  }
  return {
    read: reading.pages > 0,
    movedTo: null,
    host,
    contacts: [...reading.contacts.values()],
    about: reading.about,
    applyElsewhere: reading.applyElsewhere,
  };
}
