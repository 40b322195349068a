import type { D1Database } from "@cloudflare/workers-types";
import { insertMissing, readPages } from "./restore-database.ts";

/** What makes the tables and indexes of a database; triggers would refuse copied rows. */
async function listSchema(db: D1Database): Promise<{ type: string; name: string; sql: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''
        AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY type DESC, name`,
    )
    .all<{ type: string; name: string; sql: string }>();
  return results;
}

/**
 * Copies all tables of a shard into an empty database. Of what changes meanwhile some is in the copy, some is not.
 * @returns how many rows
 */
export async function copyShard(source: D1Database, target: D1Database): Promise<number> {
  const schema = await listSchema(source);
  await target.batch(schema.map(({ sql }) => target.prepare(sql)));
  let copied = 0;
  for (const { name } of schema.filter(({ type }) => type === "table"))
    for await (const rows of readPages(source, name, "1")) copied += await insertMissing(target, name, rows);
  return copied;
}
