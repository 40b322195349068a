import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";

const folder = join(import.meta.dirname, "../../migrations");

/** The statements of each migration, in order. */
export const listMigrations = (): string[][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"));

/** Makes the tables of a new database, as `wrangler d1 migrations apply` does with four times the work. */
export async function createTables(database: D1Database): Promise<void> {
  for (const statements of listMigrations())
    await database.batch(statements.map((statement) => database.prepare(statement)));
}
