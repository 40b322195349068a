import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { catalogueRows } from "../../worker/catalogue/catalogue.gen.ts";
import { CommandError, LOCAL_STATE_PATH, openDatabase, describeError } from "../open-database.ts";
import { type DirectoryEntry, isCountryCode, parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";
import { replaceCoverage, upsertEntries } from "./upsert-entries.ts";

// `npm run directory:import -- file.ndjson [--remote | --persist-to folder] [--source "Name (licence)" [--covers
// FR,DE]]`. Exits with 1 when lines were rejected, with 2 when it could not run.

const USAGE = [
  "npm run directory:import -- file.ndjson",
  '[--remote | --persist-to folder] [--source "Name (licence)" [--covers FR,DE]]',
].join(" ");
/** Limits of one database call: a parameter holds 2 MB, and a call should stay short. */
const BATCH_LIMIT = { entries: 2_000, bytes: 1_000_000 };

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

interface ImportOptions {
  file: string;
  remote: boolean;
  /** Folder of a local database, as wrangler's own commands name it; by default that of `npm run dev`. */
  persistTo: string;
  source: string | undefined;
  /**
   * Countries the directory covers from now on, where OpenStreetMap is not queried. Undefined leaves them unchanged.
   */
  covers: string[] | undefined;
}

function parseOptions(): ImportOptions {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: "boolean" },
        "persist-to": { type: "string" },
        source: { type: "string" },
        covers: { type: "string" },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandError("one file is wanted");
    if (values.source?.trim() === "") throw new CommandError("--source is empty");
    const covers =
      values.covers === undefined
        ? undefined
        : [
            ...new Set(
              values.covers
                .split(",")
                .map((country) => country.trim().toUpperCase())
                .filter((country) => country !== ""),
            ),
          ];
    if (covers && values.source === undefined)
      throw new CommandError("--covers needs --source: it is said of a directory");
    const unknown = covers?.find((country) => !isCountryCode(country));
    if (unknown !== undefined) throw new CommandError(`--covers: no country has the code ${unknown} (ISO 3166-1)`);
    return {
      file,
      remote: values.remote === true,
      persistTo: values["persist-to"] ?? LOCAL_STATE_PATH,
      source: values.source?.trim(),
      covers,
    };
  } catch (error) {
    throw new CommandError(`${describeError(error)}\n${USAGE}`);
  }
}

/** Retries transient failures: a chunk already stored is found unchanged. */
async function withRetries<T>(work: () => Promise<T>, line: number): Promise<T> {
  for (const wait of [1_000, 5_000]) {
    try {
      return await work();
    } catch (error) {
      printError(`line ${line}: ${describeError(error)}; trying again`);
      await setTimeout(wait);
    }
  }
  return work().catch((error: unknown) => {
    throw new CommandError(
      `stopped at line ${line}: ${describeError(error)}. What is in stays in: run it again to go on.`,
    );
  });
}

async function importFile(): Promise<number> {
  const order = parseOptions();
  const { file, source } = order;
  const input = await open(file).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  const { db, close } = await openDatabase(order, "directory");
  const isCategory = new Set(catalogueRows.map(([gcid]) => gcid));
  const counts = { lines: 0, added: 0, updated: 0, unchanged: 0, left_out: 0, bad: 0 };
  let chunk: DirectoryEntry[] = [];
  let size = 0;
  const writeBatch = async () => {
    const { added, updated, unchanged } = await withRetries(() => upsertEntries(db, chunk), counts.lines);
    [counts.added, counts.updated, counts.unchanged] = [
      counts.added + added,
      counts.updated + updated,
      counts.unchanged + unchanged,
    ];
    [chunk, size] = [[], 0];
    if (process.stderr.isTTY) process.stderr.write(`\r${counts.lines} lines`);
  };
  try {
    for await (const { number, text } of readLines(input.createReadStream({ encoding: "utf8" }))) {
      counts.lines += 1;
      const result =
        text === null
          ? { is: "bad" as const, reason: "too long for one company" }
          : parseLine(text.replace(/^\uFEFF/u, ""), { source, isCategory: (gcid) => isCategory.has(gcid) });
      if (result.is !== "entry") {
        counts[result.is] += 1;
        if (result.is === "bad") printError(`line ${number}: ${result.reason}`);
        continue;
      }
      chunk.push(result.entry);
      size += Buffer.byteLength(JSON.stringify(result.entry));
      if (chunk.length >= BATCH_LIMIT.entries || size >= BATCH_LIMIT.bytes) await writeBatch();
    }
    if (chunk.length > 0) await writeBatch();
    if (order.covers && source !== undefined) await replaceCoverage(db, source, order.covers);
  } finally {
    await close();
  }
  const { lines, added, updated, unchanged, left_out: leftOut, bad } = counts;
  const changes = `${added} added, ${updated} updated, ${unchanged} unchanged`;
  printLine(`${lines} lines: ${changes}, ${leftOut} left out (no website, email or phone), ${bad} refused`);
  if (order.covers)
    printLine(
      order.covers.length > 0
        ? `covers ${order.covers.join(", ")}: OpenStreetMap is not asked there`
        : "covers no country",
    );
  return counts.bad > 0 ? 1 : 0;
}

try {
  process.exitCode = await importFile();
} catch (error) {
  printError(
    error instanceof CommandError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
  process.exitCode = 2;
}
