import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { tablesByName } from "../../../worker/db/user-tables";
import { getAccountObject, getActivityObject, getGenerationObject, getMailboxObject, getSearchObject } from "./objects";
import { database } from "./seed";

// Everything that remains of a user, in all storage.

/** Row count of each table with rows; the tables come from the schema, so a new one is included. */
export async function countUserRows(userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of tablesByName) {
    const columns: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
    const column = columns[name === "users" ? "id" : "userId"];
    const rows = column ? await database.$count(table, eq(column, userId)) : 0;
    if (rows > 0) counts[name] = rows;
  }
  return counts;
}

export const countUserFiles = async (userId: string): Promise<number> =>
  (await env.FILES.list({ prefix: `cv/${userId}/` })).objects.length;

/** Count of keys, tables and alarms in each object of a user. */
export async function countObjectEntries(
  userId: string,
  searchIds: readonly string[],
): Promise<Record<string, number>> {
  const counts: [string, number][] = [
    ["account", await countStoredEntries(getAccountObject(userId))],
    ["activity", await countStoredEntries(getActivityObject(userId))],
    ["generation", await countStoredEntries(getGenerationObject(userId))],
    ["mailbox", await countStoredEntries(getMailboxObject(userId))],
  ];
  for (const id of searchIds) counts.push([`search ${id}`, await countStoredEntries(getSearchObject(id))]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const countStoredEntries = <O extends Rpc.DurableObjectBranded>(stub: DurableObjectStub<O>): Promise<number> =>
  runInDurableObject(stub, async (_, { storage }) => {
    // `_cf_` are the platform's own.
    const tables = storage.sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
      )
      .toArray();
    return (await storage.list()).size + tables.length + ((await storage.getAlarm()) === null ? 0 : 1);
  });
