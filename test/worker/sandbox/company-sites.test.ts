import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createPageFetcher } from "../../../worker/adapters/web-fetch/fetch-page";
import { extractContacts } from "../../../worker/contacts/extract-contacts";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { parseRobots } from "../../../worker/search/crawl/robots-txt";
import { listExpectedContacts } from "../../sandbox/companies/shapes/all-shapes";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";

const web = createPageFetcher({
  fetch: (input, init) => env.SANDBOX.fetch(input, init),
  userAgent: "Candidature",
  allowReserved: true,
});

const MAX_PAGES = 6;

/** The text of a page, or undefined when it cannot be read. */
async function readPage(url: string, accept: "html" | "text"): Promise<{ url: string; text: string } | undefined> {
  try {
    const page = await web.fetchPage(url, { accept });
    return "status" in page && page.status === 200 ? page : undefined;
  } catch (error) {
    if (error instanceof ExternalServiceError) return undefined;
    throw error;
  }
}

/** A simple crawler: robots.txt, the home page, then the best links. */
async function readContacts(start: string, country: string): Promise<{ emails: string[]; phones: string[] }> {
  const robotsUrl = new URL("/robots.txt", start).href;
  const robots = parseRobots((await readPage(robotsUrl, "text"))?.text ?? "", robotsUrl, "Candidature");
  const emails = new Set<string>();
  const phones = new Set<string>();
  const seen = new Set<string>();
  let frontier = [{ url: start, score: 100 }];
  while (frontier.length > 0 && seen.size < MAX_PAGES) {
    const [next] = frontier.sort((a, b) => b.score - a.score).splice(0, 1);
    if (!next || seen.has(next.url) || !robots.isAllowed(next.url)) continue;
    seen.add(next.url);
    const page = await readPage(next.url, "html");
    if (!page) continue;
    const found = extractContacts(page.text, { url: page.url, country });
    for (const { value } of found.emails) emails.add(value);
    for (const { value } of found.phones) phones.add(value);
    frontier = [...frontier, ...found.links];
  }
  return { emails: [...emails].sort(), phones: [...phones].sort() };
}

const listedShapes = shapes
  .map((shape, place) => ({ ...shape, place }))
  .filter((shape) => !shape.unlisted)
  .filter((shape) => !shape.rare || shape.id === "lost");

const sampleCities = cities.filter(({ slug }) => ["lyon", "manchester", "hamburg"].includes(slug));

// One test a city: emptying the storage before each shape would take longer than reading it.
it.each(sampleCities)("all shapes yield their contacts to the product's own reader in $name", async (city) => {
  for (const { id, place, website } of listedShapes) {
    const domain = toDomain("Atelier Moreau", city, place, 4711 + place);
    const { emails, phones } = listExpectedContacts(domain);
    const start = website ? `http://www.${domain}/` : `https://${domain}/`;
    const found = await readContacts(start, city.country.toUpperCase());
    expect.soft(found, id).toEqual({ emails: emails.toSorted(), phones: phones.toSorted() });
  }
});
