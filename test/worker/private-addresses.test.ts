import { expect, it } from "vitest";
import { siteOf } from "../../worker/adapters/address-rules";
import { createWeb } from "../../worker/adapters/web";
import { collect } from "../../worker/search/collect";
import { HostLanes } from "../../worker/search/host-lanes";
import { SPELLINGS } from "../prove/addresses/spellings";
import { POSITIONS, trapAnswer, trapHost } from "../prove/addresses/trap";

// The short form of `npm run prove:addresses`: the canary is a fetch that writes down who was asked.

function trapped() {
  const asked: string[] = [];
  const canary: string[] = [];
  const open: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = trapAnswer(url.hostname, url.pathname, SPELLINGS);
    (answer ? asked : canary).push(url.href);
    return answer
      ? new Response(answer.body, { status: answer.status, headers: answer.headers })
      : new Response("canary");
  };
  return {
    asked,
    canary,
    ports: {
      web: createWeb({ fetch: open, userAgent: "Candidature", allowReserved: true }),
      lanes: new HostLanes(),
      now: () => new Date(),
      hostDelayMs: 0,
    },
  };
}

it("there are three hundred spellings and six positions at least", () => {
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(300);
  expect(POSITIONS.length).toBeGreaterThanOrEqual(6);
});

it.each(POSITIONS)(
  "no spelling of a private address is opened as %s",
  async (position) => {
    const { asked, canary, ports } = trapped();
    for (const [number, spelling] of SPELLINGS.entries()) {
      if (position !== "site") await collect({ url: `http://${trapHost(position, number)}/`, country: "FR" }, ports);
      // A directory's address of a site is looked at before it is kept; the fetch looks again.
      else if (siteOf(spelling, true) !== null) canary.push(`kept: ${spelling}`);
      else
        await expect(ports.web.read(spelling), spelling).rejects.toMatchObject({ service: "web", failure: "refused" });
    }
    expect(canary).toEqual([]);
    // Every trap was walked into: what was not opened was not overlooked.
    const hosts = new Set(asked.map((address) => new URL(address).hostname));
    expect(hosts.size).toBe(position === "site" ? 0 : SPELLINGS.length);
  },
  60_000,
);

it("the canary sings when a public address is asked", async () => {
  const { canary, ports } = trapped();
  await collect({ url: "http://firm.fr/", country: "FR" }, ports);
  expect(canary).toContain("http://firm.fr/robots.txt");
});
