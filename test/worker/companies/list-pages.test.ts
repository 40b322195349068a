import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decodeCursor } from "../../../worker/companies/cursor";
import {
  archiveQuery,
  stateCountsQuery,
  dashboardQuery,
  websitelessQueries,
} from "../../../worker/companies/store-companies";
import { CompanyPage, CompanyState, DashboardPage, ListQuery } from "../../../worker/contract/companies";
import { createUserDatabase } from "../../../worker/db/client";
import { COMPANY_STATES, DASHBOARD_VIEWS } from "../../bench/dashboard-queries/seed-dashboard";
import { SEED_COMPANIES_SQL, splitIntoRanges } from "../../bench/dashboard-queries/seed-dashboard";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";
import { seedCompany, seedUser } from "../support/seed";
import { userD1 } from "../support/user-shards";

/** Puts many companies on a user's dashboard. */
async function seedDashboard(userId: string, count: number): Promise<void> {
  for (const [from, until] of splitIntoRanges(count))
    await userD1.prepare(SEED_COMPANIES_SQL).bind(userId, from, until).run();
}

/** A database that counts the rows read. */
const countedDb = createUserDatabase(countDatabase(userD1));

/** Rows that `work` reads through the counting database. */
async function countRowsRead(work: () => Promise<unknown>): Promise<number> {
  takeCounts();
  await work();
  return takeCounts().rowsRead;
}

const PAGE_SIZE = 50;
const MAX_ROWS_READ = 60;

const toListing = (view: string) => {
  const query = ListQuery.parse(Object.fromEntries(new URLSearchParams(view)));
  return {
    query,
    listing: {
      sortBy: query.sort_by,
      order: query.sort_order,
      favorited: query.favorited === "true",
      status: query.status,
    },
  };
};
/** The list of a cursor. */
const readCursorListing = (cursor: string): string =>
  z
    .tuple([z.string()])
    .rest(z.unknown())
    .parse(JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))))[0];

describe.each([10_000])("a dashboard of %i companies, with as many archived", (count) => {
  it(`reads at most ${MAX_ROWS_READ} rows for any page of ${PAGE_SIZE}, whatever order and filter`, async () => {
    const { userId, client } = await seedUser();
    await seedDashboard(userId, count);
    const read: Record<string, number[]> = {};
    for (const view of DASHBOARD_VIEWS) {
      const { listing } = toListing(view);
      const first = (await client.get(`/api/dashboard/companies?${view}&limit=${PAGE_SIZE}`)).as(DashboardPage);
      const far = (
        await client.get(
          `/api/dashboard/companies?${view}&limit=${Math.max(1, Math.min(500, Math.floor(first.total / 2)))}`,
        )
      ).as(DashboardPage);
      const cursor =
        far.next_cursor === null ? null : decodeCursor(far.next_cursor, readCursorListing(far.next_cursor));
      read[view] = [
        await countRowsRead(() =>
          countedDb.batch([dashboardQuery(countedDb, userId, listing, { limit: PAGE_SIZE, cursor: null })]),
        ),
        await countRowsRead(() =>
          countedDb.batch([dashboardQuery(countedDb, userId, listing, { limit: PAGE_SIZE, cursor })]),
        ),
      ];
    }
    const { listing } = toListing("sort_by=website&sort_order=asc");
    const [without] = websitelessQueries(countedDb, userId, listing, { limit: PAGE_SIZE, cursor: null });
    // Companies without a website are not read while the index has enough others.
    expect(await countRowsRead(async () => without && countedDb.batch([without]))).toBeLessThanOrEqual(MAX_ROWS_READ);
    const most = Math.max(...Object.values(read).flat());
    expect(most, JSON.stringify(read)).toBeLessThanOrEqual(MAX_ROWS_READ);
    expect(
      await countRowsRead(() => archiveQuery(countedDb, userId, { limit: PAGE_SIZE, cursor: null })),
    ).toBeLessThanOrEqual(MAX_ROWS_READ);
  });

  it("counts the statuses once, for the first page, and carries them on", async () => {
    const { userId, client } = await seedUser();
    await seedDashboard(userId, count);
    const states = {
      ready: count * 0.4,
      to_write: count * 0.44,
      no_email: count * 0.1,
      unsure: count * 0.01,
      sent: count * 0.05,
    };
    const first = (await client.get("/api/dashboard/companies?status=sent&limit=10")).as(DashboardPage);
    expect(first).toMatchObject({ total: count * 0.05, states });
    await seedCompany(userId);
    const second = (await client.get(`/api/dashboard/companies?status=sent&limit=10&cursor=${first.next_cursor}`)).as(
      DashboardPage,
    );
    expect(second).toMatchObject({ total: count * 0.05, states });
    expect((await client.get("/api/dashboard/companies?limit=10")).as(DashboardPage).total).toBe(count + 1);
    expect(
      await countRowsRead(() => countedDb.batch([stateCountsQuery(countedDb, userId, { favorited: false }, null)])),
    ).toBeLessThanOrEqual(count + 10);
    expect(
      await countRowsRead(() =>
        countedDb.batch([
          stateCountsQuery(countedDb, userId, { favorited: false }, { list: "", value: "", id: "", states }),
        ]),
      ),
    ).toBeLessThanOrEqual(1);
  });
});

