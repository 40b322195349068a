import type { Theirs } from "./crawlee/theirs.ts";
import { cpuMsOf, memoryOf } from "./process-cost.ts";
import type { Instance } from "./product/instance.ts";
import { JobSeeker } from "./product/job-seeker.ts";
import { type Measured, medianOf } from "./report.ts";
import { pagesOf } from "./sites/orders.ts";
import { siteHost } from "./sites/pages.ts";
import type { Stage } from "./stage.ts";

interface Round {
  pagesPerSecond: number;
  cpuMsPerPage: number;
  memory: number;
}

/** As many requests at a time as serve Crawlee best: tried before the rounds. */
const CONCURRENCIES = [10, 20, 50];
/** A city of the bench holds at most so many sites, a search two cities and a round two searches. */
const CITY = 250;

/** The same pages read by the product and by Crawlee, in turns. */
export async function measureThroughput(stage: Stage): Promise<Measured> {
  const { short } = stage;
  const [sites, rounds] = short ? [40, 1] : [4 * CITY, 5];
  return stage.withTheirs((theirs) =>
    stage.withProduct("worker/index.ts", {}, async (instance) => {
      const concurrency = await bestConcurrency(stage, theirs, short ? [20] : CONCURRENCIES);
      await ourRound(stage, instance, short ? 8 : 100);
      const ours: Round[] = [];
      const others: Round[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await ourRound(stage, instance, sites));
        others.push(await theirRound(stage, theirs, sites, concurrency));
        stage.say(`round ${round + 1}: ours ${told(ours.at(-1))}; Crawlee ${told(others.at(-1))}`);
      }
      const inMemory = await theirRound(stage, theirs, sites, concurrency, false);
      return reported({ ours, others, inMemory, sites, concurrency });
    }),
  );
}

const told = (round: Round | undefined) =>
  round &&
  `${round.pagesPerSecond.toFixed(0)} pages/s, ${round.cpuMsPerPage.toFixed(2)} ms of CPU a page, ${round.memory.toFixed(0)} MiB`;

async function bestConcurrency(stage: Stage, theirs: Theirs, tried: number[]): Promise<number> {
  const sites = stage.short ? 8 : 150;
  let best = { concurrency: 0, speed: 0 };
  await theirRound(stage, theirs, sites, tried[0] ?? 10);
  for (const concurrency of tried) {
    const { pagesPerSecond: speed } = await theirRound(stage, theirs, sites, concurrency);
    if (speed > best.speed) best = { concurrency, speed };
  }
  return best.concurrency;
}

/** Two users search at once, for a search holds 500 companies at most. The time is from the first press to the end of the last search. */
async function ourRound(stage: Stage, instance: Instance, sites: number): Promise<Round> {
  const from = stage.freshSites(sites);
  await stage.world.set({ latencyMs: 0, prepare: { from, count: sites } });
  const users = [await JobSeeker.register(instance), await JobSeeker.register(instance)];
  const city = sites / 4;
  const cpu = cpuMsOf(instance.pid);
  const began = Date.now();
  const searches = await Promise.all(
    users.map(async (user, i) => {
      const id = await user.start([2 * i, 2 * i + 1].map((place) => `${from + place * city}-${city}`));
      return user.untilOver(id, 500);
    }),
  );
  const ended = Math.max(...searches.map(({ completed_at }) => Date.parse(completed_at ?? "")));
  const emails = searches.reduce((sum, { total_emails }) => sum + total_emails, 0);
  const served = await stage.world.served();
  checkWork("the product", emails, sites, served);
  return {
    pagesPerSecond: (pagesOf(served) / (ended - began)) * 1000,
    cpuMsPerPage: (cpuMsOf(instance.pid) - cpu) / pagesOf(served),
    memory: memoryOf(instance.pid),
  };
}

async function theirRound(
  stage: Stage,
  theirs: Theirs,
  sites: number,
  concurrency: number,
  persist = true,
): Promise<Round> {
  const from = stage.freshSites(sites);
  await stage.world.set({ latencyMs: 0, prepare: { from, count: sites } });
  const urls = Array.from({ length: sites }, (_, i) => `http://${siteHost(from + i)}/`);
  const cpu = cpuMsOf(theirs.pid);
  const { items, milliseconds } = await theirs.crawl({
    urls,
    port: stage.world.port,
    concurrency,
    follow: "contact",
    persist,
  });
  const served = await stage.world.served();
  checkWork("Crawlee", new Set(items.flatMap(({ emails }) => emails)).size, sites, served);
  return {
    pagesPerSecond: (pagesOf(served) / milliseconds) * 1000,
    cpuMsPerPage: (cpuMsOf(theirs.pid) - cpu) / pagesOf(served),
    memory: memoryOf(theirs.pid),
  };
}

/** A comparison of speed is worth nothing unless both did the work. */
function checkWork(
  who: string,
  emails: number,
  sites: number,
  { robots, home, contact }: Awaited<ReturnType<Stage["world"]["served"]>>,
): void {
  const done = { emails, robots, home, contact };
  if (Object.values(done).some((count) => count !== sites))
    throw new Error(`${who} did not do the work of ${sites} sites: ${JSON.stringify(done)}`);
}

function reported({
  ours,
  others,
  inMemory,
  sites,
  concurrency,
}: {
  ours: Round[];
  others: Round[];
  inMemory: Round;
  sites: number;
  concurrency: number;
}): Measured {
  const of = (rounds: Round[], key: keyof Round) => medianOf(rounds.map((round) => round[key]));
  const ratios = (key: keyof Round) => medianOf(ours.map((round, i) => round[key] / (others[i]?.[key] ?? Number.NaN)));
  return {
    title: `Throughput and CPU: ${sites} sites, ${sites * 2} pages of 30 to 60 KB, ${ours.length} rounds in turns`,
    how: `Both read robots.txt, the home page and the contact page of every site, find its one address and write it to disk; Crawlee's CheerioCrawler at ${concurrency} requests at a time, which served it best. CPU of workerd (queue, D1 and objects included) and of Crawlee's process; medians.`,
    figures: [
      { name: "ours", value: of(ours, "pagesPerSecond"), unit: "pages/s" },
      { name: "Crawlee", value: of(others, "pagesPerSecond"), unit: "pages/s" },
      { name: "ours to Crawlee", value: ratios("pagesPerSecond"), unit: "x", target: { atLeast: 2.5 } },
      { name: "CPU a page, ours", value: of(ours, "cpuMsPerPage"), unit: "ms" },
      { name: "CPU a page, Crawlee", value: of(others, "cpuMsPerPage"), unit: "ms" },
      { name: "CPU a page, ours to Crawlee", value: ratios("cpuMsPerPage"), unit: "x", target: { atMost: 0.35 } },
      { name: "once more, Crawlee writing nothing to disk", value: inMemory.pagesPerSecond, unit: "pages/s" },
      { name: "CPU a page, Crawlee writing nothing to disk", value: inMemory.cpuMsPerPage, unit: "ms" },
      ...ours.map(({ memory }, i) => ({ name: `memory of workerd after crawl ${i + 1}`, value: memory, unit: "MiB" })),
      ...others
        .slice(-1)
        .map(({ memory }) => ({ name: "memory of Crawlee after its last", value: memory, unit: "MiB" })),
    ],
  };
}
