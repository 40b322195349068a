import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extractContacts } from "../../../worker/contacts/extract-contacts";
import { countMatches, createTally, computePrecision, computeRecall } from "../../bench/contacts/precision-recall.ts";
import { crawlLabelledSite } from "../../bench/contacts/read-labelled-site.ts";
import { type Half, listPages, listSites } from "../../data/contacts.ts";

/** Totals over one half of the labelled pages. */
function measureHalf(half: Half) {
  const [emails, phones] = [createTally(), createTally()];
  for (const page of listPages().filter((labelled) => labelled.half === half)) {
    const found = extractContacts(page.html, page);
    countMatches(
      emails,
      page.emails,
      found.emails.map(({ value }) => value),
    );
    countMatches(
      phones,
      page.phones,
      found.phones.map(({ value }) => value),
    );
  }
  return {
    emailRecall: computeRecall(emails),
    emailPrecision: computePrecision(emails),
    phoneRecall: computeRecall(phones),
    phonePrecision: computePrecision(phones),
  };
}

describe("contacts read off the labelled pages", () => {
  it.each(["tuning", "test"] as const)(
    "are nearly all there and nearly all right: %s half",
    (half) => {
      const { emailRecall, emailPrecision, phoneRecall, phonePrecision } = measureHalf(half);
      expect.soft(emailRecall).toBeGreaterThanOrEqual(0.95);
      expect.soft(emailPrecision).toBeGreaterThanOrEqual(0.98);
      expect.soft(phoneRecall).toBeGreaterThanOrEqual(0.95);
      expect.soft(phonePrecision).toBeGreaterThanOrEqual(0.95);
    },
    60_000,
  );
});

describe("contacts read off whole labelled sites", () => {
  it.each(["tuning", "test"] as const)(
    "are most of those there, and hardly any other, within three and a half pages a site: %s half",
    async (half) => {
      const emails = createTally();
      const sites = listSites(half);
      let pages = 0;
      for (const site of sites) {
        const found = await crawlLabelledSite(site);
        countMatches(emails, site.emails, found.emails);
        pages += found.pages;
      }
      expect.soft(computeRecall(emails)).toBeGreaterThanOrEqual(0.85);
      expect.soft(computePrecision(emails)).toBeGreaterThanOrEqual(0.975);
      expect.soft(pages / sites.length).toBeLessThanOrEqual(3.5);
    },
    60_000,
  );
});

describe("npm run contacts", () => {
  const run = (input: string) =>
    spawnSync("node_modules/.bin/node", ["tools/extract-contacts.ts"], {
      input,
      encoding: "utf8",
      cwd: join(import.meta.dirname, "../../.."),
    });
  const line = (html: string) => JSON.stringify({ html, url: "https://atelier-nord.fr/", country: "FR" });

  it("answers a line a page, in order, and nothing else", () => {
    const { stdout, status } = run(`${line("<p>rh@atelier-nord.fr</p>")}\n\n${line("<p>01 99 00 12 34</p>")}`);
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((answer): unknown => JSON.parse(answer));
    expect(answers).toEqual([
      { emails: [{ value: "rh@atelier-nord.fr", source: "text" }], phones: [], links: [] },
      { emails: [], phones: [{ value: "+33199001234", source: "text" }], links: [] },
    ]);
    expect(status).toBe(0);
  }, 60_000);

  it("cuts lines at line feeds alone: JSON may hold U+2028 and U+2029 as they are", () => {
    const { stdout, status } = run(
      `${line("<p>Eins\u2028zwei\u2029rh@atelier-nord.fr</p>")}\r\n${line("<p>01 99 00 12 34</p>")}`,
    );
    const answers = stdout.trimEnd().split("\n");
    expect(answers).toHaveLength(2);
    expect(answers[0]).toContain("rh@atelier-nord.fr");
    expect(answers[1]).toContain("+33199001234");
    expect(status).toBe(0);
  }, 60_000);

  it("says what is wrong with a line and goes on", () => {
    const { stdout, status } = run(
      `nonsense\n{"url":"https://a.fr/"}\n{"html":"","url":"a.fr"}\n${line("<p>rh@atelier-nord.fr</p>")}\n`,
    );
    const [first, second, third, last] = stdout.trimEnd().split("\n");
    expect(first).toMatch(/^\{"error":"no JSON object: /);
    expect(second).toMatch(/^\{"error":"html: /);
    expect(third).toMatch(/^\{"error":"url: /);
    expect(last).toContain("rh@atelier-nord.fr");
    expect(status).toBe(1);
  }, 60_000);
});
