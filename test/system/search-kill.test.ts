import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { Search } from "../../worker/contract/search.ts";
import { startBuiltServer } from "../harness/built-server.ts";
import { makeCvFile } from "../harness/make-pdf.ts";
import type { Server } from "../harness/server-process.ts";

let server: Server;
let cookie = "";

beforeAll(async () => {
  server = await startBuiltServer();
  // So that no search has ended before it is killed or stopped.
  const fault = { service: "site", kind: "latency", ms: 100 };
  const headers = { accept: "application/json", "content-type": "application/json" };
  const ordered = await fetch(`${server.url}/sandbox/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
  expect(ordered.status).toBe(200);
});

afterAll(() => server?.stop());

async function callApi(method: string, path: string, body?: object | FormData): Promise<unknown> {
  const json = body !== undefined && !(body instanceof FormData);
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { cookie, ...(json && { "content-type": "application/json" }) },
    body: json ? JSON.stringify(body) : body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  cookie =
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith("__Host-session="))
      ?.split(";")[0] ?? cookie;
  return JSON.parse(text);
}

const Answer = z.object({ search: Search });
const FoundPage = z.object({
  companies: z.array(z.object({ name: z.string(), city: z.string(), website: z.string(), duplicate: z.boolean() })),
});

async function pollUntil(id: string, reached: (search: Search) => boolean): Promise<Search> {
  for (let i = 0; i < 600; i++, await sleep(100)) {
    const { search } = Answer.parse(await callApi("GET", `/search/status/${id}`));
    if (reached(search)) return search;
  }
  throw new Error("the search did not reach the state within a minute");
}

it("a search survives a kill of the server in mid-search, and a stop keeps what was found", async () => {
  await callApi("POST", "/auth/register", {
    name: "Camille Martin",
    email: "camille@mail.example",
    password: "un mot de passe",
    language: "fr",
  });
  const form = new FormData();
  form.set("cv", makeCvFile());
  await callApi("POST", "/settings/cv", form);
  await callApi("POST", "/settings/wizard-complete");
  const run = async (business_types: string[]) => {
    const { search } = Answer.parse(
      await callApi("POST", "/search/run", { business_types, cities: ["Paris (France)", "Berlin (Germany)"] }),
    );
    return search.id;
  };

  const killed = await run(["software_company", "web_agency"]);
  const before = await pollUntil(killed, ({ scraped_websites_count }) => scraped_websites_count >= 5);
  expect(before.status).toBe("running");
  await server.crash();
  const after = await pollUntil(killed, ({ status }) => status !== "running");
  expect(after).toMatchObject({ status: "completed", error: null });
  expect(after.scraped_websites_count).toBe(after.websites_count);
  const { companies } = FoundPage.parse(await callApi("GET", `/search/${killed}/companies?limit=500`));
  expect(companies).toHaveLength(after.total_companies);
  // Some addresses are in the town next to a city.
  expect(new Set(companies.map(({ city }) => city.replace(/-Nord$/u, "")))).toEqual(new Set(["Paris", "Berlin"]));
  await callApi("POST", `/search/discard/${killed}`);

  const stopped = await run(["consulting_firm", "audit_firm"]);
  await pollUntil(stopped, ({ total_companies }) => total_companies > 0);
  await callApi("POST", `/search/stop/${stopped}`);
  const finished = await pollUntil(stopped, ({ status }) => status !== "running" && status !== "stopping");
  expect(finished.status).toBe("completed");
  expect(FoundPage.parse(await callApi("GET", `/search/${stopped}/companies?limit=500`)).companies).toHaveLength(
    finished.total_companies,
  );
});
