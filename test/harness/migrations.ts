import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";

const folder = join(import.meta.dirname, "../../migrations");

/** The statements of each migration, in order. */
export const listMigrations = (): string[][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"));

/** What makes one table or index of a database. */
export type SchemaStatement = {
  /** The table, for an index too. */
  table: string;
  sql: string;
};

/** The tables and indexes that all migrations together leave, in an order in which they can be made. */
export function listSchema(): SchemaStatement[] {
  const database = new DatabaseSync(":memory:");
  for (const statements of listMigrations()) for (const statement of statements) database.exec(statement);
  const made = database.prepare(
    `SELECT tbl_name AS "table", sql FROM sqlite_master WHERE sql <> '' AND name <> 'sqlite_sequence' ORDER BY rowid`,
  );
  const schema = made.all().map(({ table, sql }) => ({ table: String(table), sql: String(sql) }));
  database.close();
  return schema;
}

/** Makes the tables of a new database, as `wrangler d1 migrations apply` does with many times the work. */
export async function createTables(database: D1Database): Promise<void> {
  await database.batch(
    listMigrations()
      .flat()
      .map((statement) => database.prepare(statement)),
  );
}
