import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { listMigrations } from "../../harness/migrations";

/** The migrations before the shared database, and the one that brings it. */
const BEFORE = 20;

it("a database from before keeps its counts: those of users where they are, the others among the shared ones", () => {
  const sqlite = new DatabaseSync(":memory:");
  const migrations = listMigrations();
  for (const statement of migrations.slice(0, BEFORE).flat()) sqlite.exec(statement);
  sqlite.exec(`INSERT INTO spending VALUES ('', 'model_call', '2026-11-28', 7), ('ana', 'model_call', '2026-11-28', 3),
    ('network:ab12', 'registration', '2026-11-28T08', 2), ('networker', 'search', '2026-11-28T08', 1)`);
  for (const statement of migrations[BEFORE] ?? []) sqlite.exec(statement);
  const read = (table: string) => sqlite.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();
  expect(read("spending")).toMatchObject([
    { user_id: "ana", count: 3 },
    { user_id: "networker", count: 1 },
  ]);
  expect(read("shared_spending")).toMatchObject([
    { owner: "", kind: "model_call", period: "2026-11-28", count: 7 },
    { owner: "network:ab12", kind: "registration", period: "2026-11-28T08", count: 2 },
  ]);
});
