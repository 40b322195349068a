import { parseArgs } from "node:util";
import type { D1Database } from "@cloudflare/workers-types";
import { CannotRun, LOCAL_STATE, openDatabase } from "./open-database.ts";

// `npm run objections`: the companies that do not want to be written to, for the operator. Ends with 1 when there is no such entry, with 2 when it could not run.

const USAGE = `npm run objections -- list [--remote | --persist-to folder]
npm run objections -- lift <entry> …      mails may go there again; asked for once more, it waits for you
npm run objections -- confirm <entry> …   puts one that was lifted, or that waits, on the list`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const STATUS_AFTER: Record<string, string> = { lift: "lifted", confirm: "listed" };

interface Row {
  entry: string;
  status: string;
  reason: string;
  created_at: string;
}

async function list(db: D1Database): Promise<number> {
  const { results } = await db.prepare("SELECT entry, status, reason, created_at FROM objections ORDER BY status = 'waiting' DESC, created_at DESC").all<Row>();
  for (const { entry, status, reason, created_at } of results) say([created_at.slice(0, 10), status.padEnd(7), entry, JSON.stringify(reason)].join("  "));
  say(`${results.length} objections, ${results.filter(({ status }) => status === "waiting").length} waiting for you`);
  return 0;
}

async function change(db: D1Database, entries: string[], status: string): Promise<number> {
  const { results } = await db.prepare("UPDATE objections SET status = ?1 WHERE entry IN (SELECT lower(trim(value)) FROM json_each(?2)) RETURNING entry").bind(status, JSON.stringify(entries)).all<Row>();
  for (const { entry } of results) say(`${entry}: ${status}`);
  const missing = entries.filter((entry) => !results.some((row) => row.entry === entry.trim().toLowerCase()));
  for (const entry of missing) process.stderr.write(`${entry}: nobody has objected\n`);
  return missing.length > 0 ? 1 : 0;
}

async function run(): Promise<number> {
  const { positionals: [command = "", ...entries], values } = parseArgs({ allowPositionals: true, options: { remote: { type: "boolean", default: false }, "persist-to": { type: "string", default: LOCAL_STATE } } });
  const status = STATUS_AFTER[command];
  if (command === "list" ? entries.length > 0 : status === undefined || entries.length === 0) throw new CannotRun(USAGE);
  const { db, close } = await openDatabase({ remote: values.remote, persistTo: values["persist-to"] }, "objections");
  try {
    return status === undefined ? await list(db) : await change(db, entries, status);
  } finally {
    await close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
