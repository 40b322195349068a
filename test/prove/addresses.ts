import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { z } from "zod";
import { startServer } from "../e2e/server.ts";
import type * as Pdf from "../worker/pdf.ts";
import { startCanaries } from "./addresses/canary.ts";
import { SPELLINGS } from "./addresses/spellings.ts";
import { POSITIONS } from "./addresses/trap.ts";

/*
 * `npm run prove:addresses`: every spelling of a private address in every position where the product could find one, by real searches
 * under `wrangler dev`, which lets a Worker reach this machine. Canaries listen on it; the outside world besides writes down who was asked.
 */

/** Sites of one search: fewer than it may hold. */
const AT_ONCE = 200;
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const {
  module: { cvPdf },
} = await runnerImport<typeof Pdf>(file("../worker/pdf.ts"), { configFile: false });

const Started = z.object({ search_id: z.string() });
const Polled = z.object({
  search: z.object({ status: z.string(), total_companies: z.number(), scraped_websites_count: z.number() }),
});

const canaries = await startCanaries();
const server = await startServer(file("addresses/snare.toml"));
const failures: string[] = [];
let cookie = "";

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const form = body instanceof FormData;
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && !form && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
  for (const line of response.headers.getSetCookie())
    if (line.startsWith("__Host-session")) cookie = line.replace(/;.*$/u, "");
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Signs up as a person does, with a CV. */
async function arrive(email: string): Promise<void> {
  cookie = "";
  await call("POST", "/api/auth/register", { name: "Ana Martin", email, password: "secret-1", language: "fr" });
  const form = new FormData();
  form.append("cv", new File([cvPdf()], "cv.pdf", { type: "application/pdf" }));
  await call("POST", "/api/settings/cv", form);
  await call("POST", "/api/settings/wizard-complete");
}

async function search(city: string) {
  const { search_id: id } = Started.parse(
    await call("POST", "/api/search/run", { business_types: ["software_company"], cities: [city] }),
  );
  for (;;) {
    const { search: now } = Polled.parse(await call("GET", `/api/search/status/${id}`));
    if (now.status !== "running" && now.status !== "stopping") {
      await call("POST", `/api/search/discard/${id}`);
      return now;
    }
    await sleep(200);
  }
}

try {
  const port = canaries.ports.at(-1) ?? 0;
  await (await fetch(`${server.url}/sandbox/sing?to=${encodeURIComponent(`http://127.0.0.1:${port}/`)}`)).text();
  if (canaries.hits() !== 1) throw new Error(`the canary on port ${port} is not heard: ${canaries.hits()} hits`);
  const silent = canaries.hits();
  console.log(
    `${SPELLINGS.length} spellings in ${POSITIONS.length} positions; canaries on ports ${canaries.ports.join(", ")}`,
  );
  for (const [number, position] of POSITIONS.entries()) {
    await arrive(`trap-${number}@mail.example`);
    const [began, before] = [Date.now(), canaries.hits()];
    let read = 0;
    for (let from = 0; from < SPELLINGS.length; from += AT_ONCE) {
      const { status, scraped_websites_count: sites } = await search(
        `${number} ${from} ${Math.min(AT_ONCE, SPELLINGS.length - from)}`,
      );
      read += sites;
      if (position !== "site" && status !== "completed") failures.push(`${position}: a search ended as ${status}`);
    }
    const expected = position === "site" ? 0 : SPELLINGS.length;
    if (read !== expected) failures.push(`${position}: ${read} sites read, not ${expected}`);
    console.log(
      `${position.padEnd(16)}${String(read).padStart(5)} sites read  ${String(canaries.hits() - before).padStart(3)} hits  ${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s`,
    );
  }
  const asked = z.array(z.string()).parse(await (await fetch(`${server.url}/sandbox/asked`)).json());
  for (const address of asked) failures.push(`asked for ${address}`);
  if (canaries.hits() !== silent) failures.push(`${canaries.hits() - silent} hits on the canaries`);
} finally {
  await server.stop();
  await canaries.stop();
}
for (const failure of failures.slice(0, 30)) console.error(`FAILED ${failure}`);
console.log(failures.length === 0 ? "no spelling was opened" : `${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
