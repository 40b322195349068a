import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { companies } from "../../../worker/db/schema/companies";
import { objections } from "../../../worker/db/schema/shared";
import type { Env } from "../../../worker/platform/env";
import { takeSpanningStatements } from "../support/database-kinds-watch";
import { getMailboxObject } from "../support/objects";

// What the set-up of each test promises: rows of users and what is everybody's are never in one transaction.

const BATCH = ["SELECT count(*) FROM companies", "SELECT count(*) FROM objections"];
const runBatch = ({ DB }: Pick<Env, "DB">) => DB.batch(BATCH.map((sql) => DB.prepare(sql)));
const NO_TABLE = /no such table/u;

describe("a transaction that names tables of both kinds", () => {
  it("is found in a batch", async () => {
    await expect(runBatch(env)).rejects.toThrow(NO_TABLE);
    expect(takeSpanningStatements()).toEqual([BATCH.join(";\n")]);
  });

  it("is found in one statement", async () => {
    const sql = "SELECT 1 FROM companies WHERE email IN (SELECT entry FROM objections)";
    await expect(env.DB.prepare(sql).all()).rejects.toThrow(NO_TABLE);
    expect(takeSpanningStatements()).toEqual([sql]);
  });

  it("is found in an object of the product, and behind its clients", async () => {
    await runInDurableObject(getMailboxObject("anybody"), async (object) => {
      await expect(runBatch(Reflect.get(object, "env") as Env)).rejects.toThrow(NO_TABLE);
    });
    expect(takeSpanningStatements()).toHaveLength(1);
    const { db } = composeDeps(env).openShard(0);
    const [first, second] = [db.select().from(companies), db.select().from(objections)];
    await expect(db.batch([first, second])).rejects.toThrow(NO_TABLE);
    expect(takeSpanningStatements()).toHaveLength(1);
  });

  it("is not seen in what one kind of database is asked, nor in a text", async () => {
    await env.DB.prepare("SELECT 'objections' FROM companies, mails").all();
    await env.SHARED_DB.prepare("SELECT 1 FROM objections, courtesy_slots").all();
    expect(takeSpanningStatements()).toEqual([]);
  });
});

it("a statement fails in the database of the other kind", async () => {
  await expect(env.DB.prepare("SELECT 1 FROM objections").all()).rejects.toThrow(NO_TABLE);
  await expect(env.SHARED_DB.prepare("SELECT 1 FROM companies").all()).rejects.toThrow(NO_TABLE);
});
