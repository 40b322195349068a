import { createHash } from "node:crypto";
import { seedJobSeeker } from "../../prove/sending/job-seeker.ts";
import { type MiniflareServer, startMiniflareServer } from "../../prove/sending/miniflare-server.ts";
import { SEED_COMPANIES_SQL } from "../dashboard-queries/seed-dashboard.ts";
import { measureLiveHeaps, PRODUCT_ISOLATE } from "../live-heap.ts";
import { readMemoryMib } from "../process-cost.ts";
import type { Figure, Measured } from "../report.ts";

const COMPANY_COUNT = 1_000;
const PAGE_ROWS = 50;
const CONCURRENT_REQUESTS = 4;
/** Which fill caches and the allocator's stores before anything is measured. */
const WARM_UP_REQUESTS = 500;
/** Growth of what is live, MiB: less than one Request kept from each call, which is 110 bytes. */
const MAX_GROWTH_MIB = 0.5;

/** Asks in several lines until told to stop. @returns how many were answered */
async function sendRequests(url: string, cookie: string, goesOn: (answered: number) => boolean): Promise<number> {
  let [begun, answered] = [0, 0];
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (goesOn(begun)) {
        begun += 1;
        const response = await fetch(url, { headers: { cookie } });
        if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
        answered += 1;
      }
    }),
  );
  return answered;
}

/** What the isolate and the process hold after a collection. MiB. An isolate collects only while it is asked. */
async function measureHeld(
  server: MiniflareServer,
  url: string,
  cookie: string,
): Promise<{ live: number; process: number }> {
  let collected = false;
  const [heaps] = await Promise.all([
    measureLiveHeaps(server.inspector()).finally(() => (collected = true)),
    sendRequests(url, cookie, () => !collected),
  ]);
  const live = heaps.get(PRODUCT_ISOLATE);
  if (live === undefined) throw new Error("the product's isolate has not collected");
  return { live, process: readMemoryMib(server.pid()) };
}

/**
 * What the list of companies leaves behind, and what a bare route with the same statements does: each in a workerd of its own, which collects its
 * garbage before and after, and in between when it pleases.
 */
export async function measureMemory(short: boolean): Promise<Measured> {
  const requests = short ? 600 : 6_000;
  const figures: Figure[] = [];
  for (const side of ["the product", "bare"] as const) {
    const server = await startMiniflareServer("test/bench/worker/api-entry.ts", {}, true);
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
      await sendRequests(url, cookie, (answered) => answered < WARM_UP_REQUESTS);
      const before = await measureHeld(server, url, cookie);
      await sendRequests(url, cookie, (answered) => answered < requests);
      const uncollected = readMemoryMib(server.pid());
      const after = await measureHeld(server, url, cookie);
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
    figures,
  };
}
