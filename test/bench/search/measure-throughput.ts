import { readCpuMs, readMemoryMib } from "../../harness/process-usage.ts";
import type { Product } from "../../harness/product.ts";
import { type Measured, computeMedian } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { CrawleeBaseline } from "../crawlee/crawlee-baseline.ts";
import { toSiteHost } from "../sites/generate-pages.ts";
import { countPages } from "../sites/site-server-messages.ts";
import type { BenchSetup } from "./bench-setup.ts";

interface ThroughputRound {
  pagesPerSecond: number;
  cpuMsPerPage: number;
  memory: number;
}

/** As many requests at a time as serve Crawlee best: tried before the rounds. */
const CRAWLEE_CONCURRENCIES = [10, 20, 50];
/** A city of the bench holds at most so many sites, a search two cities and a round two searches. */
const MAX_SITES_PER_CITY = 250;

/** The same pages read by the product and by Crawlee, in turns. */
export async function measureThroughput(setup: BenchSetup): Promise<Measured> {
  const { short } = setup;
  const [sites, rounds] = short ? [40, 1] : [4 * MAX_SITES_PER_CITY, 5];
  return setup.withCrawlee((crawlee) =>
    setup.withProduct("worker/index.ts", {}, async (product) => {
      const concurrency = await findBestConcurrency(setup, crawlee, short ? [20] : CRAWLEE_CONCURRENCIES);
      await runProductRound(setup, product, short ? 8 : 100);
      const ours: ThroughputRound[] = [];
      const others: ThroughputRound[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await runProductRound(setup, product, sites));
        others.push(await runCrawleeRound(setup, crawlee, sites, concurrency));
        setup.print(`round ${round + 1}: ours ${describeRound(ours.at(-1))}; Crawlee ${describeRound(others.at(-1))}`);
      }
      const inMemory = await runCrawleeRound(setup, crawlee, sites, concurrency, false);
      return toMeasured({ ours, others, inMemory, sites, concurrency });
    }),
  );
}

const describeRound = (round: ThroughputRound | undefined) =>
  round &&
  [
    `${round.pagesPerSecond.toFixed(0)} pages/s`,
    `${round.cpuMsPerPage.toFixed(2)} ms of CPU a page`,
    `${round.memory.toFixed(0)} MiB`,
  ].join(", ");

async function findBestConcurrency(setup: BenchSetup, crawlee: CrawleeBaseline, tried: number[]): Promise<number> {
  const sites = setup.short ? 8 : 150;
  let best = { concurrency: 0, speed: 0 };
  await runCrawleeRound(setup, crawlee, sites, tried[0] ?? 10);
  for (const concurrency of tried) {
    const { pagesPerSecond: speed } = await runCrawleeRound(setup, crawlee, sites, concurrency);
    if (speed > best.speed) best = { concurrency, speed };
  }
  return best.concurrency;
}

/**
 * Two users search at once, for a search holds 500 companies at most. The time is from the first press to the end of
 * the last search.
 */
async function runProductRound(setup: BenchSetup, product: Product, sites: number): Promise<ThroughputRound> {
  const from = setup.reserveSites(sites);
  await setup.siteServer.set({ latencyMs: 0, prepare: { from, count: sites } });
  const users = [await SearchUser.register(product), await SearchUser.register(product)];
  const city = sites / 4;
  const cpu = readCpuMs(product.pid());
  const began = Date.now();
  const searches = await Promise.all(
    users.map(async (user, i) => {
      const id = await user.start([2 * i, 2 * i + 1].map((place) => `${from + place * city}-${city}`));
      return user.waitForEnd(id, 500);
    }),
  );
  const ended = Math.max(...searches.map(({ completed_at }) => Date.parse(completed_at ?? "")));
  const emails = searches.reduce((sum, { total_emails }) => sum + total_emails, 0);
  const served = await setup.siteServer.served();
  checkWork("the product", emails, sites, served);
  return {
    pagesPerSecond: (countPages(served) / (ended - began)) * 1000,
    cpuMsPerPage: (readCpuMs(product.pid()) - cpu) / countPages(served),
    memory: readMemoryMib(product.pid()),
  };
}

