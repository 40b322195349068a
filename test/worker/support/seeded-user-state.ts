import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { expect } from "vitest";
import { hashPassword } from "../../../worker/account/sign-in/password-hash";
import type { Endpoint } from "../../../worker/contract/endpoint";
import { GMAIL_CALLBACK_PATH } from "../../../worker/contract/mail";
import { sessions, users } from "../../../worker/db/schema/account";
import { doNotContact, mailboxes } from "../../../worker/db/schema/mail";
import { generationItems, generations } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import { tablesByName } from "../../../worker/db/user-tables";
import worker from "../../../worker/index";
import { decryptTokens, encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import type { Env } from "../../../worker/platform/env";
import type { SearchRequest } from "../../../worker/platform/search-rpc";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import type { Client } from "./client";
import { TEST_KEYS } from "./encryption-keys";
import { type EndpointCase, findEndpointCase } from "./endpoint-cases";
import { toEventId, toPath } from "./endpoints";
import { linkGmail, giveConsent } from "./gmail-sandbox";
import { linkGoogleAccount, oauthState, getPopupCode } from "./google-sign-in";
import { getMailboxObject, getSearchObject } from "./objects";
import {
  database,
  seedApplication,
  seedCompany,
  seedFact,
  seedMailbox,
  seedInbox,
  seedOutcome,
  seedProfile,
  seedSavedSearch,
  seedUser,
} from "./seed";
import { fetchPreview, queueMail } from "./send-mail";

/** A user with one of everything, for calls that will fail midway. */
export interface SeededUser {
  userId: string;
  client: Client;
  /** Of the mail to the company, for calls of the outbox. */
  fingerprint: string;
  ids: {
    company: string;
    blank: string;
    archived: string;
    search: string;
    saved: string;
    generation: string;
    session: string;
    fact: string;
    profile: string;
  };
}

/** Google's redirect, which is no call of the contract. */
export const GMAIL_CALLBACK = { method: "GET", path: GMAIL_CALLBACK_PATH } as const;
export type TestedCall = Pick<Endpoint, "method" | "path"> & Partial<Endpoint>;

let passwordHash: string | undefined;
let grantedTokens: Parameters<typeof encryptTokens>[2] | undefined;
/** Valid tokens of the sandbox's Google, for all users of a test. */
export async function grantGoogleTokens(): Promise<void> {
  const { userId, client } = await seedUser();
  await linkGmail(client);
  const [mailbox] = await database.select().from(mailboxes).where(eq(mailboxes.userId, userId));
  grantedTokens = (await decryptTokens(TEST_KEYS, userId, mailbox?.tokens ?? ""))?.tokens;
}

/** The linked Google account, where a call needs one. */
const LINKED_GOOGLE_EMAIL = "linked@mail.example";

/** @param title of the call: what it stops is running, and rows it does not read are left out */
export async function seedUserState(title: string): Promise<SeededUser> {
  const running = STOPPING_CALLS.test(title);
  const { userId, client } = await seedUser({ passwordHash: (passwordHash ??= await hashPassword("secret1")) });
  const now = new Date().toISOString();
  const cvPath = `cv/${userId}/first`;
  await env.FILES.put(cvPath, makeCvPdf());
  await database
    .update(users)
    .set({ cvPath, cvName: "cv.pdf", cvSize: 1, cvUploadedAt: now, cvText: "Ana Martin", cvTextStatus: "ok" })
    .where(eq(users.id, userId));
  // A call that ends the grant gets its own; all others share one.
  const ends = /DELETE \/settings\/(?:account|gmail)|Google/u.test(title);
  const nobodys = { refreshToken: "gone", accessToken: "gone", expiresAt: now };
  await seedMailbox(userId, {
    tokens: await encryptTokens(TEST_KEYS, userId, ends ? nobodys : (grantedTokens ?? nobodys)),
  });
  const [search, generation] = [crypto.randomUUID(), crypto.randomUUID()];
  const order = { userId, businessTypes: ["shop_bakery"], cities: ["Toulouse (France)"], createdAt: now };
  const waiting = title.endsWith("/start");
  const list = waiting ? TEST_LIST : null;
  if (waiting) await keepList({ ...order, searchId: search, list: TEST_LIST });
  else if (title === FOUND_EMAIL_CALL) await readList({ ...order, searchId: search, list: TEST_LIST });
  else if (/\/search\/.*:id/u.test(title)) await startSearch({ ...order, searchId: search }, running);
  if (!title.includes("search/run"))
    await database.insert(searches).values({
      ...order,
      id: search,
      list,
      status: waiting ? "waiting" : running ? "running" : "completed",
      totals: EMPTY_TOTALS,
      completedAt: waiting || running ? null : now,
    });
  const company = await seedCompany(userId);
  const blank = await seedCompany(userId, { message: "", messageVersion: 0 });
  await database
    .insert(generations)
    .values({ userId, id: generation, createdAt: now, finishedAt: running ? null : now });
  await database.insert(generationItems).values({
    userId,
    generationId: generation,
    companyId: company,
    position: 0,
    state: running ? "queued" : "done",
    updatedAt: now,
  });
  if (/outcome|answer|next-date/u.test(title)) {
    const event = { userId, companyId: company, id: toEventId(company) };
    await seedOutcome(event, /confirm|dismiss/u.test(title) ? "proposed" : "confirmed");
  }
  await seedInbox(userId);
  if (title.includes("follow-up")) await seedApplication({ userId, companyId: company });
  await database.insert(doNotContact).values({ userId, entry: "firm.example", createdAt: now });
  if (title.endsWith("reauthenticate/google")) await linkGoogleAccount(userId, LINKED_GOOGLE_EMAIL);
  const [session] = await database.select().from(sessions).where(eq(sessions.userId, userId));
  const archived = await seedCompany(userId, { archivedAt: now });
  if (/POST \/outbox\/|GET \/outbox/u.test(title)) await queueMail(client, company, toLeavingTime());
  return {
    userId,
    client,
    fingerprint: title === QUEUE_CALL ? (await fetchPreview(client, company)).fingerprint : "",
    ids: {
      company,
      blank,
      archived,
      search,
      saved: await seedSavedSearch(userId),
      generation,
      session: session?.firstHash.slice(0, 32) ?? "",
      fact: await seedFact(userId),
      profile: await seedProfile(userId),
    },
  };
}

const QUEUE_CALL = "POST /outbox";
/** Far enough that no mail leaves meanwhile. */
const toLeavingTime = (): number => Date.now() + 20 * 86_400_000;

const STOPPING_CALLS = /search\/(?:stop|cancel)|generations\/:id\/cancel/u;

const TEST_LIST = { name: "firms.csv", part: 2, parts: 2, companies: 1 };

/** The call that is about a company of a search. */
const FOUND_EMAIL_CALL = "POST /search/:id/email";
const LISTED_COMPANY = { name: "Firm", website: null, emails: ["rh@firm.example"], phones: [], city: "", country: "" };

/** A list that waits, and makes no step once it is started. */
const keepList = (order: SearchRequest) => getSearchObject(order.searchId).keep(order, [LISTED_COMPANY]);

/** A list whose company is found. */
async function readList(order: SearchRequest): Promise<void> {
  await getSearchObject(order.searchId).start(order, [LISTED_COMPANY]);
  await expect.poll(() => findFoundId(order.userId, order.searchId), { timeout: 20_000 }).toBeDefined();
}
const findFoundId = async (userId: string, search: string) =>
  (await getSearchObject(search).companies(userId, 0, 1)).companies[0]?.id;

async function startSearch(order: SearchRequest, running: boolean): Promise<void> {
  const object = getSearchObject(order.searchId);
  await object.start(order);
  // Without an alarm the search makes no step.
  await runInDurableObject(object, (_, { storage }) => storage.deleteAlarm());
  if (!running) await object.stop(order.userId);
}

/** Prepares a call. @returns its request with path, body and cookies */
export async function buildRequest(endpoint: TestedCall, world: SeededUser): Promise<Request> {
  const { client, ids, userId } = world;
  const title = `${endpoint.method} ${endpoint.path}`;
  const line: EndpointCase = endpoint === GMAIL_CALLBACK ? {} : findEndpointCase(endpoint as Endpoint);
  const id = title.includes("generate-message") ? ids.blank : line.id ? ids[line.id] : "";
  let path = toPath(endpoint, id) + (line.query ?? "");
  let body: Record<string, unknown> | undefined = line.body && { ...line.body };
  if (body && "company_ids" in body)
    body["company_ids"] = [
      title.includes("archive/") && !title.includes("bulk-archive")
        ? ids.archived
        : title.includes("generate")
          ? ids.blank
          : ids.company,
    ];
  if (body && "email" in body)
    body["email"] = title.includes("register") ? `new-${userId}@mail.example` : `${userId}@mail.example`;
  if (title === FOUND_EMAIL_CALL) body = { ...body, company_id: await findFoundId(userId, ids.search) };
  if (title === QUEUE_CALL) {
    const mail = { company_id: ids.company, message_version: 1, fingerprint: world.fingerprint };
    body = { mails: [mail], send_at: new Date(toLeavingTime()).toISOString() };
  }
  if (title.includes("add-to-dashboard")) body = {};
  if (title === "POST /objections") body = { entry: `rh@${userId}.example` };
  if (title === "POST /auth/google") {
    await client.post("/api/auth/google/state", { state: oauthState });
    body = { code: await getPopupCode(`google-${userId}@mail.example`), state: oauthState, language: "en" };
  }
  if (title.endsWith("reauthenticate/google")) {
    await client.post("/api/auth/google/state", { state: oauthState });
    body = { code: await getPopupCode(LINKED_GOOGLE_EMAIL), state: oauthState };
  }
  if (endpoint === GMAIL_CALLBACK) path = await giveConsent(client, { email: `${userId}@gmail.example` });
  const cookie = client.cookieHeader;
  const form = new FormData();
  if (endpoint.file === "list") form.append("list", new File(["site\nfirm.example"], "firms.csv"));
  else form.append("cv", makeCvFile());
  return new Request(`http://localhost${path}`, {
    method: endpoint.method,
    headers: { cookie, ...(body && { "content-type": "application/json" }) },
    ...(endpoint.file ? { body: form } : body && { body: JSON.stringify(body) }),
  });
}

/** Makes a call with these bindings, in the worker and the user's objects, and waits for its deferred work. */
export async function callWithBindings(
  bindings: Env,
  world: SeededUser,
  request: Request,
): Promise<{ status: number; text: string }> {
  const { userId, ids } = world;
  const objects = [env.ACCOUNT, env.ACTIVITY, env.GENERATION, env.MAILBOX].map((namespace) =>
    namespace.get(namespace.idFromName(userId)),
  );
  for (const object of objects)
    await runInDurableObject(object as DurableObjectStub, (instance) => void Reflect.set(instance, "env", bindings));
  await runInDurableObject(getSearchObject(ids.search), (instance) => void Reflect.set(instance, "env", bindings));
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, context);
  const answer = { status: response.status, text: await response.text().catch(() => "cut short") };
  await waitOnExecutionContext(context);
  return answer;
}

