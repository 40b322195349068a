import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startSiteServer } from "../bench/sites/start-site-server.ts";
import { defineProof } from "../harness/cli.ts";
import { startProduct } from "../harness/product.ts";
import { seededRandom } from "../harness/random.ts";
import { SearchUser } from "../harness/search-user.ts";

const Found = z.object({
  companies: z.array(z.object({ website: z.string(), email: z.string(), duplicate: z.boolean() })),
  next_cursor: z.null(),
});

/**
 * A search whose server is killed once at a random moment finds what an undisturbed one finds, with hardly more
 * requests.
 */
export const command = defineProof({
  options: { rounds: { about: "searches that are killed", usual: 20, short: 2 } },
  prove: async ({ options: { rounds }, short, seed, print }) => {
    const [siteCount, latencyMs] = short ? [120, 30] : [200, 60];
    // Sites leased at the kill are read again; with few sites that is a larger share.
    const maxRatio = short ? 1.3 : 1.15;
    const random = seededRandom(seed);
    const siteServer = await startSiteServer(seed);
    const product = await startProduct({ outside: siteServer.address });
    const failures: string[] = [];
    const ratios: number[] = [];
    let roundCount = 0;

    /** One search of sites that no round before has read. @param killAfterMs null: undisturbed */
    const runRound = async (killAfterMs: number | null) => {
      const user = await SearchUser.register(product);
      const from = siteCount * roundCount++;
      await siteServer.set({ latencyMs, prepare: { from, count: siteCount } });
      const start = Date.now();
      const id = await user.start([`${from}-${siteCount}`]);
      if (killAfterMs !== null) {
        await sleep(killAfterMs);
        await product.kill();
      }
      const { status } = await user.waitForEnd(id, 100);
      const { companies } = Found.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`));
      const { requests: fetches } = await siteServer.served();
      const toPlace = (text: string) => text.replaceAll(/\d+/gu, (number) => String(Number(number) - from));
      const found = companies.map(({ website, email }) => toPlace(`${website} ${email}`)).sort();
      return { ms: Date.now() - start, status, fetches, found };
    };

    try {
      const calm = await runRound(null);
      if (calm.status !== "completed" || new Set(calm.found).size !== siteCount) {
        failures.push(`undisturbed: ${calm.status}, ${calm.found.length} companies`);
      }
      print(`${siteCount} sites, ${latencyMs} ms a page; undisturbed: ${calm.fetches} fetches in ${calm.ms} ms`);
      for (let n = 1; n <= rounds; n += 1) {
        const killAfterMs = Math.round((0.05 + 0.85 * random()) * calm.ms);
        const { status, found, fetches, ms } = await runRound(killAfterMs);
        const ratio = fetches / calm.fetches;
        ratios.push(ratio);
        const isSame = found.join("\n") === calm.found.join("\n");
        const results = isSame ? "same results" : "OTHER RESULTS";
        const cost = `${fetches} fetches (${ratio.toFixed(3)})  ${ms} ms`;
        print(`${String(n).padStart(2)}  killed after ${killAfterMs} ms  ${status}  ${results}  ${cost}`);
        if (status !== "completed" || !isSame) failures.push(`round ${n}: ${status}, ${found.length} companies`);
        if (ratio > maxRatio) failures.push(`round ${n}: ${ratio.toFixed(3)} of the fetches`);
      }
    } finally {
      await product.stop();
      siteServer.stop();
    }
    const [mean, worst] = [ratios.reduce((sum, ratio) => sum + ratio, 0) / rounds, Math.max(...ratios)];
    print(`fetches: mean ${mean.toFixed(3)}, worst ${worst.toFixed(3)} of an undisturbed search`);
    return { failures, figures: { rounds, mean, worst } };
  },
});
