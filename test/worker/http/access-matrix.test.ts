import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createApi } from "../../../worker/app";
import { ErrorBody } from "../../../worker/contract/errors";
import { LIVE_PATH } from "../../../worker/contract/live";
import { GMAIL_CALLBACK_PATH } from "../../../worker/contract/mail";
import { confirmedFacts, profiles, sessions, spending, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { companyNotes, companyTags } from "../../../worker/db/schema/company-notes";
import { generations } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import type { SearchRequest } from "../../../worker/platform/search-rpc";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { Client } from "../support/client";
import { ENDPOINT_CASE_TITLES, findEndpointCase } from "../support/endpoint-cases";
import { toPath, ENDPOINTS, toTitle } from "../support/endpoints";
import { getSearchObject } from "../support/objects";
import { database, seedCompany, seedFact, seedProfile, seedSavedSearch, seedMailbox, seedUser } from "../support/seed";

// Access rules of every call in the contract: the tests come from its table, so a new call is tested at once. Each call
// gets one of the forbidden inputs of a kind, the next call another; in `npm run prove access` each gets all of them.

const { ACCESS: accessSelection } = z.object({ ACCESS: z.enum(["some", "all"]).default("some") }).parse(env);
const takeTurns = <Input>(inputs: readonly Input[], turn: number): readonly Input[] =>
  accessSelection === "all" ? inputs : inputs.slice(turn % inputs.length).slice(0, 1);

/** Milliseconds for a test of every call. */
const SLOW_TEST_TIMEOUT_MS = 120_000;
const toBytes = (text: string) => new TextEncoder().encode(text);
const withTitles = (endpoints: typeof ENDPOINTS) => endpoints.map((endpoint) => [toTitle(endpoint), endpoint] as const);
/** The path of a call with the query that it needs. */
const toCallPath = (endpoint: (typeof ENDPOINTS)[number], id?: string) =>
  toPath(endpoint, id) + (findEndpointCase(endpoint).query ?? "");
const writeEndpoints = ENDPOINTS.filter(({ method }) => method !== "GET");
const jsonEndpoints = writeEndpoints.filter(({ file }) => file === undefined);
const bodyEndpoints = ENDPOINTS.filter(({ body }) => body !== undefined);
const idEndpoints = ENDPOINTS.filter(({ path }) => path.includes(":"));
const listEndpoints = bodyEndpoints.filter(
  (endpoint) => findEndpointCase(endpoint).id === undefined && "company_ids" in (findEndpointCase(endpoint).body ?? {}),
);

it("the contract holds every call of the specification", () => {
  expect(ENDPOINTS.map(toTitle)).toEqual(
    expect.arrayContaining([
      "POST /auth/register",
      "POST /auth/login",
      "POST /auth/google/state",
      "POST /auth/google",
      "POST /auth/logout",
      "GET /auth/me",
      "GET /dashboard/companies",
      "GET /dashboard/companies/:id",
      "PATCH /dashboard/companies/:id",
      "POST /dashboard/companies/:id/archive",
      "POST /dashboard/companies/bulk-archive",
      "POST /dashboard/companies/:id/send-email",
      "POST /dashboard/companies/bulk-send",
      "POST /dashboard/companies/:id/generate-message",
      "POST /dashboard/companies/bulk-generate-message",
      "POST /search/categories",
      "POST /search/categories/translate",
      "POST /search/run",
      "GET /search/status/:id",
      "GET /search/current",
      "POST /search/cancel/:id",
      "POST /search/stop/:id",
      "POST /search/discard/:id",
      "GET /search/history",
      "POST /search/add-to-dashboard/:id",
      "GET /settings",
      "PATCH /settings/language",
      "POST /settings/cv",
      "PATCH /settings/template-message",
      "POST /settings/improve-message",
      "POST /settings/wizard-complete",
      "DELETE /settings/account",
      "GET /settings/gmail/status",
      "POST /settings/gmail/authorization-url",
      "DELETE /settings/gmail",
      "GET /archive/companies",
      "POST /archive/companies/:id/unarchive",
      "POST /archive/companies/bulk-unarchive",
      "DELETE /archive/companies/:id",
      "POST /archive/companies/bulk-delete",
    ]),
  );
});

describe("the table", () => {
  it("has a row for every call, and none for a removed call", () => {
    expect(ENDPOINT_CASE_TITLES.toSorted()).toEqual(ENDPOINTS.map(toTitle).toSorted());
  });

  it("has the kind of id and a valid body for each call", () => {
    for (const endpoint of ENDPOINTS) {
      const line = findEndpointCase(endpoint);
      expect(line.id !== undefined, toTitle(endpoint)).toBe(endpoint.path.includes(":"));
      expect(line.body !== undefined, toTitle(endpoint)).toBe(endpoint.body !== undefined);
      if (endpoint.body) expect(endpoint.body.safeParse(line.body).error, toTitle(endpoint)).toBeUndefined();
    }
  });

  it("is all that the API serves, except for Google's callback, the socket and the second settings path", () => {
    const served = createApi()
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    const contractCalls = ENDPOINTS.map(({ method, path }) => `${method} /api${path}`);
    expect([...new Set(served)].toSorted()).toEqual(
      [...contractCalls, `GET /api${GMAIL_CALLBACK_PATH}`, `GET /api${LIVE_PATH}`, "GET /api/settings/"].toSorted(),
    );
  });
});

it(
  "a call that needs a session answers 401 without one, whatever its input",
  async () => {
    const unknown = { status: 401, body: { code: "unauthenticated", error: "Please sign in" } };
    const forger = new Client();
    forger.cookies.set("__Host-session", `${crypto.randomUUID()}.token`);
    for (const [turn, endpoint] of ENDPOINTS.filter(({ access }) => access !== "public").entries()) {
      const bodies =
        endpoint.method === "GET" ? [] : ["{", "{}", JSON.stringify(findEndpointCase(endpoint).body ?? {})];
      for (const anyone of [new Client(), forger]) {
        for (const body of takeTurns([undefined, ...bodies], turn))
          expect(
            await anyone.send(endpoint.method, toCallPath(endpoint), body),
            `${toTitle(endpoint)} ${body}`,
          ).toMatchObject(unknown);
      }
    }
  },
  SLOW_TEST_TIMEOUT_MS,
);

it(
  "a call that needs the finished setup answers wizard_incomplete before, also for an own id",
  async () => {
    const { userId, client } = await seedUser({ wizardCompleted: false });
    const own = await seedCompany(userId);
    for (const endpoint of ENDPOINTS.filter(({ access }) => access === "ready")) {
      for (const id of [own, "absent"]) {
        expect(
          await client.send(endpoint.method, toCallPath(endpoint, id), findEndpointCase(endpoint).body),
          toTitle(endpoint),
        ).toMatchObject({ status: 403, body: { code: "wizard_incomplete" } });
      }
    }
  },
  SLOW_TEST_TIMEOUT_MS,
);

it("a call that needs a recent sign-in answers reauthentication_required after ten minutes, others not", async () => {
  const { userId, client } = await seedUser({ wizardCompleted: false });
  await database.update(sessions).set({ authenticatedAt: new Date(Date.now() - 10 * 60_000).toISOString() });
  const wanting = ENDPOINTS.filter(({ recentSignIn }) => recentSignIn);
  expect(wanting.map(toTitle)).toEqual([
    "GET /auth/recent-sign-in",
    "GET /settings/export",
    "DELETE /settings/account",
  ]);
  for (const endpoint of wanting) {
    expect(await client.send(endpoint.method, toPath(endpoint)), toTitle(endpoint)).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
  }
  expect(await database.$count(users)).toBe(1);
  await database.update(sessions).set({ authenticatedAt: new Date(Date.now() - 10 * 60_000 + 5_000).toISOString() });
  expect(await client.get("/api/auth/recent-sign-in")).toMatchObject({ status: 200, body: { ok: true } });
  expect(await client.get("/api/settings/export")).toMatchObject({ status: 200, body: { account: { id: userId } } });
});

async function finishSearch(order: SearchRequest): Promise<void> {
  const running = getSearchObject(order.searchId);
  await running.start(order);
  await running.stop(order.userId);
  await vi.waitFor(async () => expect(await running.status(order.userId)).toMatchObject({ status: "completed" }), {
    timeout: 10_000,
  });
}

/** A user with one of everything that has an id. @param searches whether calls of the search will ask its object */
async function seedOwner({ searches: hasObject }: { searches: boolean }) {
  const { userId } = await seedUser();
  const [session] = await database.select().from(sessions).where(eq(sessions.userId, userId));
  const now = new Date().toISOString();
  const [search, generation] = [crypto.randomUUID(), crypto.randomUUID()];
  const order = { userId, businessTypes: ["shop_bakery"], cities: ["Toulouse (France)"], createdAt: now };
  await database.insert(searches).values({ ...order, id: search, status: "completed", totals: EMPTY_TOTALS });
  if (hasObject) await finishSearch({ ...order, searchId: search });
  await database.insert(generations).values({ userId, id: generation, createdAt: now });
  return {
    search,
    generation,
    session: session?.firstHash.slice(0, 32) ?? "",
    company: await seedCompany(userId),
    archived: await seedCompany(userId, { archivedAt: now }),
    fact: await seedFact(userId),
    saved: await seedSavedSearch(userId),
    profile: await seedProfile(userId),
  };
}

const dumpUserTables = async () =>
  JSON.stringify(
    await Promise.all([
      database.select().from(users),
      database.select().from(profiles),
      database.select().from(companies),
      database.select().from(searches),
      database.select().from(generations),
      database.select().from(confirmedFacts),
      database.select().from(companyNotes),
      database.select().from(companyTags),
      database.select({ id: sessions.firstHash }).from(sessions),
    ]),
  );

describe("another user's id", () => {
  it.each(withTitles(idEndpoints))(
    "%s answers 404 as for an id that is not there, and changes nothing",
    async (_, endpoint) => {
      const { id = "company", body } = findEndpointCase(endpoint);
      const owner = await seedOwner({ searches: id === "search" });
      const { userId, client } = await seedUser();
      await seedMailbox(userId);
      const before = await dumpUserTables();
      const absent = await client.send(endpoint.method, toPath(endpoint, crypto.randomUUID()), body);
      const foreign = await client.send(endpoint.method, toPath(endpoint, owner[id]), body);
      expect(absent).toMatchObject({
        status: 404,
        body: { code: "not_found", error: "Not found: it may have been deleted." },
      });
      expect({ status: foreign.status, body: foreign.body }).toEqual({ status: absent.status, body: absent.body });
      expect([...foreign.headers.keys()]).toEqual([...absent.headers.keys()]);
      expect(await dumpUserTables()).toBe(before);
    },
  );

  it.each(withTitles(listEndpoints))("%s treats it in a list as a missing one", async (_, endpoint) => {
    const owner = await seedOwner({ searches: false });
    const { userId, client } = await seedUser();
    await seedMailbox(userId);
    const before = await dumpUserTables();
    const callWithId = async (id: string) => {
      const { status, body } = await client.send(endpoint.method, toPath(endpoint), {
        ...findEndpointCase(endpoint).body,
        company_ids: [id],
      });
      return { status, body: JSON.stringify(body).replaceAll(id, "ID") };
    };
    const absent = await callWithId(crypto.randomUUID());
    expect(absent.status).toBe(200);
    for (const id of [owner.company, owner.archived]) expect(await callWithId(id)).toEqual(absent);
    expect(await dumpUserTables()).toBe(before);
  });
});

/** The calls with this path; `:id` matches anything. */
const findEndpointsByPath = (path: string) =>
  ENDPOINTS.filter((endpoint) =>
    new RegExp(`^${endpoint.path.replace(/:\w+/gu, "[^/]+")}$`, "u").test(path.replace("/api", "")),
  );

describe("a path that is nearly a call's", () => {
  it(
    "answers 404 in JSON to an unsupported method, signed in or not",
    async () => {
      const { client } = await seedUser();
      for (const [turn, path] of [...new Set(ENDPOINTS.map((endpoint) => toPath(endpoint)))].entries()) {
        const taken = new Set<string>(findEndpointsByPath(path).map(({ method }) => method));
        const unsupported = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((name) => !taken.has(name));
        for (const method of takeTurns(unsupported, turn)) {
          for (const anyone of [client, new Client()])
            expect(await anyone.send(method, path), `${method} ${path}`).toMatchObject({
              status: 404,
              body: { code: "not_found", error: "Not found: it may have been deleted." },
            });
        }
      }
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  it(
    "does not bypass the session, with an extra slash or in capitals",
    async () => {
      for (const [turn, endpoint] of ENDPOINTS.entries()) {
        const path = toPath(endpoint);
        const similar = [
          `${path}/`,
          `${path}//`,
          path.replace("/api/", "/api//"),
          path.replace(/\/[^/]+$/u, (last) => last.toUpperCase()),
          `${path}%2f`,
          `${path};x`,
          `${path}.json`,
        ];
        for (const odd of takeTurns(similar, turn)) {
          // A final `:id` matches anything, so that path is the call itself.
          const call =
            odd === `${path}/` && findEndpointCase(endpoint).slash
              ? endpoint
              : findEndpointsByPath(odd).find(({ method }) => method === endpoint.method);
          const expected =
            call && call.access !== "public"
              ? { status: 401, body: { code: "unauthenticated" } }
              : { status: 404, body: { code: "not_found" } };
          expect(await new Client().send(endpoint.method, odd), `${endpoint.method} ${odd}`).toMatchObject(expected);
        }
      }
    },
    SLOW_TEST_TIMEOUT_MS,
  );
});

describe("fields that no client may set", () => {
  const PLANTED = [
    "id",
    "user_id",
    "userId",
    "wizard_completed",
    "wizardCompleted",
    "email_sent",
    "send_status",
    "state",
    "role",
    "is_admin",
    "password_hash",
    "created_at",
    "constructor",
    "__proto__",
    "toString",
  ];

  it(
    "are rejected by name in every JSON body, and nothing is stored",
    async () => {
      const { userId, client } = await seedUser();
      const id = await seedCompany(userId);
      const before = await dumpUserTables();
      for (const [turn, endpoint] of jsonEndpoints.entries()) {
        // Several calls share a quota.
        await database.delete(spending);
        const { body = {} } = findEndpointCase(endpoint);
        for (const field of takeTurns(
          PLANTED.filter((name) => !Object.hasOwn(body, name)),
          turn,
        )) {
          // As text, because an object literal cannot hold "__proto__".
          const text = `{${JSON.stringify(field)}:true${Object.entries(body)
            .map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
            .join("")}}`;
          const answer = await client.send(endpoint.method, toPath(endpoint, id), text);
          expect(answer, `${toTitle(endpoint)} ${field}`).toMatchObject({ status: 400, body: { code: "invalid" } });
          expect(JSON.stringify(answer.body), toTitle(endpoint)).toContain(`"fields":{"${field}":"unknown_field"}`);
        }
      }
      expect(await dumpUserTables()).toBe(before);
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  it(
    "are rejected in every query",
    async () => {
      const { client } = await seedUser();
      for (const [turn, endpoint] of ENDPOINTS.filter(({ query }) => query !== undefined).entries()) {
        for (const field of takeTurns(PLANTED, turn))
          expect(
            await client.send(endpoint.method, `${toPath(endpoint)}?${field}=1`),
            `${toTitle(endpoint)} ${field}`,
          ).toMatchObject({
            status: 400,
            body: { code: "invalid" },
          });
      }
    },
    SLOW_TEST_TIMEOUT_MS,
  );

  it("are ignored in an upload", async () => {
    const { userId, client } = await seedUser({ wizardCompleted: false });
    const form = new FormData();
    form.append("cv", new File(["%PDF-1.4\n"], "cv.pdf", { type: "application/pdf" }));
    for (const field of PLANTED) form.append(field, "true");
    expect(await client.send("POST", "/api/settings/cv", form)).toMatchObject({ status: 200 });
    expect(await database.select().from(users)).toMatchObject([
      { id: userId, wizardCompleted: false, cvName: "cv.pdf" },
    ]);
  });
});

it(
  "a request from another site gets 403 for every call, and no CORS header",
  async () => {
    const origins = [
      "https://evil.example",
      "null",
      "http://localhost.evil.example",
      "http://evil.example/http://localhost",
      "http://localhost:1",
      "https://localhost",
    ];
    const foreign: Record<string, string | null>[] = [
      ...origins.map((origin) => ({ Origin: origin, "Sec-Fetch-Site": null })),
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: null, "Sec-Fetch-Site": "cross-site" },
      { Origin: null, "Sec-Fetch-Site": "same-site" },
    ];
    const { client } = await seedUser();
    const expectRefused = async (
      method: string,
      path: string,
      body: unknown,
      headers: Record<string, string | null>,
    ) => {
      const answer = await client.send(method, path, body, headers);
      expect(answer, `${method} ${path} ${JSON.stringify(headers)}`).toMatchObject({
        status: 403,
        body: { code: "cross_site" },
      });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    };
    for (const [turn, endpoint] of ENDPOINTS.entries()) {
      const path = toPath(endpoint);
      for (const headers of takeTurns(foreign, turn))
        await expectRefused(endpoint.method, path, findEndpointCase(endpoint).body, headers);
      // A browser's preflight request.
      const asked = {
        "Access-Control-Request-Method": endpoint.method,
        "Access-Control-Request-Headers": "content-type",
      };
      await expectRefused("OPTIONS", path, undefined, {
        Origin: "https://evil.example",
        "Sec-Fetch-Site": "cross-site",
        ...asked,
      });
    }
  },
  SLOW_TEST_TIMEOUT_MS,
);

it(
  "every call accepts a JSON body only as JSON",
  async () => {
    for (const [turn, endpoint] of jsonEndpoints.entries()) {
      // Every try counts against an hour's quota, which some calls share.
      const { client } = await seedUser();
      const json = JSON.stringify(findEndpointCase(endpoint).body ?? {});
      const form = new FormData();
      form.append("json", json);
      const typed = [
        "text/plain",
        "text/plain;application/json",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "text/json",
        "",
        null,
      ].map((type) => [415, "unsupported_media_type", toBytes(json), { "Content-Type": type }] as const);
      const refused = [
        [415, "unsupported_media_type", form],
        ...typed,
        [400, "invalid_json", "{"],
        [400, "invalid_json", Uint8Array.of(0x22, 0xff, 0x22)],
        [413, "payload_too_large", "\u00e9".repeat(200_000)],
        ...["[]", "null", "1", '"x"', "[[]]"].map((body) => [400, null, body] as const),
      ] as const;
      for (const [status, code, body, headers] of takeTurns(refused, turn)) {
        const answer = await client.send(endpoint.method, toPath(endpoint), body, headers);
        expect(answer, `${toTitle(endpoint)} ${JSON.stringify(headers)}`).toMatchObject({ status });
        const given = answer.as(ErrorBody).code;
        if (code !== null) expect(given, toTitle(endpoint)).toBe(code);
      }
    }
  },
  SLOW_TEST_TIMEOUT_MS,
);
