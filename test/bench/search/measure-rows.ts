import { z } from "zod";
import type { Measured } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { BenchSetup } from "./bench-setup.ts";

/** Caches what was read of a site, for all users. */
const SITE_CACHE_TABLE = "object readings";

/** What a company costs in rows written, which are billed, from the search to the dashboard. */
export async function measureRows(setup: BenchSetup): Promise<Measured> {
  const sites = 250;
  const from = setup.reserveSites(sites);
  await setup.siteServer.set({ latencyMs: 0, prepare: { from, count: sites } });
  const rows = await setup.withProduct("test/bench/worker/entry.ts", {}, async (product) => {
    const takeRows = async () =>
      z.record(z.string(), z.number()).parse(await (await fetch(`${product.url()}/bench/rows`)).json());
    const user = await SearchUser.register(product);
    await takeRows();
    const id = await user.start([`${from}-${sites}`]);
    await user.waitForEnd(id, 500);
    const { added_count } = z
      .object({ added_count: z.number() })
      .parse(await user.call("POST", `/api/search/add-to-dashboard/${id}`));
    if (added_count !== sites) throw new Error(`${added_count} of ${sites} companies were added`);
    return takeRows();
  });
  const cached = rows[SITE_CACHE_TABLE] ?? 0;
  const ofDatabase = Object.entries(rows).reduce((sum, [name, count]) => sum + (name.startsWith("d1 ") ? count : 0), 0);
  const written = Object.values(rows).reduce((sum, count) => sum + count, 0) - cached;
  const countRows = (table: string): number => {
    const count = rows[table];
    if (!count) throw new Error(`no row of ${table} was counted`);
    return count / sites;
  };
  const [inDatabase, inObject] = [countRows("d1 companies"), countRows("object companies")];
  return {
    title: `Rows written: ${sites} companies found and added to the dashboard`,
    how: [
      "D1 and Durable Objects by their own count, indexes included; key-value state and alarms count as a row each.",
      "Not counted among all: the cache of sites, which belongs to no user.",
    ].join(" "),
    judgedWhenShort: true,
    figures: [
      ...Object.entries(rows)
        .filter(([name]) => name !== SITE_CACHE_TABLE)
        .map(([name, count]) => ({ name, value: count / sites, unit: "rows" })),
      { name: "a company's own in D1", value: inDatabase, unit: "rows", target: { atMost: 6 } },
      { name: "a company's own", value: inDatabase + inObject, unit: "rows", target: { atMost: 10 } },
      { name: "all of D1, a company", value: ofDatabase / sites, unit: "rows", target: { atMost: 6.5 } },
      { name: "all, a company", value: written / sites, unit: "rows", target: { atMost: 10.5 } },
      { name: "site cache, a site", value: cached / sites, unit: "rows" },
    ],
  };
}
