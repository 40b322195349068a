import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { defineProof } from "../harness/cli.ts";
import { makeCvFile } from "../harness/make-pdf.ts";
import { User } from "../harness/user.ts";
import { startWranglerServer } from "../harness/wrangler-server.ts";
import { startCanaries } from "./ssrf/canary-server.ts";
import { URL_POSITIONS } from "./ssrf/url-positions.ts";
import { URL_SPELLINGS } from "./ssrf/url-spellings.ts";

/** Fewer than a search may hold. */
const SITES_PER_SEARCH = 200;
const POLL_MS = 200;

const Started = z.object({ search_id: z.string() });
const Polled = z.object({ search: z.object({ status: z.string(), scraped_websites_count: z.number() }) });

/** Signs up as a person does, with a CV. */
async function signUp(origin: string, email: string): Promise<User> {
  const user = new User(() => origin);
  await user.signUp(email);
  await user.uploadCv(makeCvFile());
  await user.call("POST", "/api/settings/wizard-complete");
  return user;
}

async function runSearch(user: User, city: string) {
  const query = { business_types: ["software_company"], cities: [city] };
  const { search_id: id } = Started.parse(await user.call("POST", "/api/search/run", query));
  for (;;) {
    const { search } = Polled.parse(await user.call("GET", `/api/search/status/${id}`));
    if (search.status !== "running" && search.status !== "stopping") {
      await user.call("POST", `/api/search/discard/${id}`);
      return search;
    }
    await sleep(POLL_MS);
  }
}

/**
 * Every spelling of a private address in every position where the product could find one, by real searches under
 * `wrangler dev`, which lets a Worker reach this machine. Canaries listen on it, and the outside world records every
 * unexpected request. --short: one search of each position.
 */
export const command = defineProof({
  prove: async ({ short, print }) => {
    const spellingCount = short ? SITES_PER_SEARCH : URL_SPELLINGS.length;
    const failures: string[] = [];
    const canaries = await startCanaries();
    const server = await startWranglerServer(fileURLToPath(new URL("ssrf/hostile-directory.toml", import.meta.url)));
    try {
      // Deaf canaries would prove nothing.
      const heardUrl = encodeURIComponent(`http://127.0.0.1:${canaries.ports.at(-1) ?? 0}/`);
      await (await fetch(`${server.url}/sandbox/sing?to=${heardUrl}`)).text();
      const silent = canaries.hits();
      if (silent !== 1) throw new Error(`the canaries do not hear: ${silent} hits`);
      const ports = canaries.ports.join(", ");
      print(`${spellingCount} spellings in ${URL_POSITIONS.length} positions; canaries on ports ${ports}`);
      for (const [number, position] of URL_POSITIONS.entries()) {
        const user = await signUp(server.url, `trap-${number}@mail.example`);
        const [start, before] = [Date.now(), canaries.hits()];
        let read = 0;
        for (let from = 0; from < spellingCount; from += SITES_PER_SEARCH) {
          const count = Math.min(SITES_PER_SEARCH, spellingCount - from);
          const { status, scraped_websites_count: sites } = await runSearch(user, `${number} ${from} ${count}`);
          read += sites;
          if (position !== "site" && status !== "completed") failures.push(`${position}: a search ended as ${status}`);
        }
        const expected = position === "site" ? 0 : spellingCount;
        if (read !== expected) failures.push(`${position}: ${read} sites read, not ${expected}`);
        const seconds = ((Date.now() - start) / 1000).toFixed(0);
        print(`${position.padEnd(16)} ${read} sites read, ${canaries.hits() - before} hits, ${seconds} s`);
      }
      const requested = z.array(z.string()).parse(await (await fetch(`${server.url}/sandbox/asked`)).json());
      for (const url of requested) failures.push(`requested ${url}`);
      if (canaries.hits() !== silent) failures.push(`${canaries.hits() - silent} hits on the canaries`);
    } finally {
      await server.stop();
      await canaries.stop();
    }
    return { failures };
  },
});
