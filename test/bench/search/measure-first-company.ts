import { setTimeout as sleep } from "node:timers/promises";
import { type Measured, computeMedian } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import { type BenchSetup, REAL_PAUSES } from "./bench-setup.ts";

/** How long the list stays empty. */
export async function measureFirstCompany(setup: BenchSetup): Promise<Measured> {
  const tries = setup.short ? 1 : 10;
  const seen: number[] = [];
  const read: number[] = [];
  await setup.withProduct("worker/index.ts", REAL_PAUSES, async (product) => {
    for (let i = 0; i < tries; i++) {
      const from = setup.reserveSites(100);
      await setup.siteServer.set({ latencyMs: 200, prepare: { from, count: 100 } });
      const user = await SearchUser.register(product);
      const began = performance.now();
      const id = await user.start([`${from}-100`]);
      const waitUntil = async (isThere: (search: Awaited<ReturnType<SearchUser["status"]>>) => boolean) => {
        while (!isThere(await user.status(id))) await sleep(25);
        return performance.now() - began;
      };
      seen.push(await waitUntil(({ total_companies }) => total_companies > 0));
      read.push(await waitUntil(({ scraped_websites_count }) => scraped_websites_count > 0));
      await user.press("cancel", id);
    }
  });
  return {
    title: `The first company: ${tries} searches, pauses as in production`,
    how: [
      "From the press to the first poll that shows it.",
      "OpenStreetMap's servers answer at once, sites after 200 ms; a second between two requests to either.",
    ].join(" "),
    figures: [
      { name: "first company, median", value: computeMedian(seen) / 1000, unit: "s" },
      { name: "first company, worst", value: Math.max(...seen) / 1000, unit: "s", target: { atMost: 1.5 } },
      { name: "first site read, median", value: computeMedian(read) / 1000, unit: "s" },
    ],
  };
}
