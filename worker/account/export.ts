import type { BatchResponse } from "../db/client";
import type { Deps } from "../deps";
import type { RequestContext, SignedInContext } from "../http/request-context";
import type { ClaimedSession } from "../http/route";
import { logFault } from "../log";
import { VERSION } from "../version";
import { type Beginning, beginningOf, beginningQueries, EXPORTED, rowsOf } from "./store-export";

type Ports = Pick<Deps, "db" | "files" | "now" | "searches">;

const RESULTS_A_CALL = 200;
/** Results are forgotten after 30 days, and a search may take a while. Milliseconds. */
const RESULTS_KEPT = 31 * 86_400_000;
/** A multiple of three, so that the pieces of base64 join without a seam. Bytes. */
const PIECE = 3 * 64 * 1024;

/** Statements for the beginning of the export. */
export const exportReads = ({ deps }: RequestContext, { userId }: ClaimedSession) =>
  beginningQueries(deps.db, userId, new Date(deps.now().getTime() - RESULTS_KEPT).toISOString());

/** Sends all that is kept of the user, as one JSON file that is written while it is being read. */
export function sendExport(
  { c, deps, user }: SignedInContext,
  _input: object,
  rows: BatchResponse<ReturnType<typeof beginningQueries>>,
): Response {
  const pieces = exportOf(deps, user.id, beginningOf(rows));
  const encoder = new TextEncoder();
  const file = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // What has been sent cannot be taken back: a file cut short is no JSON, and the download fails.
        logFault("export_failed", error, { requestId: c.get("requestId") });
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

/** The file, piece by piece: a page of a table at a time, after the first ones, which come together. */
export async function* exportOf(
  ports: Ports,
  userId: string,
  { account, searchIds, pages }: Beginning,
): AsyncGenerator<string, void> {
  const { db, now } = ports;
  yield `{"exported_at":${JSON.stringify(now().toISOString())},"version":${JSON.stringify(VERSION)},"account":${JSON.stringify(account)}`;
  for (const [n, name] of EXPORTED.entries()) {
    yield `,\n${JSON.stringify(name)}:`;
    yield* listOf(rowsOf(db, userId, name, pages[n] ?? []));
  }
  yield `,\n"search_results":`;
  yield* listOf(resultsOf(ports, userId, searchIds));
  yield `,\n"cv_file":`;
  yield* cvOf(ports, account);
  yield "}\n";
}

async function* listOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, void> {
  let opening = "[";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${opening}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    opening = ",";
  }
  yield opening === "[" ? "[]" : "]";
}

/** What searches found, as far as it is kept: their objects have it. */
async function* resultsOf({ searches }: Ports, userId: string, ids: string[]): AsyncGenerator<unknown[], void> {
  for (const id of ids) {
    const search = searches.get(searches.idFromName(id));
    for (let after: number | null = 0; after !== null;) {
      const { companies, next }: { companies: object[]; next: number | null } = await search.companies(
        userId,
        after,
        RESULTS_A_CALL,
      );
      yield companies.map((company) => ({ search_id: id, ...company }));
      after = next;
    }
  }
}

async function* cvOf(
  { files }: Ports,
  { cv_path: path, cv_name: name }: Record<string, unknown>,
): AsyncGenerator<string, void> {
  const bytes = typeof path === "string" ? await files.get(path) : null;
  if (!bytes) {
    yield "null";
    return;
  }
  yield `{"name":${JSON.stringify(name)},"type":"application/pdf","base64":"`;
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE).toBase64();
  yield `"}`;
}
