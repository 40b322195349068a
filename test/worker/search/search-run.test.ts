import { abortAllDurableObjects } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { acceptsApplications } from "../../../worker/contacts/emails/rank-emails";
import { CompanyPage } from "../../../worker/contract/companies";
import { cancelSearch, Search, stopSearch } from "../../../worker/contract/search";
import { searches } from "../../../worker/db/schema/search";
import { addFoundCompanies, markResumed } from "../../../worker/search/store-searches";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import {
  bakeriesIn,
  fetchFound,
  fetchSearch,
  hasEnded,
  runToEnd,
  startSearch,
  waitForSearch,
} from "../support/run-search";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";
import { userD1 } from "../support/user-shards";

const CurrentSearch = z.object({ search: z.nullable(Search) });
const TWO_BY_TWO = {
  business_types: ["software_company", "web_agency"],
  cities: ["Paris (France)", "London (United Kingdom)"],
};
const ONE_BY_TWO = bakeriesIn("Lyon (France)", "Manchester (United Kingdom)");
const ONE_BY_ONE = bakeriesIn("Lyon (France)");

describe("a search", () => {
  it("of two categories in two cities finds 15 companies with an address, and no count falls", async () => {
    const { client } = await seedUser();
    const id = await startSearch(client, TWO_BY_TWO);
    let last: Search | undefined;
    const search = await waitForSearch(client, id, hasEnded, (now) => {
      for (const count of [
        "total_companies",
        "new_companies",
        "duplicate_companies",
        "total_emails",
        "scraped_websites_count",
        "processed_contacts_count",
      ] as const) {
        expect(now[count], count).toBeGreaterThanOrEqual(last?.[count] ?? 0);
      }
      last = now;
    });
    expect(search).toMatchObject({ status: "completed", error: null, error_code: null, warnings: [] });
    const companies = await fetchFound(client, id);
    expect(companies.filter(({ email, duplicate }) => email !== "" && !duplicate).length).toBeGreaterThanOrEqual(15);
    expect(search.total_companies).toBe(companies.length);
    expect(search.new_companies + search.duplicate_companies).toBe(companies.length);
    expect(search.known_companies).toBe(0);
    expect(companies.filter(({ known }) => known)).toEqual([]);
    expect(companies.filter(({ duplicate }) => duplicate)).toHaveLength(search.duplicate_companies);
    expect(new Set(companies.map(({ country }) => country))).toEqual(new Set(["FR", "GB"]));
    for (const { email, contacts } of companies) {
      expect(
        contacts
          .filter(({ kind, value }) => kind === "email" && acceptsApplications(value))
          .map(({ value }) => value)
          .join(";"),
      ).toBe(email);
    }
    expect((await client.get("/api/search/current")).as(CurrentSearch).search).toEqual(search);
  }, 60_000);

  it("is added to the dashboard once, with what was ticked", async () => {
    const { client } = await seedUser();
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id);
    const [first, second] = (await fetchFound(client, id)).filter(({ duplicate }) => !duplicate);
    const Added = z.object({ added_count: z.number(), search: Search });
    const add = async (body?: object) => (await client.post(`/api/search/add-to-dashboard/${id}`, body)).as(Added);
    expect(await add({ company_ids: ["absent"] })).toMatchObject({
      added_count: 0,
      search: { added_to_dashboard: false },
    });
    expect(await add({ company_ids: [first?.id, second?.id, "absent"] })).toMatchObject({
      added_count: 2,
      search: { added_to_dashboard: true },
    });
    expect(await add()).toMatchObject({ added_count: 0, search: { added_companies: 2 } });
    const { companies, total } = (await client.get("/api/dashboard/companies")).as(CompanyPage);
    expect(total).toBe(2);
    expect(companies.find(({ id: own }) => own === first?.id)).toMatchObject({
      name: first?.name,
      website: first?.website,
      email: first?.email,
      contacts: first?.contacts,
      language: "fr",
      message: "",
      favorited: false,
      send_status: "none",
      sent_at: null,
    });
    expect((await client.get("/api/search/current")).as(CurrentSearch).search).toBeNull();
  }, 60_000);

  it("keeps what was not added for later: it is told apart and can be added, too", async () => {
    const { client } = await seedUser();
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id);
    const [first, second, third] = (await fetchFound(client, id)).filter(({ duplicate }) => !duplicate);
    const add = (ids: unknown[]) => client.post(`/api/search/add-to-dashboard/${id}`, { company_ids: ids });
    await add([first?.id]);
    const listAdded = async () => (await fetchFound(client, id)).filter(({ added }) => added).map((each) => each.id);
    expect(await listAdded()).toEqual([first?.id]);
    // One that was added before counts once.
    expect(await add([first?.id, second?.id])).toMatchObject({
      body: { added_count: 1, search: { added_companies: 2 } },
    });
    expect(new Set(await listAdded())).toEqual(new Set([first?.id, second?.id]));
    await add([third?.id]);
    expect(await fetchSearch(client, id)).toMatchObject({ added_to_dashboard: true, added_companies: 3 });
    expect(await client.get("/api/search/history")).toMatchObject({ body: { searches: [{ added_companies: 3 }] } });
  }, 60_000);

  it("counts as added only what the list lacked: what it has got since is told as known", async () => {
    const { client } = await seedUser();
    const one = await runToEnd(client, ONE_BY_ONE);
    const other = await runToEnd(client, ONE_BY_ONE);
    expect(other.new_companies).toBe(one.new_companies);
    const listNew = async (id: string) => (await fetchFound(client, id)).filter(({ duplicate }) => !duplicate);
    const add = async (id: string, from: number, to: number) =>
      client.post(`/api/search/add-to-dashboard/${id}`, {
        company_ids: (await listNew(id)).slice(from, to).map((company) => company.id),
      });
    await add(other.id, 0, 1);
    expect(await add(one.id, 0, 3)).toMatchObject({
      body: {
        added_count: 2,
        search: { added_companies: 2, known_companies: 1, new_companies: one.new_companies - 1 },
      },
    });
    expect((await fetchFound(client, one.id)).filter(({ known, added }) => known && !added)).toHaveLength(1);
    // It is not offered again; the next ones count on.
    expect(await add(one.id, 2, 3)).toMatchObject({ body: { added_count: 1, search: { added_companies: 3 } } });
    const { searches } = (await client.get("/api/search/history")).as(z.object({ searches: z.array(Search) }));
    expect(searches.map(({ id, added_companies: added }) => [id, added])).toEqual(
      expect.arrayContaining([
        [one.id, 3],
        [other.id, 1],
      ]),
    );
  }, 60_000);

  it("shows what the user already has as duplicates", async () => {
    const { client, userId } = await seedUser();
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id);
    await client.post(`/api/search/add-to-dashboard/${id}`);
    const again = await runToEnd(client, ONE_BY_ONE);
    expect(again).toMatchObject({ status: "completed", new_companies: 0 });
    expect(again.duplicate_companies).toBeGreaterThan(0);
    expect(again.known_companies).toBe(again.duplicate_companies);
    expect((await fetchFound(client, again.id)).every(({ duplicate, known }) => duplicate && known)).toBe(true);
    await seedCompany(userId, { identity: "taken.example" });
    const row = {
      id: "x",
      identity: "taken.example",
      redirectedFrom: null,
      name: "x",
      website: "",
      businessType: "",
      city: "",
      country: "FR",
      email: "",
      phone: "",
      contacts: [],
      facts: [],
      applyElsewhere: null,
      language: "fr" as const,
      source: "",
    };
    expect(
      await addFoundCompanies(
        database,
        userId,
        id,
        [row, { ...row, id: "y", identity: "free.example" }],
        new Date().toISOString(),
      ),
    ).toEqual({ added: 1, listed: ["y"] });
    expect(
      (await client.get("/api/dashboard/companies?limit=500"))
        .as(CompanyPage)
        .companies.filter(({ id: own }) => own === "x" || own === "y"),
    ).toHaveLength(1);
  }, 60_000);

  it("stopped keeps its results, and ends without waiting for slow sites", async () => {
    const { client } = await seedUser();
    await orderFault("site", "latency", { ms: 6_000 });
    const id = await startSearch(client, TWO_BY_TWO);
    for (
      let search = await fetchSearch(client, id);
      search.total_companies === 0;
      search = await fetchSearch(client, id)
    )
      await scheduler.wait(50);
    const before = Date.now();
    expect((await client.post(`/api/search/stop/${id}`)).as(stopSearch.answer).search.status).toBe("stopping");
    const search = await waitForSearch(client, id);
    expect(Date.now() - before).toBeLessThan(4_000);
    expect(search).toMatchObject({ status: "completed", stopped: true });
    const found = await fetchFound(client, id);
    expect(found.length).toBe(search.total_companies);
    // What was not read is not said to have no address.
    const unread = found.filter((company) => company.unread);
    expect(unread.length).toBeGreaterThan(0);
    expect(search.unread_companies).toBe(unread.filter(({ duplicate }) => !duplicate).length);
    expect(search.scraped_websites_count).toBeLessThan(search.websites_count);
    expect(await client.get("/api/search/history")).toMatchObject({
      body: { searches: [{ stopped: true, unread_companies: search.unread_companies }] },
    });
    expect((await client.post(`/api/search/stop/${id}`)).as(stopSearch.answer).search).toEqual(search);
    expect(await client.post(`/api/search/cancel/${id}`)).toMatchObject({
      status: 409,
      body: { code: "search_finished" },
    });
  }, 60_000);

  it("that was stopped goes on where it was, once and for its user only", async () => {
    const { client } = await seedUser();
    await orderFault("site", "latency", { ms: 3_000 });
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id, ({ total_companies: total }) => total > 0);
    await client.post(`/api/search/stop/${id}`);
    await waitForSearch(client, id);
    const resume = () => client.post(`/api/search/resume/${id}`);
    for (let press = 0; press < 2; press += 1)
      expect(await resume()).toMatchObject({ status: 200, body: { search: { id, stopped: false } } });
    expect((await client.get("/api/search/current")).as(CurrentSearch).search?.id).toBe(id);
    await clearFaults();
    const search = await waitForSearch(client, id);
    const reference = await runToEnd((await seedUser()).client, ONE_BY_ONE);
    expect(search).toMatchObject({
      status: "completed",
      stopped: false,
      unread_companies: 0,
      new_companies: reference.new_companies,
      total_emails: reference.total_emails,
    });
    expect(await resume()).toMatchObject({ status: 409, body: { code: "search_finished" } });
    expect(await (await seedUser()).client.post(`/api/search/resume/${id}`)).toMatchObject({ status: 404 });
  }, 60_000);

  it("that was stopped reads no site of a company that the list has got since", async () => {
    const { client } = await seedUser();
    await orderFault("site", "latency", { ms: 3_000 });
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id, ({ total_companies: total }) => total > 0);
    await client.post(`/api/search/stop/${id}`);
    const stopped = await waitForSearch(client, id);
    expect(stopped.unread_companies).toBeGreaterThan(1);
    await clearFaults();
    const other = await runToEnd(client, ONE_BY_ONE);
    await client.post(`/api/search/add-to-dashboard/${other.id}`);
    const unread = (await fetchFound(client, id)).find(({ website, duplicate }) => website !== "" && !duplicate);
    const body = { company_ids: [unread?.id] };
    expect(await client.post(`/api/search/add-to-dashboard/${id}`, body)).toMatchObject({
      body: {
        added_count: 0,
        search: { known_companies: 1, websites_count: stopped.websites_count - 1 },
      },
    });
    await client.post(`/api/search/resume/${id}`);
    const { status, unread_companies: left } = await waitForSearch(client, id);
    expect([status, left]).toEqual(["completed", 0]);
  }, 60_000);

  it("that was stopped waits while another one runs, and goes on after a crash in between", async () => {
    const { userId, client } = await seedUser();
    await orderFault("site", "latency", { ms: 3_000 });
    const id = await startSearch(client, ONE_BY_ONE);
    await waitForSearch(client, id, ({ total_companies: total }) => total > 0);
    await client.post(`/api/search/stop/${id}`);
    await waitForSearch(client, id);
    const other = await startSearch(client, ONE_BY_ONE);
    expect(await client.post(`/api/search/resume/${id}`)).toMatchObject({
      status: 409,
      body: { code: "search_in_progress", search_id: other },
    });
    await client.post(`/api/search/cancel/${other}`);
    await waitForSearch(client, other);
    await clearFaults();
    // The database knows that it goes on, its object does not yet.
    await markResumed(database, userId, id, new Date().toISOString());
    expect((await client.get("/api/search/current")).as(CurrentSearch).search).toMatchObject({ id, status: "running" });
    expect((await waitForSearch(client, id)).unread_companies).toBe(0);
  }, 60_000);

  it("cancelled discards its results, and ends", async () => {
    const { client } = await seedUser();
    const id = await startSearch(client, TWO_BY_TWO);
    for (let i = 0; i < 2; i++)
      expect((await client.post(`/api/search/cancel/${id}`)).as(cancelSearch.answer).search).toMatchObject({
        status: "cancelled",
        total_companies: 0,
      });
    expect(await fetchFound(client, id)).toEqual([]);
    expect((await client.get("/api/search/current")).as(CurrentSearch).search).toBeNull();
    expect(await client.post(`/api/search/add-to-dashboard/${id}`)).toMatchObject({
      status: 409,
      body: { code: "search_not_completed" },
    });
    await client.post("/api/search/run", ONE_BY_ONE);
    expect(
      (await client.get("/api/search/history"))
        .as(z.object({ searches: z.array(Search) }))
        .searches.map(({ status }) => status),
    ).toEqual(["running", "cancelled"]);
  }, 60_000);

  it("continues after its object is killed, and loses and repeats nothing", async () => {
    const { client } = await seedUser();
    const reference = await seedUser();
    await orderFault("site", "latency", { ms: 60 });
    const id = await startSearch(client, ONE_BY_TWO);
    for (
      let search = await fetchSearch(client, id);
      search.scraped_websites_count < 3;
      search = await fetchSearch(client, id)
    )
      await scheduler.wait(20);
    // The local D1 is a Durable Object too, so running queries fail.
    expectConsoleError(/Application called abortAllDurableObjects/u);
    await abortAllDurableObjects();
    expect((await fetchSearch(client, id)).status).toBe("running");
    const search = await waitForSearch(client, id);
    expect(search.status).toBe("completed");
    await clearFaults();
    const other = await startSearch(reference.client, ONE_BY_TWO);
    await waitForSearch(reference.client, other);
    const listNames = async (who: Client, of: string) =>
      (await fetchFound(who, of)).map(({ name, email, duplicate }) => `${name} ${email} ${duplicate}`).sort();
    expect(await listNames(client, id)).toEqual(await listNames(reference.client, other));
  }, 120_000);
});

