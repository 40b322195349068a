import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { hashPassword } from "../../../worker/account/sign-in/password-hash";
import { createApi } from "../../../worker/app";
import { sessions, users } from "../../../worker/db/schema/account";
import { generations } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import type { SearchObject } from "../../../worker/search/search-lifecycle-object";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";
import { makeCvFile } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { findEndpointCase } from "../support/endpoint-cases";
import { toEventId, toPath, ENDPOINTS, toTitle } from "../support/endpoints";
import { linkGmail } from "../support/gmail-sandbox";
import { linkGoogleAccount, oauthState, getPopupCode } from "../support/google-sign-in";
import {
  getAccountObject,
  getActivityObject,
  getGenerationObject,
  getMailboxObject,
  getSearchObject,
} from "../support/objects";
import {
  database,
  seedCompany,
  seedFact,
  seedInbox,
  seedApplication,
  seedOutcome,
  seedProfile,
  seedSavedSearch,
  seedUser,
} from "../support/seed";

// Round trips of every call in the contract to both databases; `npm run bench api` prints the table.

/** Round trips of a call to the users' database, unless its row in endpoint-cases.ts says otherwise. */
const DEFAULT_TRIPS = { GET: 1, POST: 2, PATCH: 2, DELETE: 2 } as const;
const api = createApi();
const countedEnv = { ...env, DB: countDatabase(env.DB), SHARED_DB: countDatabase(env.SHARED_DB, "shared") };

/** A user with one of everything. */
async function seedOwner() {
  const email = `${crypto.randomUUID()}@mail.example`;
  const { userId, client } = await seedUser({
    passwordHash: await hash,
    email,
    cvTextStatus: "ok",
    cvText: "Ana Martin",
  });
  const now = new Date().toISOString();
  const [session] = await database.select().from(sessions).where(eq(sessions.userId, userId));
  const ids = {
    session: session?.firstHash.slice(0, 32) ?? "",
    company: await seedCompany(userId),
    archived: await seedCompany(userId, { archivedAt: now }),
    search: crypto.randomUUID(),
    generation: crypto.randomUUID(),
    fact: await seedFact(userId),
    profile: await seedProfile(userId),
    saved: await seedSavedSearch(userId),
  };
  await seedInbox(userId);
  await seedCompany(userId, { message: "", subject: "" });
  await database.insert(generations).values({ userId, id: ids.generation, createdAt: now, finishedAt: now });
  const order = { userId, businessTypes: ["shop_bakery"], cities: ["Toulouse (France)"], createdAt: now };
  await database.insert(searches).values({ ...order, id: ids.search, status: "running", totals: EMPTY_TOTALS });
  await linkGmail(client);
  const search = getSearchObject(ids.search);
  return {
    userId,
    email,
    client,
    ids,
    stopSearch: () => search.stop(userId),
    /** `asleep`: without its alarm, whose work would query D1 too. */
    startSearch: (how?: "asleep") =>
      runInDurableObject(search, async (object, { storage }) => {
        await (object as SearchObject).start({ ...order, searchId: ids.search });
        if (how === "asleep") await storage.deleteAlarm();
      }),
    /** Makes the user's objects use the counted database too. */
    async countObjects() {
      for (const stub of [
        search,
        getMailboxObject(userId),
        getGenerationObject(userId),
        getAccountObject(userId),
        getActivityObject(userId),
      ]) {
        await runInDurableObject(stub, (object) => Reflect.set(object, "env", countedEnv));
      }
    },
  };
}
const hash = hashPassword("secret1");
type Owner = Awaited<ReturnType<typeof seedOwner>>;
const seedFollowUp = async ({ userId, ids }: Owner): Promise<void> => {
  await seedApplication({ userId, companyId: ids.company });
};

