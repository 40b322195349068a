import { z } from "zod";
import { defineBench } from "../harness/cli.ts";
import { seedJobSeeker } from "../harness/job-seeker.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { computeMedian, type Measured } from "../harness/report.ts";
import { DASHBOARD_VIEWS, SEED_COMPANIES_SQL, splitIntoRanges } from "./dashboard-queries/seed-dashboard.ts";

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 500;
const MAX_ROWS_READ = 60;
/** Pages read after the first, of each view. */
const LATER_PAGES = 3;

const ListPage = z.object({ total: z.number(), next_cursor: z.string().nullable() });
const Counts = z.object({ trips: z.number(), rowsRead: z.number() });

/** Reads pages of every view at so many companies, and as many in the archive. */
async function measurePages(server: Product, companyCount: number): Promise<Measured> {
  const userId = `pages-${companyCount}`;
  const { call } = await seedJobSeeker(server, userId, 0);
  for (const [from, until] of splitIntoRanges(companyCount)) {
    await server.write([{ sql: SEED_COMPANIES_SQL, values: [userId, from, until] }]);
  }
  const takeCounts = async () => Counts.parse(await (await fetch(`${server.url()}/bench/d1`)).json());
  const readPage = async (query: string) => {
    await takeCounts();
    const start = performance.now();
    const answer = await call("GET", `/api/dashboard/companies?${query}`);
    return { page: ListPage.parse(answer?.body), ms: performance.now() - start, ...(await takeCounts()) };
  };
  const firstPages: number[] = [];
  const laterPages: { ms: number; trips: number; rowsRead: number }[] = [];
  for (const view of DASHBOARD_VIEWS) {
    const first = await readPage(`${view}&limit=${PAGE_SIZE}`);
    firstPages.push(first.rowsRead);
    // A large first page, so that the next ones begin far down the list.
    const skipped = Math.max(1, Math.min(MAX_PAGE_SIZE, Math.floor(first.page.total / 2)));
    let cursor = (await readPage(`${view}&limit=${skipped}`)).page.next_cursor;
    for (let pages = 0; cursor !== null && pages < LATER_PAGES; pages += 1) {
      const later = await readPage(`${view}&limit=${PAGE_SIZE}&cursor=${cursor}`);
      laterPages.push(later);
      cursor = later.page.next_cursor;
    }
  }
  const rows = laterPages.map(({ rowsRead }) => rowsRead);
  const trips = Math.max(0, ...laterPages.map((page) => page.trips));
  return {
    title: `${companyCount} companies, as many archived: ${DASHBOARD_VIEWS.length} orders and filters`,
    how: `Rows by D1's own count, the session's included; pages of ${PAGE_SIZE}. The first page also counts states.`,
    judgedWhenShort: true,
    figures: [
      {
        name: "a page after the first, most",
        value: Math.max(...rows),
        unit: "rows",
        target: { atMost: MAX_ROWS_READ },
      },
      { name: "a page after the first, median", value: computeMedian(rows), unit: "rows" },
      { name: "a page after the first, median", value: computeMedian(laterPages.map(({ ms }) => ms)), unit: "ms" },
      { name: "round trips to D1, most", value: trips, unit: "", target: { atMost: 1 } },
      { name: "the first page with its totals, most", value: Math.max(...firstPages), unit: "rows" },
    ],
  };
}

/**
 * What a page of the dashboard reads, in every order and under every filter, over HTTP with the check of the session.
 */
export const command = defineBench({
  options: {
    companies: { about: "companies on the dashboard, with commas", usual: "1000,10000,100000", short: "1000" },
  },
  open: () => startProduct({ entry: "test/bench/worker/send-entry.ts" }),
  close: (server) => server.stop(),
  parts: {
    pages: async (server, { options }) => {
      const measured: Measured[] = [];
      for (const count of options.companies.split(",").map(Number)) {
        if (!Number.isSafeInteger(count) || count < 1) throw new Error("--companies takes whole numbers");
        measured.push(await measurePages(server, count));
      }
      return measured;
    },
  },
});
