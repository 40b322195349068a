import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { CompanyPage } from "../../../worker/contract/companies";
import { LoggedMail } from "../../../worker/contract/mail";
import { users } from "../../../worker/db/schema/account";
import { mailboxes } from "../../../worker/db/schema/mail";
import { decryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { makeCvFile } from "../../harness/make-pdf";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { TEST_KEYS } from "../support/encryption-keys";
import { type CrashPoint, envWithCrash } from "../support/fault-injection";
import { linkGmail } from "../support/gmail-sandbox";
import { countUserFiles, countObjectEntries, countUserRows } from "../support/leftover-rows";
import { getAccountObject, getGenerationObject, getMailboxObject, getSearchObject } from "../support/objects";
import { database, seedCompany, seedProfile, seedUser } from "../support/seed";
import { seedEverything } from "../support/seed-account";
import { queueMail } from "../support/send-mail";

// A deletion whose process dies at every second of its steps, before one and after the next.
// `npm run prove deletion` lets it die before and after each.

const { DELETION_STEPS: stepsBeforeKill } = z
  .object({ DELETION_STEPS: z.enum(["some", "all"]).default("some") })
  .parse(env);

const EMAIL = "ana@mail.example";

const DAY_MS = 86_400_000;

/** A user with rows in all tables, two CVs, a linked mailbox, and objects with storage and an alarm. */
async function seedFullUser() {
  const { userId, client } = await seedUser({ email: EMAIL, name: "Ana Martin" });
  const searchId = await seedEverything(userId);
  await linkGmail(client);
  const [mailbox] = await database.select().from(mailboxes).where(eq(mailboxes.userId, userId));
  const refreshToken = (await decryptTokens(TEST_KEYS, userId, mailbox?.tokens ?? ""))?.tokens.refreshToken ?? "";
  const second = `?profile_id=${await seedProfile(userId)}`;
  for (const query of ["", second])
    expect(await client.upload(`/api/settings/cv${query}`, "cv", makeCvFile())).toMatchObject({ status: 200 });
  await getSearchObject(searchId).start({
    searchId,
    userId,
    businessTypes: ["shop_bakery"],
    cities: [],
    createdAt: new Date().toISOString(),
  });
  await getGenerationObject(userId).watch(userId);
  expect(await queueMail(client, await seedCompany(userId), Date.now() + DAY_MS)).toMatchObject({ status: 200 });
  expect(await countUserFiles(userId)).toBe(2);
  expect(await isTokenHonoured(refreshToken)).toBe(true);
  return { userId, client, searchId, refreshToken };
}

async function isTokenHonoured(refreshToken: string): Promise<boolean> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: "sandbox",
    client_secret: "sandbox",
  });
  return (await env.SANDBOX.fetch("https://oauth2.googleapis.com/token", { method: "POST", body })).ok;
}

/** Skips the half minute until the final check, and runs the object's alarm. */
async function retryDeletionLater(userId: string): Promise<boolean> {
  await database
    .update(users)
    .set({ deletedAt: new Date(Date.now() - 60_000).toISOString() })
    .where(eq(users.id, userId));
  return runDurableObjectAlarm(getAccountObject(userId));
}

/** Deletes an account in a process that dies. @returns whether it died, and the steps it took */
async function deleteWithCrash(death: CrashPoint) {
  const { userId, client, searchId, refreshToken } = await seedFullUser();
  const dying = envWithCrash(env, death);
  for (const object of [getAccountObject(userId), getMailboxObject(userId)])
    await runInDurableObject(object, (instance) => void Reflect.set(instance, "env", dying.env));
  await client.delete("/api/settings/account");
  if (!dying.isDead()) await retryDeletionLater(userId);
  const died = dying.isDead();
  // The process restarts: memory is empty, storage remains.
  await abortAllDurableObjects();
  for (let n = 0; n < 4 && (await retryDeletionLater(userId)); n++) expect(n).toBeLessThan(3);
  expect(await countUserRows(userId)).toEqual({});
  expect(await countUserFiles(userId)).toBe(0);
  expect(await countObjectEntries(userId, [searchId])).toEqual({});
  expect(await isTokenHonoured(refreshToken)).toBe(false);
  if (death.when === "after") await expectNothingLeft();
  return { died, steps: dying.steps() };
}

/** The same e-mail registers again as a new user. */
async function expectNothingLeft(): Promise<void> {
  const client = new Client();
  expect(await client.post("/api/auth/register", { name: "Ana", email: EMAIL, password: "secret1" })).toMatchObject({
    status: 200,
    body: { user: { cv_path: null, template_message: "", gmail_connected: false } },
  });
  expect((await client.get("/api/settings/emails")).as(z.object({ emails: z.array(LoggedMail) })).emails).toEqual([]);
  expect(await client.get("/api/settings/do-not-contact")).toMatchObject({ body: { entries: [] } });
  await database.update(users).set({ wizardCompleted: true }).where(eq(users.email, EMAIL));
  for (const list of ["/api/dashboard/companies", "/api/archive/companies"])
    expect((await client.get(list)).as(CompanyPage)).toMatchObject({ companies: [], total: 0 });
  expect(await client.get("/api/search/history")).toMatchObject({ body: { searches: [] } });
  await database.delete(users).where(eq(users.email, EMAIL));
}

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

const EXPECTED_EVENTS = [
  "deletion_unfinished",
  "request_failed",
  "message_watch_failed",
  "outside_failed",
  "gmail_revoke_failed",
  "status_not_told",
];

it("a deletion killed at any step leaves nothing, and the same e-mail can register again", async ({ task }) => {
  expectConsoleError(new RegExp(`"event":"(?:${EXPECTED_EVENTS.join("|")})"`, "u"));
  const undisturbed = await deleteWithCrash({ step: 0, when: "before" });
  expect(undisturbed.died).toBe(false);
  let kills = 0;
  for (let step = 1; step <= undisturbed.steps; step += 1) {
    for (const when of (["before", "after"] as const).filter((_, at) => stepsBeforeKill === "all" || step % 4 === at))
      kills += (await deleteWithCrash({ step, when })).died ? 1 : 0;
  }
  task.meta.figures = { "steps of a deletion": undisturbed.steps, "instants at which it was killed": kills };
  expect(kills).toBeGreaterThanOrEqual(10);
}, 400_000);
