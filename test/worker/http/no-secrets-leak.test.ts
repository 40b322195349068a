import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { CompanyPage } from "../../../worker/contract/companies";
import { Search } from "../../../worker/contract/search";
import { sessions, users } from "../../../worker/db/schema/account";
import { gmailLinks, mailboxes } from "../../../worker/db/schema/mail";
import worker from "../../../worker/index";
import { decryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import { hasEnded, startBulk as generate, waitForGeneration } from "../support/bulk-generation";
import { expectConsoleError } from "../support/console-errors";
import { TEST_KEYS } from "../support/encryption-keys";
import { giveConsent, linkGmail } from "../support/gmail-sandbox";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { database } from "../support/seed";
import { fetchPreview } from "../support/send-mail";
import { recordTraffic, RecordedClient, type TrafficRecorder } from "../support/traffic-recorder";
import { wrapUserDatabases } from "../support/user-shards";

/** Secrets, by kind. */
type SecretMarks = Map<string, string>;

const PASSWORD = "Mark-Pass-5c1f";
const OTHER_PASSWORD = "Mark-Wrong-77aa";
/** Personal data: never in log lines, only in answers to their owner. */
const PERSONAL = {
  name: "Zélie Marqueur",
  email: "zelie.marqueur@mail.example",
  gmail: "camille.martin@mail.example",
  template: "Je restaure des clavecins marqueurs depuis six ans.",
  cv: "Marqueuse de pianos",
};

/** Reads the current secrets from the database and the browser. */
async function collectSecrets(marks: SecretMarks, client: RecordedClient): Promise<void> {
  const addSecret = (name: string, value: string | null | undefined) => {
    if (value && value.length > 7) marks.set(value, name);
  };
  for (const [name, value] of client.cookies) {
    addSecret(`cookie ${name}`, value);
    // Before the token of a session stand the shard and the user's id.
    for (const part of value.split(".").slice(name === "__Host-session" ? -1 : 1))
      addSecret(`part of the cookie ${name}`, part);
  }
  for (const { passwordHash } of await database.select().from(users)) {
    addSecret("password hash", passwordHash);
    for (const part of passwordHash?.split(/[$:]/u) ?? [])
      if (part.length > 15) addSecret("part of the password hash", part);
  }
  for (const { tokenHash } of await database.select().from(sessions)) addSecret("hash of a session", tokenHash);
  for (const { stateHash, codeVerifier } of await database.select().from(gmailLinks)) {
    addSecret("state of a link", stateHash);
    addSecret("code verifier", codeVerifier);
  }
  for (const { userId, tokens } of await database.select().from(mailboxes)) {
    addSecret("sealed tokens", tokens);
    const opened = tokens === null ? null : await decryptTokens(TEST_KEYS, userId, tokens);
    addSecret("access token", opened?.tokens.accessToken);
    addSecret("refresh token", opened?.tokens.refreshToken);
  }
}

/** A call of the worker under other settings or bindings, recorded like the others. */
async function callWithBindings(
  changed: object,
  client: RecordedClient,
  recorder: TrafficRecorder,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const cookie = client.cookieHeader;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { cookie, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...changed }, context);
  await waitOnExecutionContext(context);
  recorder.answers.push(
    `${method} ${path} ${response.status} ` +
      `${JSON.stringify([...response.headers].filter(([name]) => name !== "set-cookie"))} ` +
      (await response.text()),
  );
  return response.status;
}

/** A database that fails at every statement, as D1 words it. */
const breakDatabase = (database: D1Database): D1Database =>
  overrideMembers(database, {
    prepare: (sql: string) => breakStatement(database.prepare(sql)),
    batch: async () => {
      throw new Error("D1_ERROR: the database is on fire: SQLITE_IOERR");
    },
  });
function breakStatement(statement: D1PreparedStatement): D1PreparedStatement {
  return new Proxy(statement, {
    get: (of, name) =>
      name === "bind"
        ? (...values: unknown[]) => breakStatement(of.bind(...values))
        : async () => {
            throw new Error("D1_ERROR: the database is on fire: SQLITE_IOERR");
          },
  });
}

