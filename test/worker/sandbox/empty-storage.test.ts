import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { getActivityObject } from "../support/objects";
import { callSandbox, orderFault } from "../support/sandbox-client";
import { seedUser } from "../support/seed";

const RECORD = { kind: "txt", at: "left.example", text: "left behind" };

const readPublished = async () => (await env.SANDBOX.fetch("http://localhost/sandbox/published")).text();

async function listTables() {
  const query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name";
  const listed = [env.DB, env.SHARED_DB].map((db) => db.prepare(query).all<{ name: string; sql: string | null }>());
  return (await Promise.all(listed))
    .flatMap(({ results }) => results)
    .map(({ sql, ...table }) => ({ ...table, sql: sql?.replaceAll("\n", " ") }));
}

// What the set-up of each test promises: the first test leaves something behind everywhere.
describe("a test", () => {
  let tables: Awaited<ReturnType<typeof listTables>>;

  it("runs on tables that the migrations made, when it is the first of its file", async () => {
    tables = await listTables();
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["users", "objections"]));
    await seedUser();
    await env.FILES.put("left", "behind");
    await runInDurableObject(getActivityObject("left"), (_, { storage }) => storage.put("left", "behind"));
    await orderFault("google", "500", { call: "revoke", times: 100 });
    await callSandbox("/sandbox/published", "POST", RECORD);
    expect(await readPublished()).toContain(RECORD.at);
  });

  it("runs on the same tables later, and finds nothing of the test before", async () => {
    expect(await listTables()).toEqual(tables);
    expect(await env.DB.prepare("SELECT id FROM users").all()).toMatchObject({ results: [] });
    expect(await env.FILES.list()).toMatchObject({ objects: [] });
    const left = await runInDurableObject(getActivityObject("left"), (_, { storage }) => storage.get("left"));
    expect(left).toBeUndefined();
    expect(await callSandbox("/sandbox/faults")).toEqual({ faults: [] });
    expect(await readPublished()).not.toContain(RECORD.at);
  });
});
