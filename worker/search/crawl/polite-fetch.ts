import { toSiteKey } from "../../contacts/site-key";
import { ExternalServiceError, type PageFetcher, type WebResult } from "../../platform/ports";
import type { HostQueue } from "./host-queue";
import { parseRobots, type RobotsRules, createRulesWithoutFile } from "./robots-txt";

/** Our name in robots.txt files. */
const ROBOTS_AGENT = "Candidature";
/** For a whole site (ms). */
const SITE_TIMEOUT_MS = 20_000;
/** Shorter than for a page: robots.txt is the first request, and a dead host must not block a connection (ms). */
const ROBOTS_TIMEOUT_MS = 3_500;
/** Redirects to other hosts followed for one page or robots.txt. */
const MAX_REDIRECT_HOSTS = 5;

export interface SiteFetcherPorts {
  web: PageFetcher;
  /** Shared by all sites of a consumer. */
  hostQueue: HostQueue;
  /** Pause between two requests to one host (ms). */
  hostDelayMs: number;
}

/** Fetches pages of one site: robots.txt of each host first, one request at a time with a pause, and a time limit. */
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
   * Reads a page if robots.txt allows it, following redirects within the site.
   * @returns the redirect if it leads to another site; null for a page that is not allowed or unreachable
   * @throws ExternalServiceError `aborted` after the time limit
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

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #loadRobots({ origin, hostname }: URL): Promise<RobotsRules> {
    const { robotsByHost: robots } = this.#ports.hostQueue;
    for (let pending = robots.get(hostname); pending; pending = robots.get(hostname)) {
      // The request of another site may have been aborted by its time limit: try again.
      const rules = await pending.catch(() => null);
      if (rules) return rules;
    }
    const request = this.#fetchRobots(`${origin}/robots.txt`).catch((error: unknown) => {
      robots.delete(hostname);
      throw error;
    });
    robots.set(hostname, request);
    return request;
  }

  async #fetchRobots(address: string): Promise<RobotsRules> {
    const file = await this.#fetchRobotsFile(address);
    return file && file.status < 300
      ? parseRobots(file.text, address, ROBOTS_AGENT)
      : createRulesWithoutFile(file?.status ?? 500);
  }

  /** A redirect to another host's robots.txt is followed (RFC 9309, 2.3.1.2); any other path counts as no file. */
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
    const { web, hostQueue, hostDelayMs } = this.#ports;
    return hostQueue.run(new URL(url).hostname.replace(/^www\./u, ""), Math.max(hostDelayMs, delayMs), async () => {
      if (this.#signal.aborted) throw new ExternalServiceError("web", "aborted", "out of time");
      try {
        return await web.fetchPage(url, { ...options, signal: this.#signal, onOpen: () => this.#startTimer() });
      } catch (error) {
        if (error instanceof ExternalServiceError && error.failure !== "aborted") return null;
        throw error;
      }
    });
  }

  /** The time limit starts with the first request: time spent in our own queue does not count. */
  #startTimer(): void {
    this.#timer ??= setTimeout(() => this.#timeout.abort(), SITE_TIMEOUT_MS);
  }
}
