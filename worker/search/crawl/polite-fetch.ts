import { toSiteKey } from "../../contacts/site-key";
import { ExternalServiceError, type PageFetcher, type WebResult } from "../../platform/ports";
import type { HostQueue } from "./host-queue";
import { parseRobots, type RobotsRules, createRulesWithoutFile } from "./robots-txt";

/** The name robots.txt files may call us by. */
const ROBOTS_AGENT = "Candidature";
/** For a whole site. Milliseconds. */
const SITE_TIMEOUT_MS = 20_000;
/** For a robots.txt, the first thing asked of a host: one that is dead must not hold a connection for as long as a slow page may. Milliseconds. */
const ROBOTS_TIMEOUT_MS = 3_500;
/** Hosts that one page, or one robots.txt, may send us on to. */
const MAX_REDIRECT_HOSTS = 5;

export interface SiteFetcherPorts {
  web: PageFetcher;
  /** Shared by all that is read at the same time. */
  lanes: HostQueue;
  /** Pause between two requests to one host, milliseconds. */
  hostDelayMs: number;
}

/** How we behave on a site: each host's robots.txt first, one request at a time, a pause between two, and off after a while. */
export class SiteFetcher {
  readonly #ports: SiteFetcherPorts;
  readonly #timeout = new AbortController();
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: SiteFetcherPorts, signal: AbortSignal | undefined) {
    this.#ports = ports;
    this.#signal = signal ? AbortSignal.any([signal, this.#timeout.signal]) : this.#timeout.signal;
  }

  /**
   * Reads a page if its host lets us, and if need be the hosts of the same site that it redirects to. What redirects to another site is handed back.
   * @returns null for a page that is not allowed or cannot be had
   * @throws ExternalServiceError `aborted` when time is up
   */
  async read(start: string): Promise<WebResult | null> {
    const isOfSite = (url: string) => toSiteKey(url) === toSiteKey(start);
    for (let url = start, hops = 0; hops <= MAX_REDIRECT_HOSTS; hops++) {
      const rules = await this.#loadRobots(new URL(url));
      if (!rules.isAllowed(url)) return null;
      const answer = await this.#request(
        url,
        { accept: "html", mayFollow: (next) => isOfSite(next) && rules.isAllowed(next) },
        rules.delayMs,
      );
      if (!answer || !("location" in answer) || !isOfSite(answer.location)) return answer;
      url = answer.location;
    }
    return null;
  }

  /** Ends the visit. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #loadRobots({ origin, hostname }: URL): Promise<RobotsRules> {
    const { robotsByHost: robots } = this.#ports.lanes;
    for (let known = robots.get(hostname); known; known = robots.get(hostname)) {
      // Another site's reader who asked may have run out of time.
      const rules = await known.catch(() => null);
      if (rules) return rules;
    }
    const asked = this.#fetchRobots(`${origin}/robots.txt`).catch((error: unknown) => {
      robots.delete(hostname);
      throw error;
    });
    robots.set(hostname, asked);
    return asked;
  }

  async #fetchRobots(address: string): Promise<RobotsRules> {
    const file = await this.#fetchRobotsFile(address);
    return file && file.status < 300
      ? parseRobots(file.text, address, ROBOTS_AGENT)
      : createRulesWithoutFile(file?.status ?? 500);
  }

  /** Another host's file is taken for this one's where it sends us there (RFC 9309, 2.3.1.2); anything else on that host has rules of its own, so the file counts as absent. */
  async #fetchRobotsFile(address: string): Promise<{ status: number; text: string } | null> {
    for (let url = address, hops = 0; hops <= MAX_REDIRECT_HOSTS; hops++) {
      const answer = await this.#request(url, { accept: "text", timeoutMs: ROBOTS_TIMEOUT_MS }, 0);
      if (!answer || !("location" in answer)) return answer;
      if (new URL(answer.location).pathname !== "/robots.txt") break;
      url = answer.location;
    }
    return { status: 404, text: "" };
  }

  #request(
    url: string,
    options: { accept: "html" | "text"; mayFollow?: (url: string) => boolean; timeoutMs?: number },
    delayMs: number,
  ): Promise<WebResult | null> {
    const { web, lanes, hostDelayMs } = this.#ports;
    return lanes.run(new URL(url).hostname.replace(/^www\./u, ""), Math.max(hostDelayMs, delayMs), async () => {
      if (this.#signal.aborted) throw new ExternalServiceError("web", "aborted", "out of time");
      try {
        return await web.fetchPage(url, { ...options, signal: this.#signal, onOpen: () => this.#startTimer() });
      } catch (error) {
        if (error instanceof ExternalServiceError && error.failure !== "aborted") return null;
        throw error;
      }
    });
  }

  /** The site's time starts with its first request: what it waited in our own line is not its doing. */
  #startTimer(): void {
    this.#timer ??= setTimeout(() => this.#timeout.abort(), SITE_TIMEOUT_MS);
  }
}
