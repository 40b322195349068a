import type { Product } from "../../harness/product.ts";
import type { Measured } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import { type BenchSetup, REAL_PAUSES } from "./bench-setup.ts";

/** What it costs a search that every tenth host accepts a connection and never answers. */
export async function measureDeadHosts(setup: BenchSetup): Promise<Measured> {
  const sites = setup.short ? 20 : 250;
  const [alive, tenth] = await setup.withProduct("worker/index.ts", REAL_PAUSES, async (product) => [
    await measureSeconds(setup, product, sites, ""),
    await measureSeconds(setup, product, sites, " dead10"),
  ]);
  return {
    title: `Dead hosts: one search of ${sites} sites, 200 ms an answer, a second between two requests to a host`,
    how: "From the press to the end of the search.",
    figures: [
      { name: "all alive", value: alive ?? Number.NaN, unit: "s" },
      { name: "every tenth host never answers", value: tenth ?? Number.NaN, unit: "s" },
      {
        name: "with dead hosts to without",
        value: (tenth ?? Number.NaN) / (alive ?? Number.NaN),
        unit: "x",
        target: { atMost: 1.8 },
      },
    ],
  };
}

async function measureSeconds(setup: BenchSetup, product: Product, sites: number, suffix: string): Promise<number> {
  const from = setup.reserveSites(sites);
  await setup.siteServer.set({ latencyMs: 200, prepare: { from, count: sites } });
  const user = await SearchUser.register(product);
  const began = Date.now();
  const { completed_at, total_emails } = await user.waitForEnd(await user.start([`${from}-${sites}${suffix}`]), 500);
  const wanted = suffix === "" ? sites : sites - Math.ceil(sites / 10);
  if (total_emails !== wanted) throw new Error(`${total_emails} addresses found of ${wanted}`);
  return (Date.parse(completed_at ?? "") - began) / 1000;
}
