import { parseArgs } from "node:util";
import { z } from "zod";
import { seedJobSeeker } from "../prove/sending/job-seeker.ts";
import { startMiniflareServer } from "../prove/sending/miniflare-server.ts";
import { SEED_COMPANIES_SQL, splitIntoRanges, DASHBOARD_VIEWS } from "./dashboard-queries/seed-dashboard.ts";
import { isMet, type Measured, computeMedian, formatTable } from "./report.ts";

/*
 * `npm run bench:pages`: what a page of 50 of the dashboard reads, in every order and under every filter, at 1,000, 10,000 and 100,000 companies with as
 * many archived. Over HTTP with the check of the session; the first page also counts the states, which is told apart.
 *
 *     npm run bench:pages -- --companies 5000     another size
 */

const PAGE_SIZE = 50;
const MAX_ROWS_READ = 60;

const { values } = parseArgs({
  options: { companies: { type: "string", multiple: true, default: ["1000", "10000", "100000"] } },
});
const ListPage = z.object({ total: z.number(), next_cursor: z.string().nullable() });
const Counts = z.object({ trips: z.number(), rowsRead: z.number() });

const server = await startMiniflareServer("test/bench/worker/send-entry.ts");
const all: Measured[] = [];
try {
  for (const count of values.companies.map(Number)) {
    if (!Number.isSafeInteger(count) || count < 1) throw new Error("--companies is a whole number");
    const user = `pages-${count}`;
    const { call } = await seedJobSeeker(server, user, 0);
    for (const [from, until] of splitIntoRanges(count))
      await server.write([{ sql: SEED_COMPANIES_SQL, values: [user, from, until] }]);
    const taken = async () => Counts.parse(await (await fetch(`${server.url()}/bench/d1`)).json());
    const read = async (query: string) => {
      await taken();
      const began = performance.now();
      const answer = await call("GET", `/api/dashboard/companies?${query}`);
      return { page: ListPage.parse(answer?.body), ms: performance.now() - began, ...(await taken()) };
    };
    const [firsts, laters]: [number[], number[]] = [[], []];
    const times: number[] = [];
    let trips = 0;
    for (const view of DASHBOARD_VIEWS) {
      const first = await read(`${view}&limit=${PAGE_SIZE}`);
      firsts.push(first.rowsRead);
      let { next_cursor: cursor } = await read(
        `${view}&limit=${Math.max(1, Math.min(500, Math.floor(first.page.total / 2)))}`,
      ).then(({ page }) => page);
      for (let jump = 0; cursor !== null && jump < 3; jump += 1) {
        const later = await read(`${view}&limit=${PAGE_SIZE}&cursor=${cursor}`);
        laters.push(later.rowsRead);
        times.push(later.ms);
        trips = Math.max(trips, later.trips);
        cursor = later.page.next_cursor;
      }
    }
    const measured: Measured = {
      title: `${count} companies, as many archived: ${DASHBOARD_VIEWS.length} orders and filters`,
      how: `Rows read by D1's own count, the session's included; a page of ${PAGE_SIZE}.`,
      figures: [
        {
          name: "a page after the first, most",
          value: Math.max(...laters),
          unit: "rows",
          target: { atMost: MAX_ROWS_READ },
        },
        { name: "a page after the first, median", value: computeMedian(laters), unit: "rows" },
        { name: "a page after the first, median", value: computeMedian(times), unit: "ms" },
        { name: "round trips to D1, most", value: trips, unit: "", target: { atMost: 1 } },
        { name: "the first page with its totals, most", value: Math.max(...firsts), unit: "rows" },
      ],
    };
    all.push(measured);
    console.log(formatTable(measured));
  }
} finally {
  await server.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
process.exitCode = missed.length > 0 ? 1 : 0;
