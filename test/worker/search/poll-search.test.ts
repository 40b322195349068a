import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "../../../worker/db/schema/account";
import type { Client } from "../support/client";
import { getSearchObject } from "../support/objects";
import { bakeriesIn, startSearch } from "../support/run-search";
import { database, seedUser } from "../support/seed";

const POLL_COOKIE = "__Host-poll";

const TOULOUSE = bakeriesIn("Toulouse (France)");

const pollSearch = (client: Client, id: string) => client.get(`/api/search/status/${id}`);

it("a poll does not read the session while its cookie is valid; every other call does", async () => {
  const { client, userId } = await seedUser();
  const id = await startSearch(client, TOULOUSE);
  await database.delete(sessions).where(eq(sessions.userId, userId));
  expect(await pollSearch(client, id)).toMatchObject({ status: 200, body: { search: { id } } });
  for (const path of ["/api/search/current", `/api/search/${id}/companies`, "/api/search/history"])
    expect(await client.get(path)).toMatchObject({ status: 401 });
  const cookie = decodeURIComponent(client.cookies.get(POLL_COOKIE) ?? "");
  const cut = cookie.lastIndexOf(".");
  const [value, signature] = [cookie.slice(0, cut), cookie.slice(cut + 1)];
  for (const forged of [
    "",
    "x",
    `${value}.`,
    `${value.replace(/\.\d+$/u, ".9999999999")}.${signature}`,
    `${crypto.randomUUID()}${value.slice(36)}.${signature}`,
  ]) {
    client.cookies.set(POLL_COOKIE, encodeURIComponent(forged));
    expect(await pollSearch(client, id), forged).toMatchObject({ status: 401 });
  }
});

it("a browser with a new user polls for that user", async () => {
  const [before, after] = [await seedUser(), await seedUser()];
  const first = await startSearch(before.client, TOULOUSE);
  const id = await startSearch(after.client, TOULOUSE);
  after.client.cookies.set(POLL_COOKIE, before.client.cookies.get(POLL_COOKIE) ?? "");
  expect(await pollSearch(after.client, id)).toMatchObject({ status: 200, body: { search: { id } } });
  expect(await pollSearch(after.client, first)).toMatchObject({ status: 404 });
});

it("an unknown id creates no tables in its object", async () => {
  const { client } = await seedUser();
  expect(await pollSearch(client, "nobody")).toMatchObject({ status: 404 });
  const tables = await runInDurableObject(getSearchObject("nobody"), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('cities', 'companies')").toArray(),
  );
  expect(tables).toEqual([]);
});