/** State and body that single calls need. @returns the body, where the table of cases has none */
const PREPARATIONS: Record<string, (owner: Owner) => Promise<unknown>> = {
  "POST /auth/login": async ({ email }) => ({ email, password: "secret1" }),
  "POST /auth/google": async ({ client }) => {
    await client.post("/api/auth/google/state", { state: oauthState });
    return { code: await getPopupCode("someone@gmail.example"), state: oauthState, language: "fr" };
  },
  "POST /auth/reauthenticate/google": async ({ client, userId }) => {
    await linkGoogleAccount(userId, "someone@gmail.example");
    await client.post("/api/auth/google/state", { state: oauthState });
    return { code: await getPopupCode("someone@gmail.example"), state: oauthState };
  },
  "POST /settings/cv": async () => {
    const form = new FormData();
    form.set("cv", makeCvFile());
    return form;
  },
  "POST /settings/wizard-complete": seedCv,
  "GET /settings/cv/file": seedCv,
  "POST /settings/facts/extract": async (owner) => {
    await seedCv(owner);
    await database.update(users).set({ cvFacts: null }).where(eq(users.id, owner.userId));
  },
  "POST /settings/improve-message": async (owner) => {
    await seedCv(owner);
    return { mode: "generate", message: "" };
  },
  "POST /dashboard/companies/:id/follow-up/write": seedFollowUp,
  "PATCH /dashboard/companies/:id/follow-up": seedFollowUp,
  "POST /dashboard/companies/:id/follow-up/check": seedFollowUp,
  "GET /dashboard/companies/:id/follow-up/preview": seedFollowUp,
  "POST /dashboard/companies/:id/follow-up/call": seedFollowUp,
  "POST /dashboard/companies/:id/outcome": seedEvent("confirmed"),
  "DELETE /dashboard/companies/:id/outcomes/:event": seedEvent("confirmed"),
  "POST /dashboard/companies/:id/answer": seedEvent("confirmed"),
  "POST /dashboard/companies/:id/outcomes/:event/confirm": seedEvent("proposed"),
  "POST /dashboard/companies/:id/outcomes/:event/dismiss": seedEvent("proposed"),
  "GET /dashboard/companies/:id/next-date.ics": seedEvent("confirmed"),
  "POST /dashboard/companies/:id/generate-message": seedCv,
  "POST /dashboard/companies/bulk-generate-message": async ({ userId }) => ({
    company_ids: [await seedCompany(userId, { message: "" })],
    overwrite: true,
  }),
  // A query unique to this test: the shared module caches answers.
  "POST /search/categories": async () => ({ query: `boulangerie ${crypto.randomUUID()}` }),
  "POST /search/run": ({ userId }) => endSearches(userId),
  "POST /search/lists": ({ userId }) => endSearches(userId),
  "POST /search/lists/company": ({ userId }) => endSearches(userId),
  "POST /search/lists/preview-file": async () => makeListForm(),
  "POST /search/lists/file": async ({ userId }) => {
    await endSearches(userId);
    return makeListForm();
  },
  "POST /search/lists/:id/start": async ({ userId, ids }) => {
    await database.update(searches).set({ status: "waiting", list: LIST }).where(eq(searches.id, ids.search));
    const order = { userId, searchId: ids.search, businessTypes: [], cities: [], list: LIST, createdAt: "" };
    await getSearchObject(ids.search).keep(order, []);
  },
  "POST /search/:id/email": async ({ userId, ids }) => {
    const order = { userId, searchId: ids.search, businessTypes: [], cities: [], list: LIST, createdAt: "" };
    const company = { name: "Firm", website: null, emails: ["rh@firm.example"], phones: [], city: "", country: "" };
    const search = getSearchObject(ids.search);
    await search.start(order, [company]);
    const findCompany = async () => (await search.companies(userId, 0, 1)).companies[0]?.id;
    await expect.poll(findCompany).toBeDefined();
    return { company_id: await findCompany(), email: "jobs@firm.example" };
  },
  "POST /saved-searches/:id/run": ({ userId }) => endSearches(userId),
  "POST /search/stop/:id": ({ startSearch }) => startSearch(),
  "POST /dashboard/companies/bulk-preview": async ({ ids }) => ({ company_ids: [ids.company] }),
  "POST /dashboard/companies/bulk-send": async ({ ids }) => ({ company_ids: [ids.company] }),
  "POST /search/cancel/:id": ({ startSearch }) => startSearch("asleep"),
  "POST /search/discard/:id": finishSearch,
  "POST /search/resume/:id": finishSearch,
  "POST /search/add-to-dashboard/:id": async (owner) => {
    await finishSearch(owner);
    return {};
  },
  "GET /search/:id/companies": finishSearch,
  "GET /search/status/:id": finishSearch,
};

