import type { Deps } from "../compose";
import type { BatchResponse } from "../db/client";
import type { ShardContext, SignedInContext } from "../http/request-context";
import type { ClaimedSession } from "../http/route";
import { logError } from "../lib/log";
import { VERSION } from "../lib/version";
import {
  type ExportStart,
  toExportStart,
  exportStartQueries,
  EXPORTED_TABLE_NAMES,
  readExportRows,
} from "./store-data-export";

type ExportPorts = Pick<Deps, "db" | "files" | "mailboxes" | "now" | "searches">;

const RESULTS_PER_CALL = 200;
/** Results are deleted after 30 days, and a search may take a while. Milliseconds. */
const RESULTS_MAX_AGE_MS = 31 * 86_400_000;
/** A multiple of three, so that pieces of base64 join. Bytes. */
const BASE64_PIECE_BYTES = 3 * 64 * 1024;

/** Queries for the beginning of the export. */
export const exportReads = ({ deps }: ShardContext, { userId }: ClaimedSession) =>
  exportStartQueries(deps.db, userId, new Date(deps.now().getTime() - RESULTS_MAX_AGE_MS).toISOString());

/** Sends all stored data of the user as one JSON file, written while it is read. */
export function sendExport(
  { c, deps, user }: SignedInContext,
  _input: object,
  rows: BatchResponse<ReturnType<typeof exportStartQueries>>,
): Response {
  const pieces = generateExport(deps, user.id, toExportStart(rows));
  const encoder = new TextEncoder();
  const file = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // Sent bytes cannot be taken back: a truncated file is no JSON, and the download fails.
        logError("export_failed", error, { requestId: c.get("requestId") });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const day = deps.now().toISOString().slice(0, 10);
  return c.body(file, 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": `attachment; filename="candidature-${day}.json"`,
  });
}

/** The file in pieces: the first pages in one batch, then a page of a table at a time. */
export async function* generateExport(
  ports: ExportPorts,
  userId: string,
  { account, searchIds, cvs, pages }: ExportStart,
): AsyncGenerator<string, void> {
  const { db, now } = ports;
  // Without its closing brace: the tables follow.
  yield JSON.stringify({ exported_at: now().toISOString(), version: VERSION, account }).slice(0, -1);
  for (const [n, name] of EXPORTED_TABLE_NAMES.entries()) {
    yield `,\n${JSON.stringify(name)}:`;
    yield* generateJsonList(readExportRows(db, userId, name, pages[n] ?? []));
  }
  yield `,\n"search_results":`;
  yield* generateJsonList(generateSearchResults(ports, userId, searchIds));
  yield `,\n"outbox":`;
  yield JSON.stringify(await ports.mailboxes.get(ports.mailboxes.idFromName(userId)).exportOutbox());
  yield `,\n"cv_file":`;
  yield* generateCvFile(ports, account);
  yield `,\n"profile_cv_files":`;
  yield* generateProfileCvFiles(ports, cvs);
  yield "}\n";
}

async function* generateJsonList(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, void> {
  let opening = "[";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${opening}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    opening = ",";
  }
  yield opening === "[" ? "[]" : "]";
}

/** What searches found, while their objects still have it. */
async function* generateSearchResults(
  { searches }: ExportPorts,
  userId: string,
  ids: string[],
): AsyncGenerator<unknown[], void> {
  for (const id of ids) {
    const search = searches.get(searches.idFromName(id));
    for (let after: number | null = 0; after !== null;) {
      const { companies, next }: { companies: object[]; next: number | null } = await search.companies(
        userId,
        after,
        RESULTS_PER_CALL,
      );
      yield companies.map((company) => ({ search_id: id, ...company }));
      after = next;
    }
  }
}

async function* generateCvFile(
  { files }: ExportPorts,
  { cv_path: path, cv_name: name }: Record<string, unknown>,
): AsyncGenerator<string, void> {
  const bytes = typeof path === "string" ? await files.get(path) : null;
  if (bytes) yield* generateFile(bytes, { name });
  else yield "null";
}

/** The CVs of the profiles beside the default one, a file at a time. */
async function* generateProfileCvFiles({ files }: ExportPorts, cvs: ExportStart["cvs"]): AsyncGenerator<string, void> {
  let opening = "[";
  for (const { profile_id, name, path } of cvs) {
    const bytes = path === null ? null : await files.get(path);
    if (!bytes) continue;
    yield `${opening}\n`;
    yield* generateFile(bytes, { profile_id, name });
    opening = ",";
  }
  yield opening === "[" ? "[]" : "]";
}

async function* generateFile(bytes: Uint8Array, labels: Record<string, unknown>): AsyncGenerator<string, void> {
  // Without its closing brace.
  yield `${JSON.stringify({ ...labels, type: "application/pdf" }).slice(0, -1)},"base64":"`;
  for (let at = 0; at < bytes.byteLength; at += BASE64_PIECE_BYTES)
    yield bytes.subarray(at, at + BASE64_PIECE_BYTES).toBase64();
  yield `"}`;
}