/** Tables that change by themselves or count every try. */
const VOLATILE_TABLES = new Set(["spending", "signInFailures", "gmailLinks", "sessions"]);

/** Columns that a retry may change: a message's version, the time of the next CV facts request, a mail's turn. */
const VOLATILE_COLUMNS = new Set(["messageVersion", "cvFacts", "pause_ms", "position"]);

/** Everything of a user, with ids, times and tokens normalised. */
export async function dumpUserState({ userId, ids }: SeededUser): Promise<string> {
  const normalize = (value: unknown) =>
    JSON.stringify(value, (key, each: unknown) => (VOLATILE_COLUMNS.has(key) ? undefined : each))
      .replaceAll(userId, "USER")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "ID")
      .replaceAll(/"name":"[a-z2-9]{20}"/gu, '"name":"INBOX"')
      .replaceAll(/scrypt(?:\$[\w-]+)+/gu, "HASH")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "TIME")
      .replaceAll(/[\w-]{40,}(?:\.[\w-]*)*/gu, "TOKEN")
      .replaceAll(/company-\d+|company \d+/giu, "COMPANY");
  const owned = [...tablesByName].flatMap(([name, table]) => {
    const columns: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
    const column = columns[name === "users" ? "id" : "userId"];
    return column && !VOLATILE_TABLES.has(name) ? [database.select().from(table).where(eq(column, userId))] : [];
  });
  const [first, ...others] = owned;
  if (!first) throw new Error("no table holds rows of users");
  const rows = (await database.batch([first, ...others])).map((list: object[]) => list.map(normalize).toSorted());
  return [
    ...rows.flat(),
    `${(await env.FILES.list({ prefix: `cv/${userId}/` })).objects.length} files`,
    normalize(await getSearchObject(ids.search).status(userId)),
    ...(await getMailboxObject(userId).exportOutbox()).map(normalize),
  ].join("\n");
}
