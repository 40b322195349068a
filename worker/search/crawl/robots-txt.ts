import robotsParser from "robots-parser";

/** RFC 9309 wants 500 KiB read; files over 5 KiB are already rare, and matching cost grows with the size. */
const MAX_FILE_CHARACTERS = 64 * 1024;
const MAX_LINE_CHARACTERS = 400;
const MAX_URL_CHARACTERS = 2048;
const MAX_DELAY_MS = 10_000;

export interface RobotsRules {
  /** False for a URL of another host and for an invalid one. */
  isAllowed(url: string): boolean;
  /** Crawl-delay, at most 10 s; 0 without one (ms). */
  delayMs: number;
}

/**
 * An empty text allows everything, as does an HTML page served in its place.
 * @param url of the robots.txt. @param agent our name in the rules, without version
 */
export function parseRobots(text: string, url: string, agent: string): RobotsRules {
  const completeLines =
    text.length <= MAX_FILE_CHARACTERS ? text : text.slice(0, text.lastIndexOf("\n", MAX_FILE_CHARACTERS) + 1);
  const lines = completeLines.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE_CHARACTERS);
  const rules = robotsParser(url, lines.join("\n"));
  const seconds = rules.getCrawlDelay(agent) ?? 0;
  return {
    isAllowed: (address) => {
      const own = address.length <= MAX_URL_CHARACTERS ? toOwnOrigin(url, address) : undefined;
      return own !== undefined && rules.isAllowed(own, agent) === true;
    },
    delayMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, MAX_DELAY_MS) : 0,
  };
}

/** Without a robots.txt: 4xx allows everything, 5xx or no answer allows nothing. */
export function createRulesWithoutFile(status: number): RobotsRules {
  const isAbsent = status >= 400 && status < 500;
  return { isAllowed: () => isAbsent, delayMs: 0 };
}

/** The same path on the origin of the robots.txt; ignores the protocol and a leading "www.". */
function toOwnOrigin(robots: string, address: string): string | undefined {
  if (!URL.canParse(address) || !URL.canParse(robots)) return undefined;
  const [own, target] = [new URL(robots), new URL(address)];
  const stripWww = (host: string) => host.replace(/^www\./, "");
  return stripWww(own.hostname) === stripWww(target.hostname)
    ? `${own.origin}${target.pathname}${target.search}`
    : undefined;
}
