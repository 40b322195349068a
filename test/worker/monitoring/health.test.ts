import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { version } from "../../../package.json";
import { createApi } from "../../../worker/app";
import { type CommonDeps, composeDeps } from "../../../worker/compose";
import { getHealth, Health } from "../../../worker/contract/monitoring";
import { loadHealth } from "../../../worker/monitoring/health";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";

it("reports all features on, the version, and the sandbox", async () => {
  // A separate status object: work left by an earlier file may still report to the usual one.
  const name = crypto.randomUUID();
  const STATUS = {
    jurisdiction() {
      return this;
    },
    idFromName: () => env.STATUS.idFromName(name),
    get: (id: DurableObjectId) => env.STATUS.get(id),
  } as unknown as typeof env.STATUS;
  const answer = await createApi().fetch(
    new Request(`http://localhost/api${getHealth.path}`),
    { ...env, STATUS },
    createExecutionContext(),
  );
  expect(Health.parse(await answer.json())).toEqual({
    ok: true,
    version,
    sandbox: true,
    off: [],
    model_ends_on: null,
    services: ["model", "gmail", "google", "directory"].map((name) => ({
      name,
      succeeded_at: null,
      failing_since: null,
      failure: null,
      reason: null,
    })),
    google: { client_id: "sandbox", script_url: "/sandbox/accounts.google.com/gsi/client" },
    contact: "mailto:contact@candidature.example",
    operator: null,
  });
});

it("names every feature that is off and its missing or malformed settings", async () => {
  const bare = {
    ...env,
    SANDBOX: undefined,
    GOOGLE_CLIENT_ID: "",
    GOOGLE_CLIENT_SECRET: undefined,
    TOKEN_KEYS: "short",
    OPENAI_API_KEY: " ",
    CONTACT_URL: "",
    SESSION_SECRET: "short",
  };
  const answer = await createApi().fetch(new Request("http://localhost/api/health"), bare, createExecutionContext());
  expect(answer.status).toBe(200);
  expect(Health.parse(await answer.json())).toMatchObject({
    ok: false,
    sandbox: false,
    google: null,
    contact: null,
    off: [
      { feature: "google sign-in", missing: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] },
      { feature: "gmail", missing: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "TOKEN_KEYS"] },
      { feature: "writing", missing: ["OPENAI_API_KEY"] },
      { feature: "company directory", missing: ["CONTACT_URL"] },
      { feature: "signed polls", missing: ["SESSION_SECRET"] },
      { feature: "contact", missing: ["CONTACT_URL"] },
    ],
  });
});

it("names every binding that is missing, and still answers", async () => {
  const names = [
    "DB",
    "SHARED_DB",
    "FILES",
    "SHARED",
    "ASSETS",
    "ACCOUNT",
    "ACTIVITY",
    "SEARCH",
    "GENERATION",
    "MAILBOX",
    "OSM_GATE",
    "STATUS",
    "LLM_BUDGET",
    "CRAWL_QUEUE",
    "GENERATION_QUEUE",
    "DOCUMENT_QUEUE",
    "WRITE_BUDGET",
  ];
  const bare = { ...env, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  const answer = await createApi().fetch(new Request("http://localhost/api/health"), bare, createExecutionContext());
  expect(Health.parse(await answer.json())).toMatchObject({
    ok: false,
    off: [{ feature: "bindings", missing: names }],
  });
});

it("reveals no secret", async () => {
  const { body } = await new Client().get("/api/health");
  for (const secret of [env.TOKEN_KEYS, env.SESSION_SECRET]) expect(JSON.stringify(body)).not.toContain(secret);
});

it.each([
  ["", "", null],
  ["", "1 rue des Lilas, Lyon", null],
  ["Camille Martin", " ", { name: "Camille Martin", address: null }],
  [" Lumen SAS ", "1 rue des Lilas, Lyon", { name: "Lumen SAS", address: "1 rue des Lilas, Lyon" }],
])("says who runs the site: %j at %j", async (OPERATOR_NAME, OPERATOR_ADDRESS, operator) => {
  const answer = await createApi().fetch(
    new Request("http://localhost/api/health"),
    { ...env, OPERATOR_NAME, OPERATOR_ADDRESS },
    createExecutionContext(),
  );
  expect(Health.parse(await answer.json()).operator).toEqual(operator);
});

it.each([
  ["jobs@example.org", "mailto:jobs@example.org"],
  ["mailto:jobs@example.org", "mailto:jobs@example.org"],
  ["https://example.org/contact", "https://example.org/contact"],
  ["example", null],
  ["jobs@", null],
  ["javascript:alert(1)", null],
])("reports the operator's contact: %s is %s", async (CONTACT_URL, link) => {
  const answer = await createApi().fetch(
    new Request("http://localhost/api/health"),
    { ...env, SANDBOX: undefined, CONTACT_URL },
    createExecutionContext(),
  );
  const { contact, off } = Health.parse(await answer.json());
  expect(contact).toBe(link);
  expect(off.some(({ feature }) => feature === "contact")).toBe(link === null);
});

it("answers one request while another still waits for the status", async () => {
  expectConsoleError(/"event":"status_not_read"/u);
  let asked = 0;
  const read = async () => {
    asked += 1;
    // As after a client that left: its answer never comes.
    if (asked === 1) await new Promise(() => undefined);
    throw new Error("not now");
  };
  const { config, sandbox, googleScriptUrl, contactLink, now } = composeDeps(env);
  const status = { read } as unknown as CommonDeps["status"];
  const ports = { config, sandbox, googleScriptUrl, contactLink, now, status };
  void loadHealth(ports, env);
  expect((await loadHealth(ports, env)).services).toEqual([]);
  // For a minute the answer is kept.
  await loadHealth(ports, env);
  expect(asked).toBe(2);
});
