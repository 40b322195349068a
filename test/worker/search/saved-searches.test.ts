import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LIMITS } from "../../../worker/contract/limits";
import { SavedSearch } from "../../../worker/contract/saved-searches";
import { Search } from "../../../worker/contract/search";
import { companies } from "../../../worker/db/schema/companies";
import { mails } from "../../../worker/db/schema/mail";
import { savedSearches, searches } from "../../../worker/db/schema/search";
import { objections } from "../../../worker/db/schema/shared";
import { POINTER_KEY } from "../../../worker/directory/release/release-format";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { resumeStuckSearches } from "../../../worker/search/scheduled";
import type { Client } from "../support/client";
import { createPlace, publishRelease, type TestCompany } from "../support/publish-release";
import { bakeriesIn, fetchFound, fetchSearch, runToEnd, waitForSearch } from "../support/run-search";
import { composeUserDeps, database, seedCompany, seedSavedSearch, seedUser, sharedDatabase } from "../support/seed";

const TOULOUSE = bakeriesIn("Toulouse (France)");
const Saved = z.object({ saved: SavedSearch });
const SavedList = z.object({ saved: z.array(SavedSearch) });
const Started = z.object({ search_id: z.string(), search: Search });
const listSaved = async (client: Client) => (await client.get("/api/saved-searches")).as(SavedList).saved;
const keep = async (client: Client, searchId: string, name = "Boulangeries") =>
  (await client.post(`/api/search/keep/${searchId}`, { name })).as(Saved).saved;
const runAgain = async (client: Client, id: string) => {
  const { search_id: searchId } = (await client.post(`/api/saved-searches/${id}/run`)).as(Started);
  return waitForSearch(client, searchId);
};
const findRow = async (userId: string, id: string) => {
  const [row] = await database
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.userId, userId), eq(savedSearches.id, id)));
  if (!row) throw new Error("no such row");
  return row;
};

/** A mail that was sent to a company. */
const seedMail = (userId: string, companyId: string) =>
  database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    recipient: "jobs@firm.example",
    subject: "S",
    body: "B",
    status: "sent",
    createdAt: "2026-11-01T10:00:00.000Z",
    updatedAt: "2026-11-01T10:00:00.000Z",
  });

