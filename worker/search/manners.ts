import { OutsideError, type Web, type WebPage } from "../ports";
import { parseRobots, type RobotsRules, robotsWithoutFile } from "./robots";

/** The name robots.txt files may call us by. */
const AGENT = "Candidature";

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

/** How we behave on a site: its robots.txt first, one request at a time, a pause between two. */
export class SiteManners {
  readonly #web: Web;
  readonly #lanes: HostLanes;
  readonly #pauseMs: number;
  readonly #signal: AbortSignal;
  readonly #robots = new Map<string, RobotsRules>();

  constructor(web: Web, lanes: HostLanes, pauseMs: number, signal: AbortSignal) {
    this.#web = web;
    this.#lanes = lanes;
    this.#pauseMs = pauseMs;
    this.#signal = signal;
  }

  /**
   * Reads a page if its site lets us.
   * @returns null for a page that is not allowed or cannot be had
   * @throws OutsideError `aborted` when time is up
   */
  async read(url: string): Promise<WebPage | null> {
    const rules = await this.#rulesFor(new URL(url));
    if (!rules.allowed(url)) return null;
    return this.#request(url, "html", rules.delayMs);
  }

  async #rulesFor({ origin, hostname }: URL): Promise<RobotsRules> {
    const known = this.#robots.get(hostname);
    if (known) return known;
    const address = `${origin}/robots.txt`;
    const file = await this.#request(address, "text", 0);
    const rules = file && file.status < 300 ? parseRobots(file.text, address, AGENT) : robotsWithoutFile(file?.status ?? 500);
    this.#robots.set(hostname, rules);
    return rules;
  }

  #request(url: string, accept: "html" | "text", delayMs: number): Promise<WebPage | null> {
    return this.#lanes.enter(new URL(url).hostname.replace(/^www\./u, ""), Math.max(this.#pauseMs, delayMs), async () => {
      if (this.#signal.aborted) throw new OutsideError("web", "aborted", "out of time");
      try {
        return await this.#web.read(url, { signal: this.#signal, accept });
      } catch (error) {
        if (error instanceof OutsideError && error.failure !== "aborted") return null;
        throw error;
      }
    });
  }
}
