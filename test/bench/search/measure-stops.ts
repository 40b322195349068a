import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../../harness/product.ts";
import { type Measured, computeMedian, computePercentile } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { BenchSetup } from "./bench-setup.ts";

/** How soon a search ends after stop or cancel, while slow sites are being read. */
export async function measureStops(setup: BenchSetup): Promise<Measured> {
  const presses = setup.short ? 2 : 40;
  const times = { stop: [] as number[], cancel: [] as number[] };
  await setup.withProduct("worker/index.ts", {}, async (product) => {
    for (let i = 0; i < presses; i++) {
      const button = i % 2 === 0 ? "stop" : "cancel";
      times[button].push(await measurePress(setup, product, button));
    }
  });
  const all = [...times.stop, ...times.cancel];
  return {
    title: `Stop and cancel: ${presses} presses, sites taking 3 s an answer are being read`,
    how: "From the press to the first poll that says completed or cancelled.",
    figures: [
      { name: "stop, median", value: computeMedian(times.stop), unit: "ms" },
      { name: "cancel, median", value: computeMedian(times.cancel), unit: "ms" },
      { name: "both, 95th percentile", value: computePercentile(all, 0.95), unit: "ms", target: { atMost: 1000 } },
      { name: "both, worst", value: Math.max(...all), unit: "ms" },
    ],
  };
}

async function measurePress(setup: BenchSetup, product: Product, button: "stop" | "cancel"): Promise<number> {
  const from = setup.reserveSites(60);
  await setup.siteServer.set({ latencyMs: 3_000, prepare: { from, count: 60 } });
  const user = await SearchUser.register(product);
  const id = await user.start([`${from}-60`]);
  for (const began = Date.now(); (await setup.siteServer.served()).requests === 0; await sleep(25)) {
    if (Date.now() - began > 20_000) throw new Error("no site was asked for anything");
  }
  const began = performance.now();
  await user.press(button, id);
  const { status } = await user.waitForEnd(id, 10);
  if (status !== (button === "stop" ? "completed" : "cancelled"))
    throw new Error(`after ${button} the search is ${status}`);
  return performance.now() - began;
}
