import { OutsideError, type Web, type WebPage } from "../ports";
import { parseRobots, type RobotsRules, robotsWithoutFile } from "./robots";

/** The name robots.txt files may call us by. */
const AGENT = "Candidature";
/** For a whole site. Milliseconds. */
const SITE_MS = 20_000;
/** For a robots.txt, the first thing asked of a host: one that is dead must not hold a connection for as long as a slow page may. Milliseconds. */
const ROBOTS_MS = 3_500;

/** One request at a time to a host and a pause between two, whatever the number of sites that stand on it. */
export class HostLanes {
  readonly #lanes = new Map<string, { tail: Promise<unknown>; ended: number }>();

  /** Does the work when the host is free and rested. @param pauseMs since the end of the request before */
  async enter<T>(host: string, pauseMs: number, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(host) ?? { tail: Promise.resolve(), ended: -Infinity };
    this.#lanes.set(host, lane);
    const turn = lane.tail.then(async () => {
      const pause = lane.ended + pauseMs - Date.now();
      if (pause > 0) await scheduler.wait(pause);
      try {
        return await work();
      } finally {
        lane.ended = Date.now();
      }
    });
    // The next one comes however this one ends; its failure is its own caller's.
    lane.tail = turn.catch(() => undefined);
    return turn;
  }
}

export interface MannersPorts {
  web: Web;
  /** Shared by all that is read at the same time. */
  lanes: HostLanes;
  /** Pause between two requests to one host, milliseconds. */
  hostDelayMs: number;
}

/** How we behave on a site: its robots.txt first, one request at a time, a pause between two, and off after a while. */
export class SiteManners {
  readonly #ports: MannersPorts;
  readonly #clock = new AbortController();
  readonly #signal: AbortSignal;
  readonly #robots = new Map<string, RobotsRules>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: MannersPorts, signal: AbortSignal | undefined) {
    this.#ports = ports;
    this.#signal = signal ? AbortSignal.any([signal, this.#clock.signal]) : this.#clock.signal;
  }

  /**
   * Reads a page if its site lets us.
   * @returns null for a page that is not allowed or cannot be had
   * @throws OutsideError `aborted` when time is up
   */
  async read(url: string): Promise<WebPage | null> {
    const rules = await this.#rulesFor(new URL(url));
    if (!rules.allowed(url)) return null;
    return this.#request(url, { accept: "html" }, rules.delayMs);
  }

  /** Ends the visit. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  async #rulesFor({ origin, hostname }: URL): Promise<RobotsRules> {
    const known = this.#robots.get(hostname);
    if (known) return known;
    const address = `${origin}/robots.txt`;
    const file = await this.#request(address, { accept: "text", timeoutMs: ROBOTS_MS }, 0);
    const rules = file && file.status < 300 ? parseRobots(file.text, address, AGENT) : robotsWithoutFile(file?.status ?? 500);
    this.#robots.set(hostname, rules);
    return rules;
  }

  #request(url: string, options: { accept: "html" | "text"; timeoutMs?: number }, delayMs: number): Promise<WebPage | null> {
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
