import { describe, expect, it } from "vitest";
import { createOverpass } from "../../../worker/adapters/osm/overpass";
import { FoundCompany } from "../../../worker/contract/search";
import type { Area, PageFetcher } from "../../../worker/platform/ports";
import { crawlSite, toSiteReport } from "../../../worker/search/crawl/crawl-site";
import { HostQueue } from "../../../worker/search/crawl/host-queue";

// Hostile strings in a page or a directory: only valid addresses, numbers and links may come out.

const HOSTILE_TEXTS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "jav&#x09;ascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "'--><svg/onload=alert(1)>",
  "a\r\nBcc: x@evil.example",
  "\u202egro.live@x",
  "\u0000",
  "{{7*7}}",
];
const EMAIL = /^[a-z0-9!#$%&'*+/=?^_{|}~.-]+@[a-z0-9.-]+\.[a-z]{2,}$/u;

const escapeAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** A page with the text in every place that a contact may be read from. */
function makePage(text: string): string {
  const attribute = escapeAttribute(text);
  const structured = JSON.stringify({
    "@type": "Organization",
    name: text,
    email: `${text}@firm.test`,
    telephone: text,
    url: text,
    contactPoint: { email: text, telephone: `+33 1 ${text}` },
  }).replaceAll("</", "<\\/");
  const application = `https://jobs.lever.co/firm/${encodeURIComponent(text.toWellFormed())}`;
  return `<!doctype html><html><head><title>${text}</title><meta name="description" content="${attribute}">
  <script type="application/ld+json">${structured}</script></head>
  <body><h1>${text}</h1><a href="mailto:${attribute}@firm.test">${text}</a>\
<a href="mailto:jobs@firm.test?subject=${attribute}">x</a><a href="tel:${attribute}">${text}</a>
  <a href="${attribute}">Contact</a><a href="${attribute}">Welcome to the jungle</a>\
<iframe src="${attribute}"></iframe><form action="${attribute}"></form>
  <p>${text} jobs@firm.test ${text}</p><p>${attribute}@firm.test</p>\
<span data-email="${attribute}@firm.test" data-mail="jobs"></span><a href="${application}">Apply</a>
  <p>aucune candidature par e-mail</p></body></html>`;
}

function createWebWith(html: string): PageFetcher {
  return {
    fetchPage: async (url) => ({
      url,
      status: url.endsWith("/robots.txt") ? 404 : 200,
      text: html,
      contentType: "text/html",
      truncated: false,
    }),
  };
}

describe("contacts of a page with hostile strings everywhere", () => {
  it.each(HOSTILE_TEXTS)("%j", async (text) => {
    const reading = await crawlSite(
      { url: "http://firm.test/", country: "FR" },
      { web: createWebWith(makePage(text)), hostQueue: new HostQueue(), now: () => new Date(), hostDelayMs: 0 },
    );
    const { contacts, email, phone, applyElsewhere } = toSiteReport(
      { number: 1, site: "firm.test", url: "http://firm.test/", given: [] },
      reading,
    );
    expect(email.split(";")).toContain("jobs@firm.test");
    expect(email.split(";").filter((address) => !EMAIL.test(address))).toEqual([]);
    expect(phone.split(";").filter((number) => number !== "" && !/^\+\d{6,15}$/u.test(number))).toEqual([]);
    for (const { value, page } of contacts) {
      expect(value).not.toMatch(/[<>"\s\p{C}]/u);
      expect(page).toMatch(/^http:\/\/firm\.test\//u);
    }
    expect(FoundCompany.shape.contacts.safeParse(contacts).success).toBe(true);
    expect(applyElsewhere?.url).toMatch(/^https?:\/\/(?:firm\.test|jobs\.lever\.co)\/[^<>"\s]*$/u);
  });
});

describe("companies of a directory with hostile strings in every tag", () => {
  const area: Area = {
    city: "Lyon (France)",
    name: "Lyon",
    names: ["Lyon"],
    country: "FR",
    relation: 1,
    box: { south: 45.6, west: 4.7, north: 45.9, east: 5 },
  };

  it.each(HOSTILE_TEXTS)("%j", async (text) => {
    const tags = {
      name: text,
      shop: "bakery",
      website: text,
      "contact:website": text,
      url: text,
      email: `${text};jobs@firm.test;${text}@firm.test`,
      "contact:email": text,
      phone: text,
      "contact:phone": text,
      "addr:city": text,
      "addr:country": text,
    };
    const body = JSON.stringify({
      version: 0.6,
      elements: [
        { type: "count", id: 0, tags: { nodes: "2", ways: "0", relations: "0", total: "2" } },
        { type: "node", id: 1, lat: 45.7, lon: 4.8, tags },
        { type: text, id: text, lat: text, lon: text, tags },
      ],
    });
    const directory = createOverpass({
      fetch: async () => new Response(body),
      url: "https://overpass-api.de/api/interpreter",
      userAgent: "x",
      allowReserved: true,
    });
    const answer = await directory
      .find({ area, kinds: [{ filters: [[["shop", "bakery"]]] }] })
      .catch((error: unknown) => error);
    // An answer in another form than Overpass's is rejected as a whole.
    if (answer instanceof Error) return expect(answer).toMatchObject({ service: "overpass", failure: "bad_answer" });
    for (const { website, emails, page } of (answer as Awaited<ReturnType<typeof directory.find>>)[0]?.companies ??
      []) {
      expect(website === null || /^https?:\/\/[^<>"\s]+$/u.test(website)).toBe(true);
      expect(emails.filter((address) => !EMAIL.test(address))).toEqual([]);
      expect(page).toMatch(/^https:\/\/www\.openstreetmap\.org\/[a-z]+\/\d+$/u);
    }
  });
});
