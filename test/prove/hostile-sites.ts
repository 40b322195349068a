import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { listHostileHosts } from "../bench/sites/hostile-sites.ts";
import { startSiteServer } from "../bench/sites/start-site-server.ts";
import { defineProof } from "../harness/cli.ts";
import { readCpuMs, readMemoryMib } from "../harness/process-usage.ts";
import { startProduct } from "../harness/product.ts";
import { SearchUser } from "../harness/search-user.ts";

const GOOD_SITE_COUNT = 40;
/** Beyond what a search of one harmless site costs. */
const MAX_CPU_MS = 500;
const MAX_SEARCH_MS = 22_000;
/** Work that goes on after the end of a search counts too. */
const AFTERMATH_MS = 300;

const Found = z.object({ companies: z.array(z.object({ website: z.string(), email: z.string() })) });

/**
 * Hostile sites cost little CPU, twenty seconds at most, and keep no other site from being read. --short: only all of
 * them at once.
 */
export const command = defineProof({
  prove: async ({ short, seed, print }) => {
    const failures: string[] = [];
    const siteServer = await startSiteServer(seed);
    let product = await startProduct({ outside: siteServer.address });

    const runSearch = async (user: SearchUser, cities: string[]) => {
      const [start, cpuBefore] = [Date.now(), readCpuMs(product.pid())];
      const id = await user.start(cities);
      const { status } = await user.waitForEnd(id, 100);
      await sleep(AFTERMATH_MS);
      const { companies } = Found.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`));
      await user.call("POST", `/api/search/discard/${id}`);
      const ms = Date.now() - start - AFTERMATH_MS;
      return { status, companies, ms, cpuMs: readCpuMs(product.pid()) - cpuBefore };
    };

    try {
      let user = await SearchUser.register(product);
      await siteServer.set({ latencyMs: 0, prepare: { from: 0, count: GOOD_SITE_COUNT + 4 } });
      for (const n of [1, 2]) await runSearch(user, [`${GOOD_SITE_COUNT + n}-1`]);
      const plain = await runSearch(user, [`${GOOD_SITE_COUNT + 3}-1`]);
      print(`one harmless site: ${plain.cpuMs} ms of CPU, ${plain.ms} ms`);
      for (const [n, host] of short ? [] : listHostileHosts().entries()) {
        const { status, ms, cpuMs } = await runSearch(user, [`hostile ${n + 1}`]);
        const ownCpuMs = Math.max(0, cpuMs - plain.cpuMs);
        const result = `${host}: ${status}, ${ownCpuMs} ms of CPU, ${ms} ms`;
        print(result);
        if (status !== "completed" || ownCpuMs > MAX_CPU_MS || ms > MAX_SEARCH_MS) failures.push(result);
      }
      // Nothing of what was read above may be known.
      await product.stop();
      product = await startProduct({ outside: siteServer.address });
      user = await SearchUser.register(product);
      const all = await runSearch(user, ["hostile 0", `0-${GOOD_SITE_COUNT}`]);
      const read = all.companies.filter(({ website, email }) => website.includes("firma-") && email !== "").length;
      const memory = readMemoryMib(product.pid()).toFixed(0);
      const together = `all at once: ${all.status}, ${read} of ${GOOD_SITE_COUNT} harmless sites read`;
      print(`${together}, ${all.ms} ms, ${memory} MiB after`);
      if (all.status !== "completed" || read !== GOOD_SITE_COUNT) failures.push(together);
      const after = await runSearch(user, [`${GOOD_SITE_COUNT}-1`]);
      if (after.status !== "completed") failures.push(`afterwards: ${after.status}`);
    } finally {
      await product.stop();
      siteServer.stop();
    }
    return { failures };
  },
});
