import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readCpuMs, readMemoryMib } from "../bench/process-cost.ts";
import { bundleWorker } from "../bench/product/bundle.ts";
import { startInstance } from "../bench/product/instance.ts";
import { SearchUser } from "../bench/product/job-seeker.ts";
import { listHostileHosts } from "../bench/sites/hostile-sites.ts";
import { startSiteServer } from "../bench/sites/start-site-server.ts";

// `npm run prove:hostile`: sites that mean harm cost little, take their twenty seconds at most, and keep nobody else's site from being read.

const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const GOOD_SITE_COUNT = 40;
const MAX_CPU_MS = 500;
const MAX_SEARCH_MS = 22_000;
/** What a search of one harmless site costs by itself is no part of it. */
const Found = z.object({ companies: z.array(z.object({ website: z.string(), email: z.string() })) });

const siteServer = await startSiteServer(1);
const instance = await startInstance(bundleWorker("worker/index.ts"), siteServer.address, {});
const failures: string[] = [];

async function runSearch(user: SearchUser, cities: string[]) {
  const [began, cpu] = [Date.now(), readCpuMs(instance.pid)];
  const id = await user.start(cities);
  const { status } = await user.waitForEnd(id, 100);
  // What goes on after the end belongs to it too.
  await sleep(300);
  const { companies } = Found.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`));
  await user.call("POST", `/api/search/discard/${id}`);
  return { status, companies, ms: Date.now() - began - 300, cpu: readCpuMs(instance.pid) - cpu };
}

try {
  const user = await SearchUser.register(instance);
  await siteServer.set({ latencyMs: 0, prepare: { from: 0, count: GOOD_SITE_COUNT + 4 } });
  for (const n of [1, 2]) await runSearch(user, [`${GOOD_SITE_COUNT + n}-1`]);
  const plain = await runSearch(user, [`${GOOD_SITE_COUNT + 3}-1`]);
  console.log(`one harmless site: ${plain.cpu} ms of CPU, ${plain.ms} ms`);
  for (const [n, host] of values.short ? [] : listHostileHosts().entries()) {
    const { status, ms, cpu } = await runSearch(user, [`hostile ${n + 1}`]);
    const own = Math.max(0, cpu - plain.cpu);
    const bad = status !== "completed" || own > MAX_CPU_MS || ms > MAX_SEARCH_MS;
    if (bad) failures.push(`${host}: ${status}, ${own} ms of CPU, ${ms} ms`);
    console.log(
      `${host.padEnd(34)} ${status}  ${String(own).padStart(5)} ms of CPU  ${String(ms).padStart(6)} ms  ${bad ? "TOO MUCH" : ""}`,
    );
  }
  await (await instance.miniflare.getD1Database("DB")).prepare("DELETE FROM sites").run();
  const all = await runSearch(user, ["hostile 0", `0-${GOOD_SITE_COUNT}`]);
  const read = all.companies.filter(({ website, email }) => website.includes("firma-") && email !== "").length;
  console.log(
    `all of them among ${GOOD_SITE_COUNT} harmless sites: ${all.status}, ${read} of ${GOOD_SITE_COUNT} read, ${all.ms} ms, ${readMemoryMib(instance.pid).toFixed(0)} MiB after`,
  );
  if (all.status !== "completed" || read !== GOOD_SITE_COUNT)
    failures.push(`together: ${all.status}, ${read} of ${GOOD_SITE_COUNT} read`);
  const after = await runSearch(user, [`${GOOD_SITE_COUNT}-1`]);
  if (after.status !== "completed") failures.push(`afterwards: ${after.status}`);
} finally {
  await instance.stop();
  siteServer.stop();
}
for (const failure of failures) console.error(failure);
console.log(`${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
