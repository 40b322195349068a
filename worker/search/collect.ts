import type { Contact } from "../contract/companies";
import { OutsideError, type WebPage } from "../ports";
import { readPage } from "./contacts/extract";
import { guessedLinks } from "./contacts/links";
import { isOwn } from "./contacts/email-rules";
import { takesApplications } from "./contacts/rank";
import type { ApplyElsewhere, ScoredLink } from "./contacts/types";
import type { SiteReading, SiteToRead } from "./jobs";
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

  take(page: WebPage, country: string, seenAt: string): void {
    this.pages += 1;
    this.visited.add(page.url);
    const { contacts: found, about } = readPage(page.text, { url: page.url, country });
    const add = (kind: Contact["kind"], value: string, how: Contact["how"]) => {
      const key = `${kind} ${value}`;
      const known = this.contacts.get(key);
      // The company's own page is a better proof than the directory.
      if (!known || known.how === "directory") this.contacts.set(key, { kind, value, how, page: page.url, seen_at: seenAt });
    };
    for (const { value, source } of found.emails) add("email", value, source);
    for (const { value, source } of found.phones) add("phone", value, source);
    for (const link of found.links) if ((this.links.get(link.url)?.score ?? -1) < link.score) this.links.set(link.url, link);
    this.applyElsewhere ??= found.applyElsewhere ?? null;
    if (this.about === "") this.about = about;
  }

  /** The best link not read yet, if it is worth a request. */
  nextLink(host: string): ScoredLink | undefined {
    const [best] = [...this.links.values()].filter(({ url }) => !this.visited.has(url)).sort((a, b) => b.score - a.score);
    return best && this.#isWorthIt(best, host) ? best : undefined;
  }

  get promisesNothing(): boolean {
    return this.contacts.size === 0 && ![...this.links.values()].some(({ score }) => score >= PROMISING);
  }

  #isWorthIt({ score }: ScoredLink, host: string): boolean {
    if (score >= WORTH_MORE) return true;
    if (this.hasGoodAddress(host)) return score >= WORTH_A_NUMBER && ![...this.contacts.values()].some(({ kind }) => kind === "phone");
    return score >= PROMISING || [...this.visited].filter((url) => (this.links.get(url)?.score ?? PROMISING) < PROMISING).length < MOST_UNPROMISING;
  }

  /** One to apply to, of the company's own: with the privacy officer's alone the search goes on. */
  hasGoodAddress(host: string): boolean {
    return [...this.contacts.values()].some(({ kind, value }) => kind === "email" && isOwn(value, host) && takesApplications(value));
  }
}

/**
 * Reads one company's site as a careful person would: robots.txt, the home page, then the links most likely to hold an address.
 * Never throws for what the site does; 6 pages at most, and 20 s from its first request on.
 */
export async function collect(site: Pick<SiteToRead, "url" | "country">, ports: Ports, signal?: AbortSignal): Promise<SiteReading> {
  const manners = new SiteManners(ports, signal);
  const reading = new Reading();
  const visit = async (url: string) => {
    reading.visited.add(url);
    const page = await manners.read(url);
    if (page && page.status < 400) reading.take(page, site.country, ports.now().toISOString());
    return page;
  };
  let host = new URL(site.url).hostname;
  try {
    const home = await visit(site.url);
    if (home) {
      host = new URL(home.url).hostname;
      if (reading.promisesNothing) for (const link of guessedLinks(home.url, site.country).slice(0, GUESSES)) reading.links.set(link.url, link);
      for (let link = reading.nextLink(host); link && reading.pages < PAGES && reading.visited.size < PAGES + GUESSES; link = reading.nextLink(host)) await visit(link.url);
    }
  } catch (error) {
    // Out of time, or the site is not to be had: what has been read until now counts.
    if (!(error instanceof OutsideError)) throw error;
  } finally {
    manners.leave();
  }
  return { read: reading.pages > 0, host, contacts: [...reading.contacts.values()], about: reading.about, applyElsewhere: reading.applyElsewhere };
}
