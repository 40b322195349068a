import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { resolveSiteRedirect, findSiteRoot } from "../../../worker/search/crawl/site-root";
import { Frontier } from "../../../worker/search/frontier";
import { toFoundCompany } from "../../../worker/search/search-dto";

describe("the start page of a crawl", () => {
  it.each([
    ["https://firm.fr/", "https://firm.fr/"],
    ["http://www.firm.fr/lyon?x=1", "http://www.firm.fr/"],
    ["https://firm.fr/go?u=https%3A%2F%2Fother.fr%2F", "https://firm.fr/"],
    ["https://jobs.firm.co.uk/vacancies", "https://www.firm.co.uk/"],
    ["https://www.paris.firm.fr/", "https://www.firm.fr/"],
    ["http://dupont.free.fr/index.htm", "http://dupont.free.fr/"],
    ["https://dupont.jimdofree.com/kontakt/", "https://dupont.jimdofree.com/"],
    ["https://firm.github.io/site/", "https://firm.github.io/"],
    ["https://www.facebook.com/Firm.Lyon/posts/1?comment=2", "https://www.facebook.com/Firm.Lyon"],
    ["https://www.facebook.com/pages/Firm/123/about", "https://www.facebook.com/pages/Firm/123"],
    ["https://www.facebook.com/profile.php?id=77&next=https://other.fr/", "https://www.facebook.com/profile.php?id=77"],
    ["https://anna.wixsite.com/Firm/contact", "https://anna.wixsite.com/Firm"],
  ])("%s: %s", (website, url) => expect(findSiteRoot(website).url).toBe(url));

  it.each([
    ["https://dupont.free.fr/", "dupont.free.fr"],
    ["https://www.free.fr/", "free.fr"],
    ["https://a.b.jimdo.com/", "b.jimdo.com"],
  ])("of a provider's customer, %s, is the customer's own site, %s", (website, site) => {
    expect(findSiteRoot(website).site).toBe(site);
  });
});

describe("the redirect of a root", () => {
  const from = { site: "firm.fr", url: "https://www.firm.fr/" };

  it.each([
    ["https://new.fr/", "new.fr"],
    ["https://www.new.fr/fr/", "new.fr"],
    ["https://new.fr/index.php", "new.fr"],
    ["https://new.fr/de-DE", "new.fr"],
    ["https://new.fr/en/home.html", "new.fr"],
    ["https://www.facebook.com/firm", "facebook.com/firm"],
    ["https://firm.wixsite.com/lyon", "firm.wixsite.com/lyon"],
  ])("%s is the company's new site", (location, site) =>
    expect(resolveSiteRedirect(from, location)).toEqual({ site, url: findSiteRoot(location).url }),
  );

  it.each([
    "https://group.fr/brands/firm",
    "https://group.fr/?brand=firm",
    "https://shop.group.fr/",
    "https://new.fr/login",
    "https://parking.com/buy?d=firm.fr",
  ])("%s is a page on a third party's site", (location) => {
    const moved = resolveSiteRedirect(from, location);
    expect(moved).toMatchObject({ url: location, own: "www.firm.fr" });
    expect(moved.site).toMatch(/^firm\.fr > /u);
  });

  it("through such a page is never the company's new site", () => {
    const page = resolveSiteRedirect(from, "https://group.fr/brands/firm");
    expect(resolveSiteRedirect(page, "https://other.fr/")).toMatchObject({
      url: "https://other.fr/",
      own: "www.firm.fr",
    });
  });
});

it("a search started before the columns for redirects continues", async () => {
  const search = env.SEARCH.get(env.SEARCH.newUniqueId());
  await runInDurableObject(search, (_instance, { storage: { sql } }) => {
    sql.exec(
      "CREATE TABLE cities (city TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting', tries INTEGER NOT " +
        "NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0)",
    );
    sql.exec(`CREATE TABLE companies (number INTEGER PRIMARY KEY, id TEXT NOT NULL, identity TEXT NOT NULL,
      name TEXT NOT NULL, website TEXT NOT NULL, business_type TEXT NOT NULL,
      city TEXT NOT NULL, country TEXT NOT NULL, source TEXT NOT NULL, duplicate INTEGER NOT NULL,
      site TEXT NOT NULL, attempt INTEGER NOT NULL DEFAULT 0,
      contacts TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
      about TEXT NOT NULL DEFAULT '', apply_elsewhere TEXT)`);
    for (const [id, duplicate] of [
      ["a", 0],
      ["b", 1],
    ] as const) {
      sql.exec(
        "INSERT INTO companies (id, identity, name, website, business_type, city, country, source, duplicate, " +
          "site, contacts, email, phone) VALUES (?, 'firm.fr', 'Firm', 'https://firm.fr/', '', '', 'FR', '', ?, ?, " +
          "'[]', '', '')",
        id,
        duplicate,
        duplicate ? "none" : "out",
      );
    }
    const frontier = new Frontier(sql);
    frontier.createTables([]);
    expect(frontier.listCompanies(0, 10).map((row) => toFoundCompany(row))).toMatchObject([
      { redirected_from: null, duplicate: false, known: false },
      { redirected_from: null, duplicate: true, known: false },
    ]);
    frontier.completeSite(
      {
        number: 1,
        read: true,
        movedTo: { website: "https://new.fr/", identity: "new.fr" },
        contacts: [],
        email: "",
        phone: "",
        facts: [],
        applyElsewhere: null,
      },
      new Set(["new.fr"]),
    );
    expect(frontier.listCompanies(0, 10).map((row) => toFoundCompany(row))).toMatchObject([
      { website: "https://new.fr/", redirected_from: "firm.fr", known: true },
      { known: true },
    ]);
    expect(frontier.readCounts()).toMatchObject({
      total_companies: 2,
      new_companies: 0,
      duplicate_companies: 2,
      // Both are one company of the list.
      known_companies: 1,
    });
  });
});
