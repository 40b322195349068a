import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
// Hundreds of modules: loaded here, or the first call of a model would wait for them (47 s on a busy machine).
import "openai";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { resetModelPace } from "../../worker/catalogue/rerank-categories";
import { clearDepsCache } from "../../worker/compose";
import { listUnexpectedErrors, watchConsoleErrors } from "./support/console-errors";
import { takeSpanningStatements, watchStatements } from "./support/database-kinds-watch";
import { useCheapPasswords } from "./support/password-cost";
import { callSandbox } from "./support/sandbox-client";
import { TABLE_SCRIPTS } from "./support/table-scripts";
import { listUserDatabases, openObjectShards, userD1 } from "./support/user-shards";

/** One `reset` of a busy machine may leave a database or a bucket as it was; the next one works. */
const MAX_RESETS = 5;

/** Empties D1, R2 and the Durable Objects, and makes the tables anew. */
async function renewStorage(): Promise<void> {
  for (let n = 0; n < MAX_RESETS; n += 1) {
    await reset();
    const [areNew, ...areEmpty] = await Promise.all([createTables(), ...[env.FILES, env.SHARED].map(isEmpty)]);
    if (areNew && areEmpty.every(Boolean)) return;
  }
  throw new Error("the storage of the test before could not be emptied");
}

const isEmpty = async (bucket: R2Bucket): Promise<boolean> => (await bucket.list({ limit: 1 })).objects.length === 0;

/**
 * Each database gets the tables of its kind only, so that a statement in the wrong one fails.
 * @returns false where tables were left
 */
async function createTables(): Promise<boolean> {
  const users = [...listUserDatabases().values()].map((database) => database.exec(TABLE_SCRIPTS.user));
  const made = await Promise.allSettled([...users, env.SHARED_DB.exec(TABLE_SCRIPTS.shared)]);
  const failures = made.filter((each) => each.status === "rejected").map(({ reason }) => reason as unknown);
  for (const failure of failures)
    if (!(failure instanceof Error && failure.message.includes("already exists"))) throw failure;
  await openObjectShards();
  return failures.length === 0;
}

// Storage lives per file.
beforeEach(async () => {
  // Files share an isolate, and with it the clock and module caches about services.
  vi.useRealTimers();
  clearDepsCache();
  resetModelPace();
  useCheapPasswords();
  await renewStorage();
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
  return (await userD1.prepare("SELECT 1 FROM generations WHERE id = ?").bind(generationId).first()) === null;
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
  await reset();
});
