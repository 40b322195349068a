import { expect, it } from "vitest";
import { createPageFetcher } from "../../../worker/adapters/web-fetch/fetch-page";
import { toSiteUrl } from "../../../worker/adapters/web-fetch/ssrf-guard";
import { crawlSite } from "../../../worker/search/crawl/crawl-site";
import { HostQueue } from "../../../worker/search/crawl/host-queue";
import { URL_POSITIONS, answerTrap, toTrapHost } from "../../prove/ssrf/url-positions";
import { URL_SPELLINGS } from "../../prove/ssrf/url-spellings";

// The short form of `npm run prove addresses`: here the canary is a fetch that records its requests.

function createTrapWeb() {
  const requests: string[] = [];
  const canary: string[] = [];
  const trapFetch: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = answerTrap(url.hostname, url.pathname, URL_SPELLINGS);
    (answer ? requests : canary).push(url.href);
    return answer
      ? new Response(answer.body, { status: answer.status, headers: answer.headers })
      : new Response("canary");
  };
  return {
    requests,
    canary,
    ports: {
      web: createPageFetcher({ fetch: trapFetch, userAgent: "Candidature", allowReserved: true }),
      hostQueue: new HostQueue(),
      now: () => new Date(),
      hostDelayMs: 0,
    },
  };
}

it("there are at least three hundred spellings and six positions", () => {
  expect(URL_SPELLINGS.length).toBeGreaterThanOrEqual(300);
  expect(URL_POSITIONS.length).toBeGreaterThanOrEqual(6);
});

it.each(URL_POSITIONS)(
  "no spelling of a private address is fetched as %s",
  async (position) => {
    const { requests, canary, ports } = createTrapWeb();
    // Every other one, the others with the next position; the proof tries all.
    const tried = [...URL_SPELLINGS.entries()].filter(
      ([number]) => (number + URL_POSITIONS.indexOf(position)) % 2 === 0,
    );
    for (const [number, spelling] of tried) {
      if (position !== "site")
        await crawlSite({ url: `http://${toTrapHost(position, number)}/`, country: "FR" }, ports);
      // A directory's site URL is checked before it is stored, and again by the fetch.
      else if (toSiteUrl(spelling, true) !== null) canary.push(`kept: ${spelling}`);
      else
        await expect(ports.web.fetchPage(spelling), spelling).rejects.toMatchObject({
          service: "web",
          failure: "refused",
        });
    }
    expect(canary).toEqual([]);
    // Every position was reached, so nothing passed only because it was skipped.
    const hosts = new Set(requests.map((address) => new URL(address).hostname));
    expect(hosts.size).toBe(position === "site" ? 0 : tried.length);
  },
  60_000,
);

it("the canary server is reached through a public address", async () => {
  const { canary, ports } = createTrapWeb();
  await crawlSite({ url: "http://firm.fr/", country: "FR" }, ports);
  expect(canary).toContain("http://firm.fr/robots.txt");
});
