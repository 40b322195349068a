import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { cpuMsOf, memoryOf } from "../bench/process-cost.ts";
import { bundleWorker } from "../bench/product/bundle.ts";
import { startInstance } from "../bench/product/instance.ts";
import { JobSeeker } from "../bench/product/job-seeker.ts";
import { hostileHosts } from "../bench/sites/hostile.ts";
import { startWorld } from "../bench/sites/world.ts";

// `npm run prove:hostile`: sites that mean harm cost little, take their twenty seconds at most, and keep nobody else's site from being read.

const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const GOOD_SITES = 40;
const MOST_CPU_MS = 500;
const MOST_MS = 22_000;
/** What a search of one harmless site costs by itself is no part of it. */
const Found = z.object({ companies: z.array(z.object({ website: z.string(), email: z.string() })) });

const world = await startWorld(1);
const instance = await startInstance(bundleWorker("worker/index.ts"), world.address, {});
const failures: string[] = [];

async function search(user: JobSeeker, cities: string[]) {
  const [began, cpu] = [Date.now(), cpuMsOf(instance.pid)];
  const id = await user.start(cities);
  const { status } = await user.untilOver(id, 100);
  // What goes on after the end belongs to it too.
  await sleep(300);
  const { companies } = Found.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`));
  await user.call("POST", `/api/search/discard/${id}`);
  return { status, companies, ms: Date.now() - began - 300, cpu: cpuMsOf(instance.pid) - cpu };
}

try {
  const user = await JobSeeker.register(instance);
  await world.set({ latencyMs: 0, prepare: { from: 0, count: GOOD_SITES + 4 } });
  for (const n of [1, 2]) await search(user, [`${GOOD_SITES + n}-1`]);
  const plain = await search(user, [`${GOOD_SITES + 3}-1`]);
  console.log(`one harmless site: ${plain.cpu} ms of CPU, ${plain.ms} ms`);
  for (const [n, host] of values.short ? [] : hostileHosts().entries()) {
    const { status, ms, cpu } = await search(user, [`hostile ${n + 1}`]);
    const own = Math.max(0, cpu - plain.cpu);
    const bad = status !== "completed" || own > MOST_CPU_MS || ms > MOST_MS;
    if (bad) failures.push(`${host}: ${status}, ${own} ms of CPU, ${ms} ms`);
    console.log(
      `${host.padEnd(34)} ${status}  ${String(own).padStart(5)} ms of CPU  ${String(ms).padStart(6)} ms  ${bad ? "TOO MUCH" : ""}`,
    );
  }
  await (await instance.miniflare.getD1Database("DB")).prepare("DELETE FROM sites").run();
  const all = await search(user, ["hostile 0", `0-${GOOD_SITES}`]);
  const read = all.companies.filter(({ website, email }) => website.includes("firma-") && email !== "").length;
  console.log(
    `all of them among ${GOOD_SITES} harmless sites: ${all.status}, ${read} of ${GOOD_SITES} read, ${all.ms} ms, ${memoryOf(instance.pid).toFixed(0)} MiB after`,
  );
  if (all.status !== "completed" || read !== GOOD_SITES)
    failures.push(`together: ${all.status}, ${read} of ${GOOD_SITES} read`);
  const after = await search(user, [`${GOOD_SITES}-1`]);
  if (after.status !== "completed") failures.push(`afterwards: ${after.status}`);
} finally {
  await instance.stop();
  world.stop();
}
for (const failure of failures) console.error(failure);
console.log(`${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
