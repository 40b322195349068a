import type { D1Database } from "@cloudflare/workers-types";
import { CommandError, describeError } from "./command-error.ts";

/** SQL that changes the tables, by the name of its file. */
export interface Migration {
  name: string;
  script: string;
}

/** As D1's own. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * Brings the tables of a shard in an object up to date, as wrangler does with D1's. Each migration is applied whole or
 * not at all.
 * @returns how many were applied
 * @throws CommandError
 */
export async function migrateShard(name: string, db: D1Database, migrations: Migration[]): Promise<number> {
  await db.prepare(MIGRATIONS_TABLE).run();
  const applied = new Set((await db.prepare("SELECT name FROM d1_migrations").raw<[string]>()).flat());
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of missing)
    try {
      await db.batch([
        // An object runs a script where D1 would want one statement.
        db.prepare(migration.script),
        db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(migration.name),
      ]);
    } catch (error) {
      throw new CommandError(`${migration.name} cannot be applied to ${name}: ${describeError(error)}`);
    }
  return missing.length;
}

/** Lets a shard in an object take users, once it has its tables. One that is marked as full stays so. */
export async function openNewShard(shared: D1Database, shard: number): Promise<void> {
  await shared
    .prepare("INSERT INTO user_shards (shard, state, entries) VALUES (?, 'open', 0) ON CONFLICT DO NOTHING")
    .bind(shard)
    .run();
}
