import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
// Hundreds of modules: loaded here, or the first call of a model would wait for them (47 s on a busy machine).
import "openai";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { resetModelPace } from "../../worker/catalogue/rerank-categories";
import { clearDepsCache } from "../../worker/compose";
import { type DatabaseKind, findTableKind } from "../harness/database-kinds";
import { listUnexpectedErrors, watchConsoleErrors } from "./support/console-errors";
import { takeSpanningStatements, watchStatements } from "./support/database-kinds-watch";
import { useCheapPasswords } from "./support/password-cost";
import { callSandbox } from "./support/sandbox-client";

/** The first `reset` of a file may leave all as it was (5 of 48 files under load); the next one works. */
const MAX_RESETS = 5;

async function emptyStorage(): Promise<void> {
  for (let n = 0; n < MAX_RESETS; n += 1) {
    await reset();
    const left = "SELECT name FROM sqlite_master WHERE name IN ('users', 'objections')";
    const tables = await Promise.all([env.DB, env.SHARED_DB].map((db) => db.prepare(left).first()));
    if (tables.every((table) => table === null)) return;
  }
  throw new Error("the storage of the test before could not be emptied");
}

/**
 * The statements that make the tables of each kind of database. The first test of a file runs the migrations, which is
 * ten times the work.
 */
let tables: Record<DatabaseKind, string> | undefined;

/** Each database gets the tables of its kind only, so that a statement in the wrong one fails. */
async function createTables(): Promise<void> {
  tables ??= await readTables();
  await Promise.all([env.DB.exec(tables.user), env.SHARED_DB.exec(tables.shared)]);
}

async function readTables(): Promise<Record<DatabaseKind, string>> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const ours = "sql <> '' AND name NOT GLOB '_cf_*' AND name <> 'sqlite_sequence'";
  const made = env.DB.prepare(`SELECT sql, tbl_name FROM sqlite_master WHERE ${ours} ORDER BY rowid`);
  const { results } = await made.all<{ sql: string; tbl_name: string }>();
  await emptyStorage();
  const joinStatements = (isMeant: (table: string) => boolean) =>
    results
      .filter(({ tbl_name: table }) => isMeant(table))
      // In one line, which D1 runs as one call: a call for each statement takes twice as long.
      .map(({ sql }) => `${sql.replaceAll("\n", " ")};`)
      .join(" ");
  return {
    user: joinStatements((table) => findTableKind(table) !== "shared"),
    shared: joinStatements((table) => findTableKind(table) === "shared"),
  };
}

// Storage lives per file, so every test empties D1, R2 and the Durable Objects first.
beforeEach(async () => {
  // Files share an isolate, and with it the clock and module caches about services.
  vi.useRealTimers();
  clearDepsCache();
  resetModelPace();
  useCheapPasswords();
  await emptyStorage();
  await createTables();
  // The sandbox is a Worker of its own, with its own storage, where a mail of the test before may arrive late.
  await callSandbox("/sandbox/", "DELETE");
  watchConsoleErrors();
  watchStatements();
});

/**
 * True for a line about a generation that is not in this test's tables. Queues cannot be emptied: a message that an
 * earlier test left behind is retried, and given up, while later ones run.
 */
async function isOfEarlierTest(line: string): Promise<boolean> {
  const generationId = /"generationId":"([^"]+)"/u.exec(line)?.[1];
  if (generationId === undefined) return false;
  return (await env.DB.prepare("SELECT 1 FROM generations WHERE id = ?").bind(generationId).first()) === null;
}

// An unexpected error line fails the test, even when the answer looked right; so does a transaction over both kinds of
// databases.
afterEach(async () => {
  const spanning = takeSpanningStatements();
  if (spanning.length > 0) throw new Error(`users' rows and shared ones in one transaction:\n${spanning.join("\n")}`);
  const unexpected: string[] = [];
  for (const line of listUnexpectedErrors()) if (!(await isOfEarlierTest(line))) unexpected.push(line);
  if (unexpected.length > 0) throw new Error(`unexpected console.error:\n${unexpected.join("\n")}`);
});

afterAll(async () => {
  // The next file's cases may be made from the clock while it loads.
  vi.useRealTimers();
  // A search that still runs would take the next file's place: Vitest would not hear that this one has ended.
  await emptyStorage();
});
