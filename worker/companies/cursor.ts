import { z } from "zod";
import { type DashboardPage, CompanyState } from "../contract/companies";
import { ApiError } from "../platform/api-error";

/** Position in a list: which list, and the sort value and id of the last row shown. */
export interface ListCursor {
  list: string;
  value: string;
  id: string;
  /** How many companies are in each state, so that only the first page counts them; on the dashboard alone. */
  states?: StateCounts | undefined;
}

export type StateCounts = DashboardPage["states"];

/** The cursor of a query; null starts from the beginning. */
export const parseCursorQuery = (query: { cursor?: string | undefined }, list: string): ListCursor | null =>
  query.cursor === undefined ? null : decodeCursor(query.cursor, list);

/** The counts of a page: from its cursor, else as just counted. */
export function toStateCounts(
  counted: { state: CompanyState; count: number }[],
  cursor: ListCursor | null,
): StateCounts {
  const states: StateCounts = { ready: 0, to_write: 0, no_email: 0, unsure: 0, sent: 0 };
  for (const { state, count } of counted) states[state] = count;
  return cursor?.states ?? states;
}

/** Cuts rows, of which one more than `limit` was read, to a page and the cursor of the next. */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  list: string,
  sortValue: (row: Row) => string,
  states?: StateCounts,
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    next_cursor:
      last && rows.length > limit ? encodeCursor({ list, value: sortValue(last), id: last.id, states }) : null,
  };
}

/** Above any real count: the cursor was not written by us. */
const MAX_STATE_COUNT = 10000000;
const cursorText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes("\u0000"));
const CursorTuple = z.tuple([
  cursorText(100),
  cursorText(2048),
  cursorText(64).min(1),
  z.optional(z.record(CompanyState, z.int().min(0).max(MAX_STATE_COUNT))),
]);

export function encodeCursor(cursor: ListCursor): string {
  return new TextEncoder()
    .encode(JSON.stringify([cursor.list, cursor.value, cursor.id, ...(cursor.states ? [cursor.states] : [])]))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Validates a cursor from the client. @throws ApiError `invalid` for one not written here, or for another list */
export function decodeCursor(text: string, list: string): ListCursor {
  try {
    const parsed: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: "base64url" })),
    );
    const cursor = CursorTuple.safeParse(parsed);
    if (cursor.success && cursor.data[0] === list)
      return { list, value: cursor.data[1], id: cursor.data[2], states: cursor.data[3] };
  } catch {
    // Neither base64url nor JSON: the same refusal as for a wrong shape.
  }
  throw new ApiError("invalid", { fields: { cursor: "invalid" } });
}