describe("a kept search", () => {
  it("has a name of its own, and is renamed and deleted", async () => {
    const { client } = await seedUser();
    const { id: searchId } = await runToEnd(client, TOULOUSE);
    const saved = await keep(client, searchId, " Mes boulangeries ");
    expect(saved).toMatchObject({ name: "Mes boulangeries", ...TOULOUSE, news: 0 });
    expect(await listSaved(client)).toEqual([saved]);
    const path = `/api/saved-searches/${saved.id}`;
    expect((await client.patch(path, { name: "Pain" })).as(Saved).saved).toEqual({ ...saved, name: "Pain" });
    for (const name of ["", "  ", "a\nb", "x".repeat(LIMITS.savedSearchName + 1)])
      expect(await client.patch(path, { name })).toMatchObject({ status: 400 });
    expect(await client.delete(path)).toMatchObject({ status: 200 });
    expect(await client.delete(path)).toMatchObject({ status: 404 });
    expect(await listSaved(client)).toEqual([]);
  }, 30_000);

  it("run again shows as new only what no run has found, and counts the rest apart", async () => {
    const { client, userId } = await seedUser();
    const first = await runToEnd(client, TOULOUSE);
    const saved = await keep(client, first.id);
    await client.post(`/api/search/discard/${first.id}`);
    // As if two of them had opened since.
    const { seen } = await findRow(userId, saved.id);
    expect(seen.length).toBeGreaterThan(4);
    const found = await fetchFound(client, first.id).catch(() => []);
    expect(found).toEqual([]);
    await database
      .update(savedSearches)
      .set({ seen: seen.slice(2) })
      .where(eq(savedSearches.id, saved.id));

    const second = await runAgain(client, saved.id);
    expect(second).toMatchObject({ status: "completed", total_companies: first.total_companies });
    expect(second.new_companies).toBe(2);
    expect(second.seen_companies).toBe(first.new_companies - 2);
    const companies = await fetchFound(client, second.id);
    expect(companies.filter((company) => !company.seen && !company.duplicate)).toHaveLength(2);
    // Without a choice the new ones are added, and no others.
    expect((await client.post(`/api/search/add-to-dashboard/${second.id}`, {})).body).toMatchObject({ added_count: 2 });

    const third = await runAgain(client, saved.id);
    expect(third.new_companies).toBe(0);
    expect(third.known_companies).toBe(2);
    expect((await listSaved(client))[0]?.last_run_at).toBe(third.completed_at);
    expect(new Set((await findRow(userId, saved.id)).seen)).toEqual(new Set(seen));
  }, 60_000);

  it("remembers no more than its limit, the last run first", async () => {
    const { client, userId } = await seedUser();
    const many = Array.from({ length: LIMITS.seenCompanies }, (_, n) => `firm-${n}.example`);
    const id = await seedSavedSearch(userId, { seen: many });
    const { total_companies: total, status } = await runAgain(client, id);
    expect(status).toBe("completed");
    const { seen } = await findRow(userId, id);
    expect(seen).toHaveLength(LIMITS.seenCompanies);
    expect(seen.slice(0, total).some((identity) => many.includes(identity))).toBe(false);
  }, 30_000);

  it("is there once when it is kept twice, under its last name", async () => {
    const { client } = await seedUser();
    const { id: searchId } = await runToEnd(client, TOULOUSE);
    const first = await keep(client, searchId);
    expect(await keep(client, searchId, "Pain")).toEqual({ ...first, name: "Pain" });
    expect(await listSaved(client)).toEqual([{ ...first, name: "Pain" }]);
  }, 30_000);

  it("is one of twenty at most", async () => {
    const { client, userId } = await seedUser();
    const { id: searchId } = await runToEnd(client, TOULOUSE);
    for (let n = 0; n < LIMITS.savedSearches; n++) await seedSavedSearch(userId);
    expect(await client.post(`/api/search/keep/${searchId}`, { name: "one more" })).toMatchObject({
      status: 422,
      body: { code: "saved_searches_full" },
    });
    expect(await listSaved(client)).toHaveLength(LIMITS.savedSearches);
  }, 30_000);

  it("whose run was interrupted before it began still shows what was found before as seen", async () => {
    const { client, userId } = await seedUser();
    const savedId = await seedSavedSearch(userId);
    const first = await runAgain(client, savedId);
    const id = crypto.randomUUID();
    await database.insert(searches).values({
      userId,
      id,
      status: "running",
      businessTypes: TOULOUSE.business_types,
      cities: TOULOUSE.cities,
      savedId,
      totals: EMPTY_TOTALS,
      createdAt: "2026-11-01T00:00:00.000Z",
    });
    await resumeStuckSearches(composeUserDeps());
    expect(await waitForSearch(client, id)).toMatchObject({
      status: "completed",
      new_companies: 0,
      seen_companies: first.new_companies,
    });
  }, 60_000);

  it("deleted while it runs stays deleted", async () => {
    const { client, userId } = await seedUser();
    const id = await seedSavedSearch(userId);
    const { search_id: searchId } = (await client.post(`/api/saved-searches/${id}/run`)).as(Started);
    await client.delete(`/api/saved-searches/${id}`);
    expect(await waitForSearch(client, searchId)).toMatchObject({ status: "completed" });
    expect(await listSaved(client)).toEqual([]);
  }, 30_000);

  it("waits while another search runs", async () => {
    const { client, userId } = await seedUser();
    const id = await seedSavedSearch(userId);
    const { search_id: searchId } = (await client.post(`/api/saved-searches/${id}/run`)).as(Started);
    expect(await client.post(`/api/saved-searches/${id}/run`)).toMatchObject({
      status: 409,
      body: { code: "search_in_progress", search_id: searchId },
    });
    expect((await fetchSearch(client, searchId)).id).toBe(searchId);
    await waitForSearch(client, searchId);
  }, 30_000);

  it("is in the export and goes with the account", async () => {
    const { client, userId } = await seedUser();
    await seedSavedSearch(userId, { name: "Pain", seen: ["firm.example"] });
    expect((await client.get("/api/settings/export")).body).toMatchObject({
      saved_searches: [{ name: "Pain", seen: ["firm.example"] }],
    });
    await client.delete("/api/settings/account");
    const left = () => database.select().from(savedSearches).where(eq(savedSearches.userId, userId));
    await expect.poll(left).toEqual([]);
  });
});

