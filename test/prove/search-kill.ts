import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { bundleWorker } from "../bench/product/bundle.ts";
import { type ProductInstance, startInstance } from "../bench/product/instance.ts";
import { SearchUser } from "../bench/product/job-seeker.ts";
import { startSiteServer } from "../bench/sites/start-site-server.ts";
import { seededRandom } from "./random.ts";

// `npm run prove:search`: searches whose server is killed once at a random moment find what an undisturbed one finds, and hardly ask more.

const { values } = parseArgs({ options: { short: { type: "boolean", default: false }, seed: { type: "string" } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [rounds, sites, latencyMs] = values.short ? [2, 120, 30] : [20, 200, 60];
// What is in hand at the kill is read again: of few sites that is a larger share.
const MAX_FETCH_RATIO = values.short ? 1.3 : 1.15;

const Found = z.object({
  companies: z.array(z.object({ website: z.string(), email: z.string(), duplicate: z.boolean() })),
  next_cursor: z.null(),
});

const random = seededRandom(seed);
const storage = mkdtempSync(join(tmpdir(), "candidature-kills-"));
const siteServer = await startSiteServer(seed);
const bundle = bundleWorker("worker/index.ts");
let instance: ProductInstance | undefined;

/** One search on sites nobody has read yet. @param killAt milliseconds after its start; null: undisturbed */
async function runRound(killAt: number | null) {
  instance ??= await startInstance(bundle, siteServer.address, {}, storage);
  const user = await SearchUser.register(instance);
  await instance.miniflare.getD1Database("DB").then((db) => db.prepare("DELETE FROM sites").run());
  await siteServer.set({ latencyMs, prepare: { from: 0, count: sites } });
  const began = Date.now();
  const id = await user.start([`0-${sites}`]);
  if (killAt !== null) {
    await sleep(killAt);
    process.kill(instance.pid, "SIGKILL");
    await instance.stop();
    instance = await startInstance(bundle, siteServer.address, {}, storage);
    user.moveTo(instance);
  }
  const search = await user.waitForEnd(id, 100);
  const { companies } = Found.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`));
  const { asked } = await siteServer.served();
  return {
    ms: Date.now() - began,
    status: search.status,
    asked,
    found: companies.map(({ website, email }) => `${website} ${email}`).sort(),
  };
}

const failures: string[] = [];
try {
  const calm = await runRound(null);
  if (calm.status !== "completed" || new Set(calm.found).size !== sites)
    failures.push(`undisturbed: ${calm.status}, ${calm.found.length} companies`);
  console.log(
    `seed ${seed}; ${rounds} searches over ${sites} sites, ${latencyMs} ms a page; undisturbed: ${calm.asked} fetches in ${calm.ms} ms`,
  );
  const ratios: number[] = [];
  for (let n = 1; n <= rounds; n += 1) {
    const killAt = Math.round((0.05 + 0.85 * random()) * calm.ms);
    const disturbed = await runRound(killAt);
    const ratio = disturbed.asked / calm.asked;
    ratios.push(ratio);
    const same =
      disturbed.found.length === calm.found.length && disturbed.found.every((line, i) => line === calm.found[i]);
    console.log(
      `${String(n).padStart(2)}  killed at ${String(killAt).padStart(5)} ms  ${disturbed.status}  ${same ? "same results" : "OTHER RESULTS"}  ${disturbed.asked} fetches (${ratio.toFixed(3)})  ${disturbed.ms} ms`,
    );
    if (disturbed.status !== "completed" || !same)
      failures.push(`round ${n}: ${disturbed.status}, ${disturbed.found.length} companies`);
    if (ratio > MAX_FETCH_RATIO) failures.push(`round ${n}: ${ratio.toFixed(3)} of the fetches`);
  }
  console.log(
    `fetches: mean ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / rounds).toFixed(3)}, worst ${Math.max(...ratios).toFixed(3)} of an undisturbed search; ${failures.length} failures`,
  );
} finally {
  await instance?.stop();
  siteServer.stop();
  rmSync(storage, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
