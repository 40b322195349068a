import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { sessions } from "../../../worker/db/schema/account";
import { sha256 } from "../../../worker/lib/hash";
import { tellTabs } from "../../../worker/platform/activity-signals";
import { seedCompanyWithoutMessage, startBulk } from "../support/bulk-generation";
import { Client } from "../support/client";
import { openSocket, requestSocket } from "../support/live-socket";
import { getActivityObject } from "../support/objects";
import { bakeriesIn, startSearch } from "../support/run-search";
import { orderFault } from "../support/sandbox-client";
import { database, seedUser } from "../support/seed";

const NO_ACTIVITY = { search: null, generation_id: null, outbox: null };
const SESSION_UNCHECKED = 4401;

/** A second browser of the same user. */
async function signInAgain(userId: string): Promise<Client> {
  const [session] = await database.select().from(sessions).where(eq(sessions.userId, userId));
  const token = crypto.randomUUID();
  const tokenHash = await sha256(token);
  if (session) await database.insert(sessions).values({ ...session, tokenHash, firstHash: tokenHash });
  const client = new Client();
  client.cookies.set("__Host-session", `${userId}.${token}`);
  return client;
}

describe("the socket of a tab", () => {
  it("first tells what runs, then what changes", async () => {
    const { client } = await seedUser();
    const { messages } = await openSocket(client);
    await expect.poll(() => messages).toEqual([{ activity: NO_ACTIVITY }]);
    const id = await startSearch(client, bakeriesIn("Toulouse (France)"));
    await expect
      .poll(() => messages)
      .toContainEqual({
        activity: { ...NO_ACTIVITY, search: { id, state: "running" } },
      });
    await expect.poll(() => messages.at(-1)).toEqual({ activity: { ...NO_ACTIVITY, search: { id, state: "found" } } });
    const progress = messages.flatMap(({ search }) => search ?? []);
    expect(progress.at(-1)).toMatchObject({ id, status: "completed" });
  });

  it("tells how each letter goes on, and the end of the generation at once", async () => {
    const { userId, client } = await seedUser();
    const { messages } = await openSocket(client);
    const [good, bad] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await orderFault("openai", "refusal", { times: 1 });
    const { generation_id: id } = await startBulk(client, [bad, good]);
    await expect.poll(() => messages).toContainEqual({ activity: { ...NO_ACTIVITY, generation_id: id } });
    await expect.poll(() => messages.at(-1)).toEqual({ activity: NO_ACTIVITY });
    const letters = messages.flatMap(({ letter }) => letter ?? []);
    expect(new Set(letters.map(({ generation_id }) => generation_id))).toEqual(new Set([id]));
    const states = letters.map(({ item: { company_id: company, state } }) => `${company} ${state}`);
    expect(states).toHaveLength(4);
    expect(states).toEqual(expect.arrayContaining([`${good} running`, `${bad} running`]));
    expect(letters.filter(({ item }) => item.state === "failed")).toMatchObject([
      { item: { error_code: "writer_declined" } },
    ]);
    expect(letters.filter(({ item }) => item.state === "done")).toHaveLength(1);
  });

  it("passes on to the user's other tabs, and to nobody else, that a tab has changed something", async () => {
    const { userId, client } = await seedUser();
    const [mine, other] = [await openSocket(client), await openSocket(await signInAgain(userId))];
    const stranger = await openSocket((await seedUser()).client);
    mine.socket.send("changed");
    await expect.poll(() => other.messages).toEqual([{ activity: NO_ACTIVITY }, { changed: true }]);
    expect(mine.messages).toEqual([{ activity: NO_ACTIVITY }]);
    expect(stranger.messages).toEqual([{ activity: NO_ACTIVITY }]);
  });

  it("is closed when it says anything else", async () => {
    const { client } = await seedUser();
    const { socket, closed } = await openSocket(client);
    socket.send(JSON.stringify({ activity: NO_ACTIVITY }));
    expect(await closed).toBe(1003);
  });
});

