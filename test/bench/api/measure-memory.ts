import { createHash } from "node:crypto";
import { seedJobSeeker } from "../../harness/job-seeker.ts";
import { measureProductHeap, measureWhileBusy } from "../../harness/live-heap.ts";
import { readMemoryMib } from "../../harness/process-usage.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import type { Figure, Measured } from "../../harness/report.ts";
import { SEED_COMPANIES_SQL } from "../dashboard-queries/seed-dashboard.ts";

const COMPANY_COUNT = 1_000;
const PAGE_ROWS = 50;
const CONCURRENT_REQUESTS = 4;
/** They fill caches and the allocator's stores before the first measurement. */
const WARM_UP_REQUESTS = 500;
/** Less than one leaked Request (110 bytes) a call. */
const MAX_GROWTH_MIB = 0.5;

/** Sends so many requests, several at a time. */
async function sendRequests(url: string, cookie: string, count: number): Promise<void> {
  let sent = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (sent < count) {
        sent += 1;
        const response = await fetch(url, { headers: { cookie } });
        if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      }
    }),
  );
}

/** What was in use at a collection is still counted by it, up to 0.3 MiB: the least of several is what is live. */
const COLLECTIONS = 3;

/** Memory after collections. MiB. */
async function measureCollected(server: Product, url: string, cookie: string) {
  const request = async () => (await fetch(url, { headers: { cookie } })).arrayBuffer();
  const measured: number[] = [];
  while (measured.length < COLLECTIONS)
    measured.push(await measureWhileBusy(() => measureProductHeap(server.inspector()), request));
  return { live: Math.min(...measured), process: readMemoryMib(server.pid()) };
}

/**
 * What the list of companies leaves in memory, and what a bare route with the same statements does: each in a workerd
 * of its own, which collects its garbage before and after.
 */
export async function measureMemory(short: boolean): Promise<Measured> {
  const requests = short ? 600 : 6_000;
  const figures: Figure[] = [];
  for (const side of ["the product", "bare"] as const) {
    const server = await startProduct({ entry: "test/bench/worker/api-entry.ts", inspected: true });
    try {
      const user = "api-memory";
      const { cookie } = await seedJobSeeker(server, user, 0);
      await server.write([{ sql: SEED_COMPANIES_SQL, values: [user, 0, COMPANY_COUNT] }]);
      const hash = createHash("sha256")
        .update(cookie.split(".")[1] ?? "")
        .digest("hex");
      const url =
        server.url() +
        (side === "bare"
          ? `/bare/companies/${user}/${hash}/${PAGE_ROWS}`
          : `/api/dashboard/companies?limit=${PAGE_ROWS}`);
      await sendRequests(url, cookie, WARM_UP_REQUESTS);
      const before = await measureCollected(server, url, cookie);
      await sendRequests(url, cookie, requests);
      const uncollected = readMemoryMib(server.pid());
      const after = await measureCollected(server, url, cookie);
      figures.push(
        { name: `${side}: live in the isolate at first`, value: before.live, unit: "MiB" },
        { name: `${side}: and afterwards`, value: after.live, unit: "MiB" },
        {
          name: `${side}: growth of what is live`,
          value: after.live - before.live,
          unit: "MiB",
          ...(side !== "bare" && { target: { atMost: short ? 1 : MAX_GROWTH_MIB } }),
        },
        { name: `${side}: workerd at first`, value: before.process, unit: "MiB" },
        { name: `${side}: afterwards, uncollected`, value: uncollected, unit: "MiB" },
        { name: `${side}: afterwards, collected`, value: after.process, unit: "MiB" },
      );
    } finally {
      await server.stop();
    }
  }
  return {
    title: "What the list of companies leaves in memory",
    how: `${requests} requests for ${PAGE_ROWS} of ${COMPANY_COUNT} companies, ${CONCURRENT_REQUESTS} at a time.`,
    judgedWhenShort: true,
    figures,
  };
}
