import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ProductInstance } from "../product/instance.ts";
import { SearchUser } from "../product/job-seeker.ts";
import type { Measured } from "../report.ts";
import type { BenchSetup } from "./bench-setup.ts";

const LATENCY_MS = 200;
/** Connections an invocation may have waiting at Cloudflare's. */
const MAX_CONNECTIONS = 6;

/** How near consumers come to the speed that their connections allow, when every page takes its time. */
export async function measureLatency(stage: BenchSetup): Promise<Measured> {
  const figures = await stage.withProduct("test/bench/worker/entry.ts", { HOLD_WAKES: "yes" }, async (instance) => [
    { name: "one consumer", value: await measureConsumers(stage, instance, 1), unit: "x", target: { atLeast: 0.9 } },
    { name: "five at once", value: await measureConsumers(stage, instance, 5), unit: "x", target: { atLeast: 0.8 } },
  ]);
  return {
    title: `Connections in use: ${LATENCY_MS} ms an answer, no pause`,
    how: `Requests a second against ${MAX_CONNECTIONS} connections an invocation; each consumer is one invocation of the queue's handler with one message, started by the bench because a local queue runs one at a time.`,
    figures,
  };
}

async function measureConsumers(stage: BenchSetup, instance: ProductInstance, consumers: number): Promise<number> {
  const sites = stage.short ? 16 : 100;
  const from = stage.freshSites(sites * consumers);
  await stage.world.set({ latencyMs: LATENCY_MS, prepare: { from, count: sites * consumers } });
  const searches = await Promise.all(
    Array.from({ length: consumers }, async (_, i) => {
      const user = await SearchUser.register(instance);
      return { user, id: await user.start([`${from + i * sites}-${sites}`]) };
    }),
  );
  const messages = await takeHeldMessages(instance, consumers);
  const began = performance.now();
  await Promise.all(
    messages.map((body) => fetch(`${instance.url}/bench/consume`, { method: "POST", body: JSON.stringify(body) })),
  );
  const seconds = (performance.now() - began) / 1000;
  const { asked } = await stage.world.served();
  for (const { user, id } of searches) if ((await user.status(id)).status === "running") await user.press("cancel", id);
  await (await fetch(`${instance.url}/bench/held`)).json();
  return asked / seconds / (consumers * MAX_CONNECTIONS * (1000 / LATENCY_MS));
}

/** The first wake-up of each search, once all have sent theirs. */
async function takeHeldMessages(instance: ProductInstance, searches: number): Promise<unknown[]> {
  const first = new Map<string, unknown>();
  for (const began = Date.now(); Date.now() - began < 20_000; await sleep(50)) {
    for (const body of z
      .array(z.looseObject({ searchId: z.string() }))
      .parse(await (await fetch(`${instance.url}/bench/held`)).json())) {
      if (!first.has(body.searchId)) first.set(body.searchId, body);
    }
    if (first.size === searches) return [...first.values()];
  }
  throw new Error(`${first.size} of ${searches} searches woke a consumer`);
}