describe("a list under a filter", () => {
  it("is tested under every status", () => {
    expect(COMPANY_STATES).toEqual(CompanyState.options);
  });

  it("is paged in its order without gap or repeat", async () => {
    const { userId, client } = await seedUser();
    await seedDashboard(userId, 300);
    for (const view of DASHBOARD_VIEWS) {
      const { query } = toListing(view);
      const seen: string[] = [];
      let total = 0;
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: DashboardPage = (
          await client.get(`/api/dashboard/companies?${view}&limit=37${cursor && `&cursor=${cursor}`}`)
        ).as(DashboardPage);
        seen.push(...page.companies.map((company) => `${company[query.sort_by]} ${company.id}`));
        ({ total, next_cursor: cursor } = page);
      }
      expect(new Set(seen).size, view).toBe(total);
      const sorted = seen.toSorted();
      expect(seen, view).toEqual(query.sort_order === "asc" ? sorted : sorted.reverse());
    }
  });

  it("is sorted by names and by sites as people read them", async () => {
    const { userId, client } = await seedUser();
    const made = {
      a: { name: "Zebra", website: "https://www.beta.example/" },
      b: { name: "Éclat", website: "http://xn--rzte-koa.example/" },
      c: { name: "eclair", website: "https://alpha.example/lyon/" },
      d: { name: " ", website: "http://www.delta.example/" },
    };
    for (const [id, values] of Object.entries(made)) await seedCompany(userId, { id, identity: id, ...values });
    const sort = async (by: string) =>
      (await client.get(`/api/dashboard/companies?sort_by=${by}&sort_order=asc`))
        .as(DashboardPage)
        .companies.map(({ id }) => id);
    expect(await sort("name")).toEqual(["d", "c", "b", "a"]);
    expect(await sort("website")).toEqual(["c", "b", "a", "d"]);
  });

  it("by website ends with the companies that have none, in either order, however it is cut", async () => {
    const { userId, client } = await seedUser();
    await seedDashboard(userId, 20);
    const without = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        seedCompany(userId, { website: "", identity: name, favorited: name < "c", ...(name > "b" && { message: "" }) }),
      ),
    );
    for (const order of ["asc", "desc"]) {
      const read = async (limit: number, more = "") => {
        const ids: string[] = [];
        for (let cursor: string | null = ""; cursor !== null;) {
          const page: DashboardPage = (
            await client.get(
              `/api/dashboard/companies?sort_by=website&sort_order=${order}&` +
                `limit=${limit}${more}${cursor && `&cursor=${cursor}`}`,
            )
          ).as(DashboardPage);
          ids.push(...page.companies.map(({ id }) => id));
          cursor = page.next_cursor;
        }
        return ids;
      };
      const all = await read(500);
      expect(all).toHaveLength(24);
      expect(new Set(all.slice(20)), order).toEqual(new Set(without));
      expect(all.slice(20)).toEqual(order === "asc" ? without.toSorted() : without.toSorted().reverse());
      for (const limit of [1, 3, 20, 22]) expect(await read(limit), `${order} ${limit}`).toEqual(all);
      expect((await client.get(`/api/dashboard/companies/ids?sort_by=website&sort_order=${order}`)).body).toEqual({
        ids: all,
      });
      for (const filter of ["&status=to_write", "&favorited=true"]) {
        const some = new Set(await read(500, filter));
        expect(some.size, filter).toBeGreaterThan(0);
        expect(await read(3, filter), filter).toEqual(all.filter((id) => some.has(id)));
      }
    }
  });

  it("begins with those that have no website where no company has one", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { website: "" });
    const page = (await client.get("/api/dashboard/companies?sort_by=website&sort_order=asc")).as(DashboardPage);
    expect([page.companies.map((company) => company.id), page.next_cursor]).toEqual([[id], null]);
  });

  it("holds the companies of one status each, those being sent among the unsure", async () => {
    const { userId, client } = await seedUser();
    const made = {
      ready: await seedCompany(userId),
      to_write: await seedCompany(userId, { message: "" }),
      no_email: await seedCompany(userId, { email: "" }),
      unsure: await seedCompany(userId, { sendStatus: "sending" }),
      sent: await seedCompany(userId, { sendStatus: "sent", email: "" }),
    };
    await seedCompany(userId, { archivedAt: "2026-11-01T10:00:00.000Z" });
    for (const [state, id] of Object.entries(made)) {
      const page = (await client.get(`/api/dashboard/companies?status=${state}`)).as(CompanyPage);
      expect(
        page.companies.map((company) => company.id),
        state,
      ).toEqual([id]);
      expect((await client.get(`/api/dashboard/companies/ids?status=${state}`)).body).toEqual({ ids: [id] });
    }
    expect(await client.get("/api/dashboard/companies?status=archived")).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
  });
});
