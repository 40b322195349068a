import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Product } from "../../harness/product.ts";
import type { Measured } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { BenchSetup } from "./bench-setup.ts";

const LATENCY_MS = 200;
/** Connections an invocation may have waiting at Cloudflare's. */
const MAX_CONNECTIONS = 6;

/** How near consumers come to the speed that their connections allow, when every page takes its time. */
export async function measureLatency(setup: BenchSetup): Promise<Measured> {
  const figures = await setup.withProduct("test/bench/worker/entry.ts", { HOLD_WAKES: "yes" }, async (product) => [
    { name: "one consumer", value: await measureConsumers(setup, product, 1), unit: "x", target: { atLeast: 0.9 } },
    { name: "five at once", value: await measureConsumers(setup, product, 5), unit: "x", target: { atLeast: 0.8 } },
  ]);
  return {
    title: `Connections in use: ${LATENCY_MS} ms an answer, no pause`,
    how: [
      `Requests a second against ${MAX_CONNECTIONS} connections an invocation.`,
      "Each consumer is one invocation of the queue's handler, started by the bench: a local queue runs one at a time.",
    ].join(" "),
    figures,
  };
}

async function measureConsumers(setup: BenchSetup, product: Product, consumers: number): Promise<number> {
  const sites = setup.short ? 16 : 100;
  const from = setup.reserveSites(sites * consumers);
  await setup.siteServer.set({ latencyMs: LATENCY_MS, prepare: { from, count: sites * consumers } });
  const searches = await Promise.all(
    Array.from({ length: consumers }, async (_, i) => {
      const user = await SearchUser.register(product);
      return { user, id: await user.start([`${from + i * sites}-${sites}`]) };
    }),
  );
  const messages = await takeHeldMessages(product, consumers);
  const began = performance.now();
  await Promise.all(
    messages.map((body) => fetch(`${product.url()}/bench/consume`, { method: "POST", body: JSON.stringify(body) })),
  );
  const seconds = (performance.now() - began) / 1000;
  const { requests } = await setup.siteServer.served();
  for (const { user, id } of searches) if ((await user.status(id)).status === "running") await user.press("cancel", id);
  await (await fetch(`${product.url()}/bench/held`)).json();
  return requests / seconds / (consumers * MAX_CONNECTIONS * (1000 / LATENCY_MS));
}

/** The first wake-up of each search, once all have sent crawlee. */
async function takeHeldMessages(product: Product, searches: number): Promise<unknown[]> {
  const first = new Map<string, unknown>();
  for (const began = Date.now(); Date.now() - began < 20_000; await sleep(50)) {
    for (const body of z
      .array(z.looseObject({ searchId: z.string() }))
      .parse(await (await fetch(`${product.url()}/bench/held`)).json())) {
      if (!first.has(body.searchId)) first.set(body.searchId, body);
    }
    if (first.size === searches) return [...first.values()];
  }
  throw new Error(`${first.size} of ${searches} searches woke a consumer`);
}
