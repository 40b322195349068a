import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { listMigrations } from "../../harness/migrations";

/** The migrations before the shared database, and the one that brings it. */
const BEFORE = 20;
/** The one that forgets two warnings. */
const ENDED_WARNINGS = 24;

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

it("a message keeps its warnings, but for those that are given no more", () => {
  const sqlite = new DatabaseSync(":memory:");
  const migrations = listMigrations();
  for (const statement of migrations.slice(0, ENDED_WARNINGS).flat()) sqlite.exec(statement);
  sqlite.exec("PRAGMA foreign_keys = OFF");
  const insert = (table: string, row: Record<string, string | number>) => {
    const needed = sqlite
      .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE "notnull" AND dflt_value IS NULL`)
      .all()
      .map(({ name }) => String(name));
    const values = { ...Object.fromEntries(needed.map((name) => [name, ""])), ...row };
    const names = Object.keys(values);
    sqlite
      .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
      .run(...Object.values(values));
  };
  const kept = ["company_not_named", "vague_figure", "unsupported_word"];
  for (const [id, warnings] of Object.entries({ a: kept, b: kept.slice(0, 1), c: kept.slice(1) })) {
    insert("companies", { user_id: "ana", id, identity: id, message_warnings: JSON.stringify(warnings) });
    insert("message_versions", { user_id: "ana", company_id: id, warnings: JSON.stringify(warnings) });
  }
  for (const statement of migrations[ENDED_WARNINGS] ?? []) sqlite.exec(statement);
  const read = (column: string, table: string) =>
    sqlite
      .prepare(`SELECT ${column} AS warnings FROM ${table} ORDER BY rowid`)
      .all()
      .map(({ warnings }) => String(warnings));
  const expected = ['["company_not_named"]', '["company_not_named"]', "[]"];
  expect(read("message_warnings", "companies")).toEqual(expected);
  expect(read("warnings", "message_versions")).toEqual(expected);
});
