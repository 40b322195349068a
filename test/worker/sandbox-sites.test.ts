import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createWeb } from "../../worker/adapters/web";
import { OutsideError } from "../../worker/ports";
import { extractContacts } from "../../worker/search/contacts/extract";
import { parseRobots } from "../../worker/search/robots";
import { cities } from "../sandbox/osm/cities";
import { expectedContacts } from "../sandbox/world/expected";
import { shapes } from "../sandbox/world/shapes/table";
import { domainOf } from "../sandbox/world/site";

const web = createWeb({
  fetch: (input, init) => env.SANDBOX.fetch(input, init),
  userAgent: "Candidature",
  allowReserved: true,
});

const MOST_PAGES = 6;

/** The text of a page; nothing for one that cannot be read. */
async function read(url: string, accept: "html" | "text"): Promise<{ url: string; text: string } | undefined> {
  try {
    const page = await web.read(url, { accept });
    return "status" in page && page.status === 200 ? page : undefined;
  } catch (error) {
    if (error instanceof OutsideError) return undefined;
    throw error;
  }
}

/** A reader without haste or guesses: robots, home, then the links that look best. */
async function contactsOf(start: string, country: string): Promise<{ emails: string[]; phones: string[] }> {
  const robotsUrl = new URL("/robots.txt", start).href;
  const robots = parseRobots((await read(robotsUrl, "text"))?.text ?? "", robotsUrl, "Candidature");
  const emails = new Set<string>();
  const phones = new Set<string>();
  const seen = new Set<string>();
  let frontier = [{ url: start, score: 100 }];
  while (frontier.length > 0 && seen.size < MOST_PAGES) {
    const [next] = frontier.sort((a, b) => b.score - a.score).splice(0, 1);
    if (!next || seen.has(next.url) || !robots.allowed(next.url)) continue;
    seen.add(next.url);
    const page = await read(next.url, "html");
    if (!page) continue;
    const found = extractContacts(page.text, { url: page.url, country });
    for (const { value } of found.emails) emails.add(value);
    for (const { value } of found.phones) phones.add(value);
    frontier = [...frontier, ...found.links];
  }
  return { emails: [...emails].sort(), phones: [...phones].sort() };
}

const kinds = shapes
  .map((shape, place) => ({ ...shape, place }))
  .filter((shape) => !shape.unlisted)
  .filter((shape) => !shape.rare || shape.id === "lost");

const places = cities.filter(({ slug }) => ["lyon", "manchester", "hamburg"].includes(slug));

describe.each(places)("read by the product's own reader in $name", (city) => {
  it.each(kinds)("$id gives what it holds", async ({ place, website }) => {
    const domain = domainOf("Atelier Moreau", city, place, 4711 + place);
    const site = { ...expectedContacts(domain) };
    const start = website ? `http://www.${domain}/` : `https://${domain}/`;
    const found = await contactsOf(start, city.country.toUpperCase());
    expect(found).toEqual({ emails: site.emails.sort(), phones: site.phones.sort() });
  });
});