describe("one search at a time", () => {
  it("names the running one, also for two concurrent calls", async () => {
    const { client } = await seedUser();
    const answers = await Promise.all([
      client.post("/api/search/run", TWO_BY_TWO),
      client.post("/api/search/run", TWO_BY_TWO),
    ]);
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(["200", "409"]);
    const started = answers.find(({ status }) => status === 200)?.as(z.object({ search_id: z.string() }));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "search_in_progress",
      search_id: started?.search_id,
    });
    const id = started?.search_id ?? "";
    expect(await client.post(`/api/search/discard/${id}`)).toMatchObject({
      status: 409,
      body: { code: "search_in_progress" },
    });
    await client.post(`/api/search/cancel/${id}`);
    expect(await client.post("/api/search/run", ONE_BY_ONE)).toMatchObject({ status: 200 });
  }, 60_000);
});

it("another user's search is not found by any call", async () => {
  const owner = await seedUser();
  const { client } = await seedUser();
  const id = await startSearch(owner.client, ONE_BY_ONE);
  const listCalls = (of: string) => [
    () => client.get(`/api/search/status/${of}`),
    () => client.get(`/api/search/${of}/companies`),
    () => client.post(`/api/search/stop/${of}`),
    () => client.post(`/api/search/cancel/${of}`),
    () => client.post(`/api/search/discard/${of}`),
    () => client.post(`/api/search/add-to-dashboard/${of}`),
  ];
  for (const call of [...listCalls(id), ...listCalls("absent")])
    expect(await call()).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect((await waitForSearch(owner.client, id)).status).toBe("completed");
}, 60_000);

it("an end that the database did not store is written again, so that another search may start", async () => {
  const { client } = await seedUser();
  expectConsoleError(/"event":"search_end_unwritten"/u);
  const id = await startSearch(client, ONE_BY_ONE);
  await userD1.exec("ALTER TABLE searches RENAME TO hidden");
  await waitForSearch(client, id);
  await userD1.exec("ALTER TABLE hidden RENAME TO searches");
  for (let i = 0; i < 50 && (await database.select().from(searches).get())?.status === "running"; i++)
    await scheduler.wait(100);
  expect(await database.select().from(searches).get()).toMatchObject({ id, status: "completed" });
  await startSearch(client, ONE_BY_ONE);
}, 30_000);
