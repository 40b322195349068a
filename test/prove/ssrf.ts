import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { z } from "zod";
import { startWranglerServer } from "../e2e/support/wrangler-server.ts";
import type * as Pdf from "../harness/make-pdf.ts";
import { startCanaries } from "./ssrf/canary-server.ts";
import { URL_POSITIONS } from "./ssrf/url-positions.ts";
import { URL_SPELLINGS } from "./ssrf/url-spellings.ts";

/*
 * `npm run prove:addresses`: every spelling of a private address in every position where the product could find one, by real searches
 * under `wrangler dev`, which lets a Worker reach this machine. Canaries listen on it; the outside world besides writes down who was asked.
 */

/** Sites of one search: fewer than it may hold. */
const SITES_PER_SEARCH = 200;
const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const {
  module: { makeCvPdf: cvPdf },
} = await runnerImport<typeof Pdf>(toPath("../harness/make-pdf.ts"), { configFile: false });

const Started = z.object({ search_id: z.string() });
const Polled = z.object({
  search: z.object({ status: z.string(), total_companies: z.number(), scraped_websites_count: z.number() }),
});

const canaries = await startCanaries();
const server = await startWranglerServer(toPath("ssrf/hostile-directory.toml"));
const failures: string[] = [];
let cookie = "";

async function callApi(method: string, path: string, body?: unknown): Promise<unknown> {
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
async function signUp(email: string): Promise<void> {
  cookie = "";
  await callApi("POST", "/api/auth/register", { name: "Ana Martin", email, password: "secret-1", language: "fr" });
  const form = new FormData();
  form.append("cv", new File([cvPdf()], "cv.pdf", { type: "application/pdf" }));
  await callApi("POST", "/api/settings/cv", form);
  await callApi("POST", "/api/settings/wizard-complete");
}

async function runSearch(city: string) {
  const { search_id: id } = Started.parse(
    await callApi("POST", "/api/search/run", { business_types: ["software_company"], cities: [city] }),
  );
  for (;;) {
    const { search: now } = Polled.parse(await callApi("GET", `/api/search/status/${id}`));
    if (now.status !== "running" && now.status !== "stopping") {
      await callApi("POST", `/api/search/discard/${id}`);
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
    `${URL_SPELLINGS.length} spellings in ${URL_POSITIONS.length} positions; canaries on ports ${canaries.ports.join(", ")}`,
  );
  for (const [number, position] of URL_POSITIONS.entries()) {
    await signUp(`trap-${number}@mail.example`);
    const [began, before] = [Date.now(), canaries.hits()];
    let read = 0;
    for (let from = 0; from < URL_SPELLINGS.length; from += SITES_PER_SEARCH) {
      const { status, scraped_websites_count: sites } = await runSearch(
        `${number} ${from} ${Math.min(SITES_PER_SEARCH, URL_SPELLINGS.length - from)}`,
      );
      read += sites;
      if (position !== "site" && status !== "completed") failures.push(`${position}: a search ended as ${status}`);
    }
    const expected = position === "site" ? 0 : URL_SPELLINGS.length;
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
