import robotsParser from "robots-parser";

/** RFC 9309 asks for 500 KiB at least to be read; a hundredth of it is already rare, and the matcher's cost grows with the file. */
const MAX_FILE_CHARACTERS = 64 * 1024;
const MAX_LINE_CHARACTERS = 400;
const MAX_URL_CHARACTERS = 2048;
const MAX_DELAY_MS = 10_000;

export interface RobotsRules {
  /** May this address of the same site be read? An address of another host, or of no host, may not. */
  isAllowed(url: string): boolean;
  /** What the file asks to wait between two requests, in milliseconds, at most 10 s; 0 when it asks nothing. */
  delayMs: number;
}

/**
 * The rules of a robots.txt for our crawler. An empty text allows everything, as does an HTML page served in its place.
 * @param url the robots.txt's own address. @param agent the name rules may call us by, without version.
 */
export function parseRobots(text: string, url: string, agent: string): RobotsRules {
  const whole =
    text.length <= MAX_FILE_CHARACTERS ? text : text.slice(0, text.lastIndexOf("\n", MAX_FILE_CHARACTERS) + 1);
  const lines = whole.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE_CHARACTERS);
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

/** For a site whose robots.txt cannot be had: absent (4xx) allows everything, broken (5xx, no answer) allows nothing. */
export function createRulesWithoutFile(status: number): RobotsRules {
  const open = status >= 400 && status < 500;
  return { isAllowed: () => open, delayMs: 0 };
}

/** The same path on the robots.txt's own origin; http, https and a leading "www." make no other site of it. */
function toOwnOrigin(robots: string, address: string): string | undefined {
  if (!URL.canParse(address) || !URL.canParse(robots)) return undefined;
  const [own, target] = [new URL(robots), new URL(address)];
  const stripWww = (host: string) => host.replace(/^www\./, "");
  return stripWww(own.hostname) === stripWww(target.hostname)
    ? `${own.origin}${target.pathname}${target.search}`
    : undefined;
}