function seedEvent(status: "confirmed" | "proposed") {
  return async ({ userId, ids: { company } }: Owner): Promise<undefined> => {
    await seedOutcome({ userId, companyId: company, id: toEventId(company) }, status);
  };
}

const LIST = { name: "firms.csv", part: 2, parts: 2, companies: 1 };

function makeListForm(): FormData {
  const form = new FormData();
  form.set("list", new File(["site\nfirm.example"], "firms.csv"));
  return form;
}

/** A CV with its facts extracted, as after the first letter. */
async function seedCv({ userId }: Owner): Promise<undefined> {
  const at = new Date().toISOString();
  const cvFacts = {
    of: `cv/${userId}/x`,
    at,
    found: { jobs: [], studies: [], skills: ["TypeScript"], languages: [], figures: [], more: [] },
  };
  await env.FILES.put(cvFacts.of, "%PDF-1.7");
  await database
    .update(users)
    .set({
      cvPath: cvFacts.of,
      cvName: "cv.pdf",
      cvSize: 9,
      cvText: "Ana Martin, développeuse, TypeScript",
      cvTextStatus: "ok",
      cvUploadedAt: at,
      cvFacts,
    })
    .where(eq(users.id, userId));
}

async function endSearches(userId: string): Promise<undefined> {
  await database.update(searches).set({ status: "completed" }).where(eq(searches.userId, userId));
}

async function finishSearch({ userId, startSearch, stopSearch }: Owner): Promise<undefined> {
  await startSearch();
  await stopSearch();
  await expect
    .poll(async () => (await database.select().from(searches).where(eq(searches.userId, userId)))[0]?.status)
    .toBe("completed");
}

async function callApi(
  method: string,
  path: string,
  client: Client,
  body: unknown,
): Promise<{ status: number; text: string }> {
  const context = createExecutionContext();
  const cookie = client.cookieHeader;
  const json = body !== undefined && !(body instanceof FormData);
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { cookie, ...(json && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  takeCounts();
  takeCounts("shared");
  const response = await api.fetch(request, countedEnv, context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, text };
}

it.for(ENDPOINTS.map((endpoint) => [toTitle(endpoint), endpoint] as const))(
  "%s stays within its D1 round trips",
  async ([title, endpoint], { task }) => {
    const owner = await seedOwner();
    const line = findEndpointCase(endpoint);
    const body = (await PREPARATIONS[title]?.(owner)) ?? line.body;
    // The search finishes a stop after the answer.
    if (title !== "POST /search/stop/:id") await owner.countObjects();
    const { status, text } = await callApi(
      endpoint.method,
      toPath(endpoint, line.id && owner.ids[line.id]) + (line.query ?? ""),
      owner.client,
      body,
    );
    const { trips, statements, rowsRead, rowsWritten } = takeCounts();
    const shared = takeCounts("shared");
    task.meta.figures = Object.fromEntries(
      Object.entries({
        trips,
        "shared trips": shared.trips,
        statements: statements + shared.statements,
        "rows read": rowsRead + shared.rowsRead,
        "rows written": rowsWritten + shared.rowsWritten,
      }).map(([name, value]) => [`${title} · ${name}`, value]),
    );
    expect(status, text).toBe(200);
    expect({ trips, sharedTrips: shared.trips }).toEqual({
      trips: line.trips ?? DEFAULT_TRIPS[endpoint.method],
      sharedTrips: line.sharedTrips ?? 0,
    });
  },
);

it("those with more round trips are few, and listed", () => {
  const oftener = ENDPOINTS.filter(
    (endpoint) => (findEndpointCase(endpoint).trips ?? 0) > DEFAULT_TRIPS[endpoint.method],
  ).map(toTitle);
  expect(oftener).toEqual([
    "POST /auth/google",
    "DELETE /settings/account",
    "POST /settings/facts/extract",
    "POST /archive/companies/bulk-delete",
    "POST /dashboard/companies/:id/send-email",
    "POST /dashboard/companies/bulk-send",
    "POST /dashboard/companies/:id/send-test",
  ]);
});

it("no read asks the shared database twice", () => {
  const reads = ENDPOINTS.filter(({ method }) => method === "GET").map(findEndpointCase);
  expect(reads.filter(({ sharedTrips = 0 }) => sharedTrips > 1)).toEqual([]);
});
