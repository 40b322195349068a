import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { D1Database } from "@cloudflare/workers-types";
import { z } from "zod";
import { catalogueRows } from "../../search/categories/catalogue.gen.ts";
import { type Entry, readLine } from "./line.ts";
import { linesOf } from "./lines.ts";
import { writeEntries } from "./write.ts";

// `npm run directory:import -- file.ndjson [--remote | --persist-to folder] [--source "Name (licence)"]`. Ends with 1 when lines were refused, with 2 when it could not run.

const USAGE = 'npm run directory:import -- file.ndjson [--remote | --persist-to folder] [--source "Name (licence)"]';
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What goes into one call of the database: a parameter holds 2 MB, and a call should stay short. */
const CHUNK = { entries: 2_000, bytes: 1_000_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

class CannotRun extends Error {}

interface Orders {
  file: string;
  remote: boolean;
  /** Where a local database lies, as wrangler's own commands name it; that of `npm run dev` unless told otherwise. */
  persistTo: string;
  source: string | undefined;
}

function orders(): Orders {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { remote: { type: "boolean" }, "persist-to": { type: "string" }, source: { type: "string" } } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CannotRun("one file is wanted");
    if (values.source?.trim() === "") throw new CannotRun("--source is empty");
    return { file, remote: values.remote === true, persistTo: values["persist-to"] ?? join(root, ".wrangler/state"), source: values.source?.trim() };
  } catch (error) {
    throw new CannotRun(`${reasonOf(error)}\n${USAGE}`);
  }
}

const Configuration = z.object({ name: z.string(), compatibility_date: z.string(), d1_databases: z.array(z.looseObject({ binding: z.string() })) });

/** The product's database, and nothing else of it: a local one, or the deployed one by the login of wrangler. */
async function openDatabase({ remote, persistTo }: Orders): Promise<{ db: D1Database; close: () => Promise<void> }> {
  // Not before it is needed: it takes two seconds, which a misspelt order need not wait for.
  const { getPlatformProxy, unstable_readConfig } = await import("wrangler");
  const config = Configuration.parse(unstable_readConfig({ config: join(root, "wrangler.toml") }, { hideWarnings: true }));
  const database = config.d1_databases.find(({ binding }) => binding === "DB");
  if (!database) throw new CannotRun("wrangler.toml binds no database DB");
  const folder = mkdtempSync(join(tmpdir(), "directory-import-"));
  const configPath = join(folder, "wrangler.json");
  try {
    writeFileSync(configPath, JSON.stringify({ name: config.name, compatibility_date: config.compatibility_date, d1_databases: [{ ...database, remote }] }));
    const proxy = await getPlatformProxy<{ DB: D1Database }>({ configPath, envFiles: [], persist: { path: resolve(persistTo, "v3") }, remoteBindings: remote });
    return { db: proxy.env.DB, close: proxy.dispose };
  } catch (error) {
    throw new CannotRun(`the database cannot be opened: ${reasonOf(error)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function requireTable(db: D1Database, remote: boolean): Promise<void> {
  const table = await db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'directory'").first();
  if (!table) throw new CannotRun(`the database has no table "directory" yet: npx wrangler d1 migrations apply DB ${remote ? "--remote" : "--local"}`);
}

/** Tries again what may pass: a chunk that is in already is found unchanged. */
async function patiently<T>(work: () => Promise<T>, line: number): Promise<T> {
  for (const wait of [1_000, 5_000]) {
    try {
      return await work();
    } catch (error) {
      complain(`line ${line}: ${reasonOf(error)}; trying again`);
      await setTimeout(wait);
    }
  }
  return work().catch((error: unknown) => { throw new CannotRun(`stopped at line ${line}: ${reasonOf(error)}. What is in stays in: run it again to go on.`); });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

async function importFile(): Promise<number> {
  const order = orders();
  const { file, remote, source } = order;
  const input = await open(file).catch((error: Error) => { throw new CannotRun(error.message); });
  const { db, close } = await openDatabase(order);
  const isCategory = new Set(catalogueRows.map(([gcid]) => gcid));
  const counts = { lines: 0, added: 0, updated: 0, unchanged: 0, left_out: 0, bad: 0 };
  let chunk: Entry[] = [];
  let size = 0;
  const write = async () => {
    const { added, updated, unchanged } = await patiently(() => writeEntries(db, chunk), counts.lines);
    [counts.added, counts.updated, counts.unchanged] = [counts.added + added, counts.updated + updated, counts.unchanged + unchanged];
    [chunk, size] = [[], 0];
    if (process.stderr.isTTY) process.stderr.write(`\r${counts.lines} lines`);
  };
  try {
    await requireTable(db, remote);
    for await (const { number, text } of linesOf(input.createReadStream({ encoding: "utf8" }))) {
      counts.lines += 1;
      const result = text === null ? { is: "bad" as const, reason: "too long for one company" } : readLine(text.replace(/^\uFEFF/u, ""), { source, isCategory: (gcid) => isCategory.has(gcid) });
      if (result.is !== "entry") {
        counts[result.is] += 1;
        if (result.is === "bad") complain(`line ${number}: ${result.reason}`);
        continue;
      }
      chunk.push(result.entry);
      size += Buffer.byteLength(JSON.stringify(result.entry));
      if (chunk.length >= CHUNK.entries || size >= CHUNK.bytes) await write();
    }
    if (chunk.length > 0) await write();
  } finally {
    await close();
  }
  say(`${counts.lines} lines: ${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.left_out} left out (no website, no email), ${counts.bad} refused`);
  return counts.bad > 0 ? 1 : 0;
}

try {
  process.exitCode = await importFile();
} catch (error) {
  complain(error instanceof CannotRun ? error.message : error instanceof Error ? error.stack ?? error.message : String(error));
  process.exitCode = 2;
}