it("no answer or log line of the main calls, failing or not, holds a secret, no log line personal data", async () => {
  const recorder = recordTraffic();
  const marks: SecretMarks = new Map([
    [PASSWORD, "password"],
    [OTHER_PASSWORD, "wrong password"],
    [String(env.TOKEN_KEYS), "TOKEN_KEYS"],
    [String(env.SESSION_SECRET), "SESSION_SECRET"],
  ]);
  const zelie = new RecordedClient(recorder);
  const address = { name: PERSONAL.name, email: PERSONAL.email, language: "fr" };
  expectConsoleError(/./u);
  try {
    await zelie.post("/api/auth/register", { ...address, password: PASSWORD });
    await collectSecrets(marks, zelie);
    await zelie.post("/api/auth/register", { ...address, password: OTHER_PASSWORD });
    await zelie.post("/api/auth/login", { email: PERSONAL.email, password: OTHER_PASSWORD });
    await zelie.post("/api/auth/login", { email: PERSONAL.email, password: PASSWORD, extra: PASSWORD });
    await zelie.send("POST", "/api/auth/login", `{"password": "${PASSWORD}"`);
    expect(await zelie.post("/api/auth/login", { email: PERSONAL.email, password: PASSWORD })).toMatchObject({
      status: 200,
    });
    await collectSecrets(marks, zelie);
    await zelie.upload("/api/settings/cv", "cv", makeCvFile(makeCvPdf([PERSONAL.name, PERSONAL.cv, "Lyon (France)"])));
    await zelie.patch("/api/settings/template-message", { message: PERSONAL.template });
    expect(await zelie.post("/api/settings/wizard-complete")).toMatchObject({ status: 200 });

    const { search_id: id } = (
      await zelie.post("/api/search/run", { business_types: ["shop_bakery"], cities: ["Lyon (France)"] })
    ).as(z.object({ search_id: z.string() }));
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await zelie.get(`/api/search/status/${id}`)).as(z.object({ search: Search })).search.status === "completed")
        break;
      await scheduler.wait(100);
    }
    await collectSecrets(marks, zelie);
    await zelie.post(`/api/search/add-to-dashboard/${id}`);
    const companies = (await zelie.get("/api/dashboard/companies?status=to_write")).as(CompanyPage).companies;
    const [first = "", second = "", third = ""] = companies.map((company) => company.id);
    expect(third).not.toBe("");
    await zelie.post(`/api/dashboard/companies/${first}/generate-message`);
    await generate(zelie, [second, third]);
    await waitForGeneration(zelie, hasEnded);
    await orderFault("openai", "garbage", { times: 3 });
    await zelie.post("/api/settings/improve-message", { mode: "improve", message: PERSONAL.template });
    for (const each of [second, third])
      await zelie.patch(`/api/dashboard/companies/${each}`, {
        message: `Bonjour,\n\n${PERSONAL.template}\n\n${PERSONAL.name}`,
        subject: "Candidature",
      });

    for (const kind of ["400:invalid_grant", "500", "garbage"]) {
      const back = await giveConsent(zelie);
      await collectSecrets(marks, zelie);
      await orderFault("google", kind, { call: "token", times: 1 });
      await zelie.get(back);
      marks.set(new URL(back, "http://localhost").searchParams.get("code") ?? "", "code of Google");
    }
    await linkGmail(zelie);
    await collectSecrets(marks, zelie);
    const shown = await fetchPreview(zelie, first);
    expect(shown.to).not.toBe("");
    await zelie.post(`/api/dashboard/companies/${first}/send-test`);
    for (const kind of ["401", "403:domainPolicy", "429", "garbage", "drop"]) {
      await orderFault("gmail", kind, { times: 1 });
      await zelie.post(`/api/dashboard/companies/${second}/send-email`, {
        confirm: ["outcome_unknown", "needs_review", "already_contacted"],
      });
    }
    await clearFaults();
    const sent = await zelie.post(`/api/dashboard/companies/${third}/send-email`, {
      confirm: ["needs_review", "already_contacted"],
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await zelie.post("/api/dashboard/companies/bulk-send", { company_ids: [first, second] });
    await collectSecrets(marks, zelie);
    for (const path of [
      "/api/auth/me",
      "/api/settings",
      "/api/settings/emails",
      "/api/settings/gmail/status",
      "/api/settings/export",
      "/api/dashboard/companies",
      "/api/search/history",
      "/api/health",
    ])
      await zelie.get(path);

    // A failing database, and services that reject our keys.
    marks.set("mark-openai-key", "OPENAI_API_KEY").set("mark-google-secret", "GOOGLE_CLIENT_SECRET");
    for (const [method, path, body] of [
      ["POST", "/api/auth/register", { ...address, email: "other.marqueur@mail.example", password: PASSWORD }],
      ["POST", "/api/auth/login", { email: PERSONAL.email, password: PASSWORD }],
      ["GET", "/api/auth/me"],
      ["GET", "/api/dashboard/companies"],
      ["PATCH", "/api/settings/template-message", { message: PERSONAL.template }],
      ["GET", "/api/settings/gmail/callback?state=x&code=y"],
    ] as const)
      expect(
        await callWithBindings(wrapUserDatabases(breakDatabase), zelie, recorder, method, path, body),
        path,
      ).toBeGreaterThanOrEqual(500);
    // The real service quotes the rejected key.
    vi.stubGlobal("fetch", async () =>
      Response.json(
        { error: { message: "Incorrect API key provided: mark-openai-key.", type: "invalid_request_error" } },
        { status: 401 },
      ),
    );
    expect(
      await callWithBindings(
        { OPENAI_API_KEY: "mark-openai-key" },
        zelie,
        recorder,
        "POST",
        "/api/settings/improve-message",
        {
          mode: "improve",
          message: PERSONAL.template,
        },
      ),
    ).toBeGreaterThanOrEqual(500);
    vi.unstubAllGlobals();
    const back = await giveConsent(zelie);
    await collectSecrets(marks, zelie);
    await callWithBindings({ GOOGLE_CLIENT_SECRET: "mark-google-secret" }, zelie, recorder, "GET", back);

    await zelie.delete("/api/settings/gmail");
    await zelie.delete("/api/settings/account");
  } finally {
    recorder.stop();
  }

  for (const kind of [
    "password hash",
    "hash of a session",
    "cookie __Host-session",
    "access token",
    "refresh token",
    "sealed tokens",
    "code verifier",
  ])
    expect([...marks.values()], kind).toContain(kind);
  const findLeaks = (texts: string[], wanted: Iterable<[string, string]>) =>
    [...wanted].flatMap(([value, name]) =>
      texts.filter((text) => text.includes(value)).map((text) => `${name} in ${text.slice(0, 400)}`),
    );
  expect(recorder.answers.length).toBeGreaterThan(50);
  expect(recorder.lines.length).toBeGreaterThan(50);
  expect(findLeaks(recorder.answers, marks)).toEqual([]);
  expect(findLeaks(recorder.lines, marks)).toEqual([]);
  expect(
    findLeaks(
      recorder.lines,
      Object.entries(PERSONAL).map(([name, value]) => [value, name]),
    ),
  ).toEqual([]);
  // Every line is one JSON object that says what happened and for which request.
  const Line = z.looseObject({ event: z.string(), requestId: z.uuid().optional() });
  const events = recorder.lines.map((line) => Line.parse(JSON.parse(line)));
  expect(events.filter(({ event, requestId }) => event === "request" && requestId === undefined)).toEqual([]);
  for (const event of ["request_failed", "outside_failed", "gmail_link_failed"])
    expect(events.find((line) => line.event === event)?.requestId, event).toBeDefined();
}, 120_000);
