import { OutsideError, type Web, type WebPage } from "../ports";
import { parseRobots, type RobotsRules, robotsWithoutFile } from "./robots";

/** The name robots.txt files may call us by. */
const AGENT = "Candidature";

/** How we behave on a site: its robots.txt first, one request at a time, a pause between two. */
export class SiteManners {
  readonly #web: Web;
  readonly #pauseMs: number;
  readonly #signal: AbortSignal;
  readonly #robots = new Map<string, RobotsRules>();
  #last = 0;

  constructor(web: Web, pauseMs: number, signal: AbortSignal) {
    this.#web = web;
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

  async #request(url: string, accept: "html" | "text", delayMs: number): Promise<WebPage | null> {
    const pause = this.#last === 0 ? 0 : Math.max(this.#pauseMs, delayMs) - (Date.now() - this.#last);
    if (pause > 0) await scheduler.wait(pause);
    if (this.#signal.aborted) throw new OutsideError("web", "aborted", "out of time");
    try {
      return await this.#web.read(url, { signal: this.#signal, accept });
    } catch (error) {
      if (error instanceof OutsideError && error.failure !== "aborted") return null;
      throw error;
    } finally {
      this.#last = Date.now();
    }
  }
}
