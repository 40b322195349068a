import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
// Hundreds of modules: loaded here, or the first call of a model would wait for them (47 s on a busy machine).
import "openai";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { resetModelPace } from "../../worker/catalogue/rerank-categories";
import { clearDepsCache } from "../../worker/compose";
import { listUnexpectedErrors, watchConsoleErrors } from "./support/console-errors";
import { useCheapPasswords } from "./support/password-cost";
import { callSandbox } from "./support/sandbox-client";

/** The first `reset` of a file may leave all as it was (5 of 48 files under load); the next one works. */
const MAX_RESETS = 5;

async function emptyStorage(): Promise<void> {
  for (let n = 0; n < MAX_RESETS; n += 1) {
    await reset();
    if ((await env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'users'").first()) === null) return;
  }
  throw new Error("the storage of the test before could not be emptied");
}

/** The statements that make the tables. The first test of a file runs the migrations, which is ten times the work. */
let tables: string | undefined;

async function createTables(): Promise<void> {
  if (tables !== undefined) {
    await env.DB.exec(tables);
    return;
  }
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const ours = "sql <> '' AND name NOT GLOB '_cf_*' AND name <> 'sqlite_sequence'";
  const made = env.DB.prepare(`SELECT sql FROM sqlite_master WHERE ${ours} ORDER BY rowid`);
  const { results } = await made.all<{ sql: string }>();
  tables = results.map(({ sql }) => sql.replaceAll("\n", " ")).join("\n");
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

// An unexpected error line fails the test, even when the answer looked right.
afterEach(async () => {
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