describe("a kept search of a place with more companies than a search holds", () => {
  const LYON = createPlace("Lyon", 45.76, 4.83);
  const publishBakers = (count: number) =>
    publishRelease({
      places: [LYON],
      companies: Array.from({ length: count }, (_, i) => ({
        name: `Baker ${i}`,
        lat: 45.76,
        lon: 4.83,
        emails: [`jobs@baker-${i}.example`],
      })),
    });

  it("brings those that did not fit before, in place of those that are known", async () => {
    await publishBakers(LIMITS.companiesPerSearch + 12);
    const { client } = await seedUser();
    const first = await runToEnd(client, bakeriesIn("Lyon (France)"));
    expect(first).toMatchObject({
      new_companies: LIMITS.companiesPerSearch,
      warnings: [{ code: "directory_limit", detail: "Lyon (France)" }],
    });
    const saved = await keep(client, first.id);
    const second = await runAgain(client, saved.id);
    expect(second).toMatchObject({ total_companies: LIMITS.companiesPerSearch, new_companies: 12, warnings: [] });
    expect((await fetchFound(client, second.id)).slice(0, 13).map(({ seen }) => seen)).toEqual([
      ...Array.from({ length: 12 }, () => false),
      true,
    ]);
    await client.post(`/api/search/add-to-dashboard/${first.id}`, {});
    const other = await runToEnd(client, bakeriesIn("Lyon (France)"));
    expect(other).toMatchObject({ new_companies: 12, known_companies: LIMITS.companiesPerSearch - 12, warnings: [] });
    expect(await runAgain(client, saved.id)).toMatchObject({ new_companies: 0, warnings: [] });
  }, 60_000);
});

it("a company that is in a kept search twice has been seen twice", async () => {
  await publishRelease({
    places: [createPlace("Lyon", 45.76, 4.83)],
    companies: ["Baker", "Baker again"].map((name) => ({
      name,
      lat: 45.76,
      lon: 4.83,
      emails: ["jobs@baker.example"],
    })),
  });
  const { client } = await seedUser();
  const first = await runToEnd(client, bakeriesIn("Lyon (France)"));
  expect(first).toMatchObject({ new_companies: 1, duplicate_companies: 1 });
  const saved = await keep(client, first.id);
  expect(await runAgain(client, saved.id)).toMatchObject({
    new_companies: 0,
    seen_companies: 2,
    duplicate_companies: 0,
  });
});

describe("a company that was deleted", () => {
  const LYON = bakeriesIn("Lyon (France)");
  const publishBakers = () =>
    publishRelease({
      places: [createPlace("Lyon", 45.76, 4.83)],
      companies: ["applied", "called", "objected", "listed", "unwanted"].map((name) => ({
        name,
        lat: 45.76,
        lon: 4.83,
        emails: [`jobs@${name}.example`],
        // Without its address it would be left without any contact.
        ...(name === "objected" && { site: "https://objected.example/" }),
      })),
    });
  const archivedAt = "2026-11-23T10:00:00.000Z";

  it("after an application or an objection is known to searches; the others come again", async () => {
    await publishBakers();
    const { client, userId } = await seedUser();
    const seed = (name: string, values: Parameters<typeof seedCompany>[1] = {}) =>
      seedCompany(userId, {
        identity: `mailto:jobs@${name}.example`,
        email: `jobs@${name}.example`,
        archivedAt,
        ...values,
      });
    const ids = [
      await seed("applied"),
      await seed("called", { appliedAt: archivedAt, appliedWay: "phone" }),
      await seed("objected", { identity: "objected.example" }),
      await seed("listed"),
      await seed("unwanted"),
    ];
    await seedMail(userId, ids[0] ?? "");
    await sharedDatabase.insert(objections).values({
      entry: "jobs@objected.example",
      status: "listed",
      reason: "",
      network: "",
      createdAt: archivedAt,
    });
    await client.post("/api/settings/do-not-contact", { entry: "listed.example" });
    await client.post("/api/archive/companies/bulk-delete", { company_ids: ids });
    expect(await database.$count(companies)).toBe(0);

    const search = await runToEnd(client, LYON);
    expect(search).toMatchObject({ total_companies: 5, known_companies: 4, new_companies: 1 });
    const other = await seedUser();
    expect(await runToEnd(other.client, LYON)).toMatchObject({ known_companies: 0 });

    expect((await client.get("/api/settings/export")).body).toMatchObject({
      past_companies: [
        { identity: "mailto:jobs@applied.example" },
        { identity: "mailto:jobs@called.example" },
        { identity: "mailto:jobs@listed.example" },
        { identity: "objected.example" },
      ],
    });
  }, 60_000);

  it("can be given by the user again", async () => {
    const { client, userId } = await seedUser();
    const id = await seedCompany(userId, {
      identity: "mailto:jobs@applied.example",
      email: "jobs@applied.example",
      archivedAt,
    });
    await seedMail(userId, id);
    await client.delete(`/api/archive/companies/${id}`);
    const { search_id: searchId } = (
      await client.post("/api/search/lists/company", { name: "Applied", email: "jobs@applied.example" })
    ).as(Started);
    expect(await waitForSearch(client, searchId)).toMatchObject({ new_companies: 1, known_companies: 0 });
  }, 30_000);
});