describe("who may open one", () => {
  it("nobody without a session, and no page of another site", async () => {
    const { client } = await seedUser();
    expect((await requestSocket(new Client())).status).toBe(401);
    for (const origin of ["https://evil.example", "null", null])
      expect((await requestSocket(client, { Origin: origin })).status).toBe(403);
    expect((await requestSocket(client, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect(await client.get("/api/live")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  it("nobody whose setup is not finished", async () => {
    const { client } = await seedUser({ wizardCompleted: false });
    expect((await requestSocket(client)).status).toBe(403);
  });

  it("with the poll cookie it asks no D1; without, it sets one", async () => {
    const { client } = await seedUser();
    const first = await requestSocket(client);
    expect(first.status).toBe(101);
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith("__Host-poll="));
    client.cookies.set("__Host-poll", cookie?.split(";")[0]?.slice("__Host-poll=".length) ?? "");
    const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("no D1"));
    expect((await requestSocket(client)).status).toBe(101);
    batch.mockRestore();
  });

  it("at most twenty at once, of which those that have fallen silent do not count", async () => {
    const { userId, client } = await seedUser();
    const open = [];
    for (let n = 0; n < 20; n += 1) open.push(await openSocket(client));
    expect((await requestSocket(client)).status).toBe(429);
    await runInDurableObject(getActivityObject(userId), (_, state) => {
      for (const socket of state.getWebSockets().slice(0, 2))
        socket.serializeAttachment({ ...(socket.deserializeAttachment() as object), openedAt: Date.now() - 300_000 });
    });
    expect((await requestSocket(client)).status).toBe(101);
  });
});

describe("a socket ends", () => {
  it("with its session, also those of the user's other browsers, which check theirs and open another", async () => {
    const { userId, client } = await seedUser();
    const other = await signInAgain(userId);
    const [mine, others] = [await openSocket(client), await openSocket(other)];
    const kept = new Map(client.cookies);
    await client.post("/api/auth/logout");
    expect(await Promise.all([mine.closed, others.closed])).toEqual([SESSION_UNCHECKED, SESSION_UNCHECKED]);
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect((await requestSocket(client)).status).toBe(401);
    expect((await requestSocket(other)).status).toBe(101);
  });

  it("with the account", async () => {
    const { client } = await seedUser();
    const { closed } = await openSocket(client);
    expect(await client.delete("/api/settings/account")).toMatchObject({ status: 200 });
    expect(await closed).toBe(SESSION_UNCHECKED);
    expect((await requestSocket(client)).status).toBe(401);
  });

  it("when its check is too old, at the next message, which it does not hear", async () => {
    const { userId, client } = await seedUser();
    const { messages, closed } = await openSocket(client);
    await runInDurableObject(getActivityObject(userId), (_, state) => {
      for (const socket of state.getWebSockets())
        socket.serializeAttachment({ ...(socket.deserializeAttachment() as object), checkedUntil: Date.now() - 1 });
    });
    expect(await tellTabs(composeDeps(env), userId, { changed: true })).toBe(false);
    expect(await closed).toBe(SESSION_UNCHECKED);
    expect(messages).toEqual([{ activity: NO_ACTIVITY }]);
  });
});

it("without news the object sleeps and has no alarm, and its sockets answer and hear all the same", async () => {
  const { userId, client } = await seedUser();
  const { socket, messages } = await openSocket(client);
  const pongs: unknown[] = [];
  socket.addEventListener("message", ({ data }) => {
    if (data === "pong") pongs.push(data);
  });
  const object = getActivityObject(userId);
  expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBeNull();
  await evictDurableObject(object, { webSockets: "hibernate" });
  socket.send("ping");
  await expect.poll(() => pongs).toEqual(["pong"]);
  expect(await tellTabs(composeDeps(env), userId, { changed: true })).toBe(true);
  await expect.poll(() => messages.at(-1)).toEqual({ changed: true });
});
