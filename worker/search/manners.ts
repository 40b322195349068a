import { OutsideError, type Web, type WebAnswer } from "../ports";
import { siteKey } from "./contacts/site";
import type { HostLanes } from "./host-lanes";
import { parseRobots, type RobotsRules, robotsWithoutFile } from "./robots";

/** The name robots.txt files may call us by. */
const AGENT = "Candidature";
/** For a whole site. Milliseconds. */
const SITE_MS = 20_000;
/** For a robots.txt, the first thing asked of a host: one that is dead must not hold a connection for as long as a slow page may. Milliseconds. */
const ROBOTS_MS = 3_500;
/** Hosts that one page, or one robots.txt, may send us on to. */
const MOST_HOPS = 5;

export interface MannersPorts {
  web: Web;
  /** Shared by all that is read at the same time. */
  lanes: HostLanes;
  /** Pause between two requests to one host, milliseconds. */
  hostDelayMs: number;
}

/** How we behave on a site: each host's robots.txt first, one request at a time, a pause between two, and off after a while. */
export class SiteManners {
  readonly #ports: MannersPorts;
  readonly #clock = new AbortController();
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: MannersPorts, signal: AbortSignal | undefined) {
    this.#ports = ports;
    this.#signal = signal ? AbortSignal.any([signal, this.#clock.signal]) : this.#clock.signal;
  }

  /**
   * Reads a page if its host lets us, and if need be the hosts of the same site that it redirects to. What redirects to another site is handed back.
   * @returns null for a page that is not allowed or cannot be had
   * @throws OutsideError `aborted` when time is up
   */
  async read(start: string): Promise<WebAnswer | null> {
    const isOfSite = (url: string) => siteKey(url) === siteKey(start);
    for (let url = start, hops = 0; hops <= MOST_HOPS; hops++) {
      const rules = await this.#rulesFor(new URL(url));
      if (!rules.allowed(url)) return null;
      const answer = await this.#request(
        url,
        { accept: "html", mayFollow: (next) => isOfSite(next) && rules.allowed(next) },
        rules.delayMs,
      );
      if (!answer || !("location" in answer) || !isOfSite(answer.location)) return answer;
      url = answer.location;
    }
    return null;
  }

  /** Ends the visit. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  async #rulesFor({ origin, hostname }: URL): Promise<RobotsRules> {
    const { robots } = this.#ports.lanes;
    for (let known = robots.get(hostname); known; known = robots.get(hostname)) {
      // Another site's reader who asked may have run out of time.
      const rules = await known.catch(() => null);
      if (rules) return rules;
    }
    const asked = this.#askRules(`${origin}/robots.txt`).catch((error: unknown) => {
      robots.delete(hostname);
      throw error;
    });
    robots.set(hostname, asked);
    return asked;
  }

  async #askRules(address: string): Promise<RobotsRules> {
    const file = await this.#robotsFile(address);
    return file && file.status < 300 ? parseRobots(file.text, address, AGENT) : robotsWithoutFile(file?.status ?? 500);
  }

  /** Another host's file is taken for this one's where it sends us there (RFC 9309, 2.3.1.2); anything else on that host has rules of its own, so the file counts as absent. */
  async #robotsFile(address: string): Promise<{ status: number; text: string } | null> {
    for (let url = address, hops = 0; hops <= MOST_HOPS; hops++) {
      const answer = await this.#request(url, { accept: "text", timeoutMs: ROBOTS_MS }, 0);
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
  ): Promise<WebAnswer | null> {
    const { web, lanes, hostDelayMs } = this.#ports;
    return lanes.enter(new URL(url).hostname.replace(/^www\./u, ""), Math.max(hostDelayMs, delayMs), async () => {
      if (this.#signal.aborted) throw new OutsideError("web", "aborted", "out of time");
      try {
        return await web.read(url, { ...options, signal: this.#signal, onOpen: () => this.#startClock() });
      } catch (error) {
        if (error instanceof OutsideError && error.failure !== "aborted") return null;
        throw error;
      }
    });
  }

  /** The site's time starts with its first request: what it waited in our own line is not its doing. */
  #startClock(): void {
    this.#timer ??= setTimeout(() => this.#clock.abort(), SITE_MS);
  }
}
