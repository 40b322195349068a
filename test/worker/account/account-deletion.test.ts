import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { cvTextQuery } from "../../../worker/account/cv/store-cv";
import { resumeCvReadings, resumeDeletions } from "../../../worker/account/scheduled";
import { composeDeps } from "../../../worker/compose";
import { uploadCv } from "../../../worker/contract/account";
import { users } from "../../../worker/db/schema/account";
import { doNotContact, mailboxes } from "../../../worker/db/schema/mail";
import { tablesByName } from "../../../worker/db/user-tables";
import { insertUnlessRunning } from "../../../worker/search/store-searches";
import { makeCvFile } from "../../harness/make-pdf";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { deliverDocumentMessage } from "../support/cv-queue";
import { linkGmail } from "../support/gmail-sandbox";
import { countUserFiles, countObjectEntries, countUserRows } from "../support/leftover-rows";
import { getAccountObject, getGenerationObject, getSearchObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { composeUserDeps, database, seedUser } from "../support/seed";
import { seedEverything } from "../support/seed-account";
import { toPastTime } from "../support/times";
import { listUserDatabases } from "../support/user-shards";

const MINUTE_MS = 60_000;

/** In each shard, as the cron does: a shard leaves alone whose user is in another. */
async function sweepDeletions(): Promise<void> {
  for (const shard of listUserDatabases().keys()) await resumeDeletions(composeDeps(env).openShard(shard));
}

/** Makes the final check due, and runs it. */
async function backdateDeletion(userId: string, minutes = 1): Promise<void> {
  await database
    .update(users)
    .set({ deletedAt: toPastTime(minutes * MINUTE_MS) })
    .where(eq(users.id, userId));
  expect(await runDurableObjectAlarm(getAccountObject(userId))).toBe(true);
}

describe("deleting an account", () => {
  it("leaves nothing in D1, R2 and the objects, frees the e-mail, and changes no other user", async () => {
    const { userId, client } = await seedUser({ email: "ana@mail.example", googleSub: "ana" });
    const other = await seedUser();
    const searchIds: string[] = [];
    for (const each of [{ userId, client }, other]) {
      searchIds.push(await seedEverything(each.userId));
      await each.client.upload("/api/settings/cv", "cv", makeCvFile());
    }
    const before = await countUserRows(other.userId);
    const owned = [...tablesByName].flatMap(([name, table]) => ("userId" in getTableColumns(table) ? [name] : []));
    expect(Object.keys(before).toSorted()).toEqual([...owned, "users"].toSorted());
    const answer = await client.delete("/api/settings/account");
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(client.cookies.has("__Host-session")).toBe(false);
    // A search being started may still begin: its row leads to it until the final check.
    expect(await countUserRows(userId)).toEqual({ searches: 1, users: 1 });
    expect(await countUserFiles(userId)).toBe(0);
    expect((await database.select().from(users).where(eq(users.id, userId)))[0]).toMatchObject({
      name: "",
      email: `closed:${userId}`,
      googleSub: null,
      templateMessage: "",
      cvPath: null,
      cvText: null,
    });
    expect(
      await new Client().post("/api/auth/register", { name: "Ana", email: "ana@mail.example", password: "secret1" }),
    ).toMatchObject({ status: 200 });
    await backdateDeletion(userId);
    expect(await countUserRows(userId)).toEqual({});
    expect(await countObjectEntries(userId, searchIds.slice(0, 1))).toEqual({});
    expect(await countUserRows(other.userId)).toEqual(before);
    expect(await countUserFiles(other.userId)).toBe(1);
  });

  it("ends every session at once", async () => {
    const { client } = await seedUser();
    const kept = client.cookies.get("__Host-session") ?? "";
    await client.delete("/api/settings/account");
    client.cookies.set("__Host-session", kept);
    for (const call of [
      client.get("/api/auth/me"),
      client.delete("/api/settings/account"),
      client.upload("/api/settings/cv", "cv", makeCvFile()),
    ]) {
      expect(await call).toMatchObject({ status: 401 });
    }
  });

  it("removes what concurrent calls wrote after it", async () => {
    const { userId, client } = await seedUser();
    await client.delete("/api/settings/account");
    const [id, now] = [crypto.randomUUID(), new Date().toISOString()];
    const order = {
      searchId: id,
      userId,
      businessTypes: ["shop_bakery"],
      cities: ["Toulouse (France)"],
      createdAt: now,
    };
    await insertUnlessRunning(database, order);
    await getSearchObject(id).start(order);
    await database.insert(doNotContact).values({ userId, entry: "firm.example", createdAt: now });
    await env.FILES.put(`cv/${userId}/late`, "x");
    await getGenerationObject(userId).watch(userId);
    await backdateDeletion(userId);
    expect(await countUserRows(userId)).toEqual({});
    expect(await countUserFiles(userId)).toBe(0);
    expect(await countObjectEntries(userId, [id])).toEqual({});
  });

  it("waits for Google's revocation while the rest is deleted, but not for ever", async () => {
    expectConsoleError(/"event":"deletion_unfinished"/u);
    const { userId, client } = await seedUser();
    await linkGmail(client);
    expect(await client.post("/api/settings/do-not-contact", { entry: "firm.example" })).toMatchObject({ status: 200 });
    await orderFault("google", "500", { call: "revoke", times: 100 });
    expect(await client.delete("/api/settings/account")).toMatchObject({ status: 503, body: { code: "unavailable" } });
    await backdateDeletion(userId);
    expect(await countUserRows(userId)).toEqual({ mailboxes: 1, users: 1 });
    await backdateDeletion(userId, 11);
    expect(await countUserRows(userId)).toEqual({});
    expect(await database.select().from(mailboxes)).toEqual([]);
  });

  it("is resumed by its alarm, and by the cron when the alarm is lost", async () => {
    const { userId, client } = await seedUser({ email: "ana@mail.example", deletedAt: toPastTime(11 * MINUTE_MS) });
    await seedEverything(userId);
    await env.FILES.put(`cv/${userId}/x`, "x");
    const young = await seedUser({ deletedAt: toPastTime(0) });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
    await sweepDeletions();
    expect(await countUserRows(userId)).toEqual({});
    expect(await countUserFiles(userId)).toBe(0);
    expect(await countUserRows(young.userId)).toMatchObject({ users: 1 });
  });

  it("one that fails does not block the others, and is retried less and less often", async () => {
    expectConsoleError(/"event":"deletion_unfinished"/u);
    const { userId } = await seedUser({ deletedAt: toPastTime(11 * MINUTE_MS) });
    const stuck = await seedUser({ deletedAt: toPastTime(20 * MINUTE_MS) });
    await runInDurableObject(getAccountObject(stuck.userId), (instance, { storage }) => {
      storage.kv.put("since", Date.now() - 60_000);
      Reflect.set(instance, "env", {
        ...env,
        FILES: new Proxy(env.FILES, { get: () => () => Promise.reject(new Error("R2 is down")) }),
      });
    });
    await sweepDeletions();
    expect(await countUserRows(userId)).toEqual({});
    expect(await countUserRows(stuck.userId)).toMatchObject({ users: 1 });
    const next = await runInDurableObject(getAccountObject(stuck.userId), (_, { storage }) => storage.getAlarm());
    expect((next ?? 0) - Date.now()).toBeGreaterThan(50_000);
  });
});

describe("the cron", () => {
  it("requeues a forgotten CV, and so does the settings call", async () => {
    for (const nudge of [() => resumeCvReadings(composeUserDeps()), (client: Client) => client.get("/api/settings")]) {
      const { userId, client } = await seedUser();
      const { cv_path } = (await client.upload("/api/settings/cv", "cv", makeCvFile())).as(uploadCv.answer);
      await expect.poll(async () => (await cvTextQuery(database, userId))[0]?.status, { timeout: 30_000 }).toBe("ok");
      await database
        .update(users)
        .set({ cvText: null, cvTextStatus: "pending", cvUploadedAt: toPastTime(MINUTE_MS) })
        .where(eq(users.id, userId));
      await nudge(client);
      await expect.poll(async () => (await cvTextQuery(database, userId))[0]?.status, { timeout: 30_000 }).toBe("ok");
      expect(cv_path).toContain(userId);
    }
  });

  it("a malformed message is logged and dropped", async () => {
    expectConsoleError(/"event":"cv_message_malformed"/u);
    await deliverDocumentMessage({ userId: 5 });
    await deliverDocumentMessage("x");
  });
});