async function runCrawleeRound(
  setup: BenchSetup,
  crawlee: CrawleeBaseline,
  sites: number,
  concurrency: number,
  persist = true,
): Promise<ThroughputRound> {
  const from = setup.reserveSites(sites);
  await setup.siteServer.set({ latencyMs: 0, prepare: { from, count: sites } });
  const urls = Array.from({ length: sites }, (_, i) => `http://${toSiteHost(from + i)}/`);
  const cpu = readCpuMs(crawlee.pid);
  const { items, milliseconds } = await crawlee.crawl({
    urls,
    port: setup.siteServer.port,
    concurrency,
    follow: "contact",
    persist,
  });
  const served = await setup.siteServer.served();
  checkWork("Crawlee", new Set(items.flatMap(({ emails }) => emails)).size, sites, served);
  return {
    pagesPerSecond: (countPages(served) / milliseconds) * 1000,
    cpuMsPerPage: (readCpuMs(crawlee.pid) - cpu) / countPages(served),
    memory: readMemoryMib(crawlee.pid),
  };
}

/** A comparison of speed is worth nothing unless both did the work. */
function checkWork(
  who: string,
  emails: number,
  sites: number,
  { robots, home, contact, absent }: Awaited<ReturnType<BenchSetup["siteServer"]["served"]>>,
): void {
  const done = { emails, robots, home, contact };
  if (absent > 0 || Object.values(done).some((count) => count !== sites))
    throw new Error(`${who} did not do the work of ${sites} sites: ${JSON.stringify({ ...done, absent })}`);
}

function toMeasured({
  ours,
  others,
  inMemory,
  sites,
  concurrency,
}: {
  ours: ThroughputRound[];
  others: ThroughputRound[];
  inMemory: ThroughputRound;
  sites: number;
  concurrency: number;
}): Measured {
  const medianOfKey = (rounds: ThroughputRound[], key: keyof ThroughputRound) =>
    computeMedian(rounds.map((round) => round[key]));
  const computeRatios = (key: keyof ThroughputRound) =>
    computeMedian(ours.map((round, i) => round[key] / (others[i]?.[key] ?? Number.NaN)));
  return {
    title: `Throughput and CPU: ${sites} sites, ${sites * 2} pages of 30 to 60 KB, ${ours.length} rounds in turns`,
    how: [
      "Both read robots.txt, home page and contact page of every site, find its one address and store it on disk.",
      `Crawlee's CheerioCrawler at ${concurrency} requests at a time, its best. Medians.`,
      "CPU of workerd (queue, D1 and objects included) and of Crawlee's process.",
    ].join(" "),
    figures: [
      { name: "ours", value: medianOfKey(ours, "pagesPerSecond"), unit: "pages/s" },
      { name: "Crawlee", value: medianOfKey(others, "pagesPerSecond"), unit: "pages/s" },
      { name: "ours to Crawlee", value: computeRatios("pagesPerSecond"), unit: "x", target: { atLeast: 2.5 } },
      { name: "CPU a page, ours", value: medianOfKey(ours, "cpuMsPerPage"), unit: "ms" },
      { name: "CPU a page, Crawlee", value: medianOfKey(others, "cpuMsPerPage"), unit: "ms" },
      {
        name: "CPU a page, ours to Crawlee",
        value: computeRatios("cpuMsPerPage"),
        unit: "x",
        target: { atMost: 0.35 },
      },
      { name: "once more, Crawlee writing nothing to disk", value: inMemory.pagesPerSecond, unit: "pages/s" },
      { name: "CPU a page, Crawlee writing nothing to disk", value: inMemory.cpuMsPerPage, unit: "ms" },
      ...ours.map(({ memory }, i) => ({ name: `memory of workerd after crawl ${i + 1}`, value: memory, unit: "MiB" })),
      ...others
        .slice(-1)
        .map(({ memory }) => ({ name: "memory of Crawlee after its last", value: memory, unit: "MiB" })),
    ],
  };
}