const PLACE = { lat: 43.6, lon: 1.44 };
const ZONE = { south: 43.55, west: 1.4, north: 43.65, east: 1.5 };
/** A release with some companies in two parts of one tile. */
const publish = (release: string, companies: Partial<TestCompany>[]) =>
  publishRelease({
    release,
    companies: companies.map((company) => ({ name: "", ...PLACE, ...company })),
    coverage: [],
    maxFileCompanies: 3,
  });

describe("news of a kept search", () => {
  const ENTRIES = [
    { name: "Seen", site: "https://seen.example/" },
    { name: "New", site: "https://new.example/" },
    { name: "New, other branch", site: "https://new.example/lyon" },
    { name: "Bookshop", site: "https://books.example/", gcids: ["shop_books"] },
    { name: "Elsewhere", site: "https://elsewhere.example/", lat: 43.7 },
    { name: "Nobody could be reached" },
  ];

  it("are companies of a new release that no run has found; the next visit shows them, a run ends them", async () => {
    const { client, userId } = await seedUser();
    await publish("2026-11-23T1", ENTRIES);
    const id = await seedSavedSearch(userId, { seen: ["seen.example"], zones: [ZONE], release: "2026-11-22T1" });
    expect((await listSaved(client))[0]?.news).toBe(0);
    await expect.poll(async () => (await listSaved(client))[0]?.news).toBe(1);
    expect(await findRow(userId, id)).toMatchObject({ release: "2026-11-23T1", newIdentities: ["new.example"] });
    await runAgain(client, id);
    expect((await listSaved(client))[0]?.news).toBe(0);
  }, 30_000);

  it("are none any more once they are the user's, and never again", async () => {
    const { client, userId } = await seedUser();
    const companies = ["one", "two", "three", "four"].map((name) => ({ name, site: `https://${name}.example/` }));
    await publish("2026-11-23T1", companies);
    const id = await seedSavedSearch(userId, { zones: [ZONE], release: "2026-11-22T1" });
    await listSaved(client);
    await expect.poll(async () => (await listSaved(client))[0]?.news).toBe(4);
    await seedCompany(userId, { identity: "one.example" });
    await seedCompany(userId, { identity: "moved.example", redirectedFrom: "two.example" });
    const refused = await seedCompany(userId, { identity: "three.example", archivedAt: "2026-11-23T10:00:00Z" });
    expect((await listSaved(client))[0]?.news).toBe(1);
    await seedMail(userId, refused);
    await client.delete(`/api/archive/companies/${refused}`);
    expect((await listSaved(client))[0]?.news).toBe(1);
    await publish("2026-11-24T1", companies);
    await listSaved(client);
    await expect.poll(async () => (await findRow(userId, id)).release).toBe("2026-11-24T1");
    expect(await findRow(userId, id)).toMatchObject({ newIdentities: ["four.example"] });
  }, 30_000);

  it("counted before it was kept which they are stay as they were counted", async () => {
    const { client, userId } = await seedUser();
    await env.SHARED.delete(POINTER_KEY);
    await seedSavedSearch(userId, { news: 3 });
    expect((await listSaved(client))[0]?.news).toBe(3);
  });

  it("are not looked for twice in one release, nor without one", async () => {
    const { client, userId } = await seedUser();
    await env.SHARED.delete(POINTER_KEY);
    const id = await seedSavedSearch(userId, { zones: [ZONE], release: null });
    await listSaved(client);
    await scheduler.wait(200);
    expect(await findRow(userId, id)).toMatchObject({ release: null, news: 0 });
  });
});
