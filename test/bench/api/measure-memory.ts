import { createHash } from "node:crypto";
import { seedJobSeeker } from "../../prove/sending/job-seekers.ts";
import { type Server, startServer } from "../../prove/sending/server.ts";
import { liveHeaps, PRODUCT } from "../live-heap.ts";
import { SEED } from "../pages/dashboard.ts";
import { memoryOf } from "../process-cost.ts";
import type { Figure, Measured } from "../report.ts";

const COMPANIES = 1_000;
const ROWS = 50;
const AT_ONCE = 4;
/** Which fill caches and the allocator's stores before anything is measured. */
const WARM_UP = 500;
/** Growth of what is live, MiB: less than one Request kept from each call, which is 110 bytes. */
const MOST = 0.5;

/** Asks in several lines until told to stop. @returns how many were answered */
async function ask(url: string, cookie: string, goesOn: (answered: number) => boolean): Promise<number> {
  let [begun, answered] = [0, 0];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
async function held(server: Server, url: string, cookie: string): Promise<{ live: number; process: number }> {
  let collected = false;
  const [heaps] = await Promise.all([
    liveHeaps(server.inspector()).finally(() => (collected = true)),
    ask(url, cookie, () => !collected),
  ]);
  const live = heaps.get(PRODUCT);
  if (live === undefined) throw new Error("the product's isolate has not collected");
  return { live, process: memoryOf(server.pid()) };
}

/**
 * What the list of companies leaves behind, and what a bare route with the same statements does: each in a workerd of its own, which collects its
 * garbage before and after, and in between when it pleases.
 */
export async function measureMemory(short: boolean): Promise<Measured> {
  const requests = short ? 600 : 6_000;
  const figures: Figure[] = [];
  for (const side of ["the product", "bare"] as const) {
    const server = await startServer("test/bench/worker/api-entry.ts", {}, true);
    try {
      const user = "api-memory";
      const { cookie } = await seedJobSeeker(server, user, 0);
      await server.write([{ sql: SEED, values: [user, 0, COMPANIES] }]);
      const hash = createHash("sha256")
        .update(cookie.split(".")[1] ?? "")
        .digest("hex");
      const url =
        server.url() +
        (side === "bare" ? `/bare/companies/${user}/${hash}/${ROWS}` : `/api/dashboard/companies?limit=${ROWS}`);
      await ask(url, cookie, (answered) => answered < WARM_UP);
      const before = await held(server, url, cookie);
      await ask(url, cookie, (answered) => answered < requests);
      const uncollected = memoryOf(server.pid());
      const after = await held(server, url, cookie);
      figures.push(
        { name: `${side}: live in the isolate at first`, value: before.live, unit: "MiB" },
        { name: `${side}: and afterwards`, value: after.live, unit: "MiB" },
        {
          name: `${side}: growth of what is live`,
          value: after.live - before.live,
          unit: "MiB",
          ...(side !== "bare" && { target: { atMost: short ? 1 : MOST } }),
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
    how: `${requests} requests for ${ROWS} of ${COMPANIES} companies, ${AT_ONCE} at a time.`,
    figures,
  };
}
