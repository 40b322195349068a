import { describe, expect, it } from "vitest";
import { CompanyPage } from "../../../worker/contract/companies";
import { searchAndAdd, firmDomain, importBakeries, runSearchIn, twinDomain } from "../support/directory-entries";
import { seedUser } from "../support/seed";

const THIRD_PARTY_EMAIL = "jobs@stranger-harvest.example";

describe("an entry that is not a site's own root", () => {
  const domain = firmDomain("Atelier Duval", "community");
  const honest = { name: "Atelier Duval", website: `https://www.${domain}/` };
  const thirdParty = firmDomain("Strange", "stranger");
  const entries = [
    ["an open redirect", `https://${domain}/go?u=${encodeURIComponent(`https://${thirdParty}/`)}`],
    ["a page that a user of the site wrote", `https://${domain}/users/mallory`],
    ["a sub-domain that a user of the site has", `https://mallory.${domain}/`],
    ["a sub-domain's deep page", `http://mallory.${domain}/shop/1?x=y`],
  ] as const;

  it.each(
    entries.flatMap(
      ([what, website]) =>
        [
          [what, "before", website],
          [what, "after", website],
        ] as const,
    ),
  )(
    "%s, searched %s the honest entry, gives no company a third party's address",
    async (_what, order, website) => {
      await importBakeries("Niort-les-Bains", [{ name: "Atelier Duval", website }]);
      await importBakeries("Autun-les-Bains", [honest]);
      const cityOrder = ["Niort-les-Bains", "Autun-les-Bains"];
      for (const city of order === "before" ? cityOrder : cityOrder.toReversed()) {
        const { client } = await seedUser();
        const {
          companies: [company, ...others],
        } = await runSearchIn(client, [city]);
        expect(others).toEqual([]);
        expect(company).toMatchObject({ email: `contact@${domain}`, redirected_from: null, duplicate: false });
        expect(new URL(company?.website ?? "").hostname.replace(/^www\./u, "")).toBe(domain);
        expect(new URL(company?.website ?? "").pathname).toBe("/");
        expect(
          company?.contacts.some(
            ({ page }) =>
              !new URL(page).hostname.endsWith(domain) || page.includes("/users/") || page.includes("mallory"),
          ),
        ).toBe(false);
        expect(JSON.stringify(company)).not.toContain(THIRD_PARTY_EMAIL);
      }
    },
    60_000,
  );

  it.each([
    ["before", 0],
    ["after", 1],
  ])(
    "in one search, %s the honest entry, it is the same company with the site's own address",
    async (_order, place) => {
      const list = entries.map(([, website], n) => ({ name: `Mallory ${n}`, website }));
      await importBakeries("Autun-les-Bains", place === 0 ? [...list, honest] : [honest, ...list]);
      const { client } = await seedUser();
      const { search, companies } = await runSearchIn(client, ["Autun-les-Bains"]);
      expect(search).toMatchObject({
        total_companies: 5,
        new_companies: 1,
        duplicate_companies: 4,
        known_companies: 0,
      });
      expect(companies.filter(({ duplicate }) => !duplicate).map(({ email }) => email)).toEqual([`contact@${domain}`]);
      expect(JSON.stringify(companies)).not.toContain(THIRD_PARTY_EMAIL);
    },
    60_000,
  );
});

describe("a site whose root has moved to another", () => {
  const domain = firmDomain("Maison Perrin", "moved");
  const now = twinDomain(domain, "mailto-contact");
  const entry = { name: "Maison Perrin", website: `https://${domain}/` };
  const direct = { name: "Perrin", website: `https://${now}/` };

  it("is shown under its new domain, with the old one, also on the dashboard", async () => {
    await importBakeries("Autun-les-Bains", [{ ...entry, emails: [`old@${domain}`] }]);
    const { client } = await seedUser();
    const [company] = await searchAndAdd(client, ["Autun-les-Bains"]);
    expect(company).toMatchObject({
      website: `https://${now}/`,
      redirected_from: domain,
      email: `contact@${now};old@${domain}`,
    });
    expect(
      company?.contacts.filter(({ how }) => how !== "directory").map(({ page }) => new URL(page).hostname),
    ).toEqual(company?.contacts.filter(({ how }) => how !== "directory").map(() => now));
    const {
      companies: [added],
    } = (await client.get("/api/dashboard/companies")).as(CompanyPage);
    expect(added).toMatchObject({
      website: `https://${now}/`,
      redirected_from: domain,
      email: `contact@${now};old@${domain}`,
    });
  }, 60_000);

  it.each([
    ["the old name", "Autun-les-Bains"],
    ["the new name", "Niort-les-Bains"],
  ])(
    "is recognised under both domains by a user who has it under %s",
    async (_name, first) => {
      await importBakeries("Autun-les-Bains", [entry]);
      await importBakeries("Niort-les-Bains", [direct]);
      const { client } = await seedUser();
      await searchAndAdd(client, [first]);
      for (const city of ["Autun-les-Bains", "Niort-les-Bains"]) {
        const { search, companies } = await runSearchIn(client, [city]);
        expect(search).toMatchObject({ new_companies: 0, duplicate_companies: 1, known_companies: 1 });
        expect(companies).toMatchObject([{ duplicate: true, known: true }]);
        await client.post(`/api/search/discard/${search.id}`);
      }
      expect((await client.get("/api/dashboard/companies")).as(CompanyPage).total).toBe(1);
    },
    60_000,
  );

  it.each([
    ["old before new", [entry, direct]],
    ["new before old", [direct, entry]],
  ])(
    "counts once in a search that finds both, %s, and no count falls",
    async (_order, list) => {
      await importBakeries("Autun-les-Bains", list);
      const { client } = await seedUser();
      let last: Record<string, unknown> = {};
      const { search, companies } = await runSearchIn(client, ["Autun-les-Bains"], (seen) => {
        for (const count of [
          "total_companies",
          "new_companies",
          "duplicate_companies",
          "known_companies",
          "total_emails",
          "websites_count",
          "scraped_websites_count",
          "processed_contacts_count",
        ] as const) {
          expect(seen[count], count).toBeGreaterThanOrEqual(Number(last[count] ?? 0));
        }
        last = seen;
      });
      expect(search).toMatchObject({
        total_companies: 2,
        new_companies: 1,
        duplicate_companies: 1,
        known_companies: 0,
        total_emails: 1,
      });
      expect(companies.map(({ known }) => known)).toEqual([false, false]);
      const [kept] = companies.filter(({ duplicate }) => !duplicate);
      expect(kept).toMatchObject({ website: `https://${now}/`, email: `contact@${now}` });
      expect((await client.post(`/api/search/add-to-dashboard/${search.id}`)).body).toMatchObject({ added_count: 1 });
      // Both are found again, and are one company of the list.
      const again = await runSearchIn(client, ["Autun-les-Bains"]);
      expect(again.search).toMatchObject({ total_companies: 2, duplicate_companies: 2, known_companies: 1 });
      expect(again.companies.map(({ known }) => known)).toEqual([true, true]);
    },
    60_000,
  );

  it("is not added again by a search that ended before another one added the company", async () => {
    await importBakeries("Autun-les-Bains", [entry]);
    await importBakeries("Niort-les-Bains", [direct]);
    const { client } = await seedUser();
    const { search } = await runSearchIn(client, ["Autun-les-Bains"]);
    await searchAndAdd(client, ["Niort-les-Bains"]);
    expect((await client.post(`/api/search/add-to-dashboard/${search.id}`)).body).toMatchObject({
      added_count: 0,
      search: { added_companies: 0, new_companies: 0, known_companies: 1 },
    });
    expect((await client.get("/api/dashboard/companies")).as(CompanyPage).total).toBe(1);
  }, 60_000);
});

it("a redirect to a page on a third party's site is marked, and that site's addresses rank last", async () => {
  const domain = firmDomain("Chez Paul", "moved-to-platform");
  const platform = "plateforme-lyon";
  await importBakeries("Autun-les-Bains", [{ name: "Chez Paul", website: `https://${domain}/` }]);
  const { client } = await seedUser();
  const {
    companies: [company],
  } = await runSearchIn(client, ["Autun-les-Bains"]);
  expect(company?.redirected_from).toBe(domain);
  expect(company?.website).toMatch(new RegExp(`^https://${platform}-.*\\.example/shops/${domain}$`, "u"));
  const host = new URL(company?.website ?? "").hostname;
  expect(company?.email.split(";")[0]).toBe(`contact@${domain}`);
  await importBakeries("Niort-les-Bains", [{ name: "Plateforme", website: `https://${host}/` }]);
  const {
    companies: [itself],
  } = await runSearchIn(client, ["Niort-les-Bains"]);
  expect(itself).toMatchObject({ website: `https://${host}/`, redirected_from: null, duplicate: false });
  expect(itself?.email).not.toContain(domain);
}, 60_000);

it("a site that moved to one that forbids crawling keeps the directory's data and its own domain", async () => {
  const domain = firmDomain("Atelier Brun", "moved-to-forbidden");
  await importBakeries("Autun-les-Bains", [
    { name: "Atelier Brun", website: `https://${domain}/`, emails: [`contact@${domain}`] },
  ]);
  const { client } = await seedUser();
  const { companies } = await runSearchIn(client, ["Autun-les-Bains"]);
  expect(companies).toMatchObject([
    {
      website: `https://${domain}/`,
      redirected_from: null,
      email: `contact@${domain}`,
      finished: true,
      contacts: [{ how: "directory" }],
    },
  ]);
}, 60_000);
