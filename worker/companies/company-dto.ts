import { z } from "zod";
import { type Company, CompanyState, type DashboardPage } from "../contract/companies";
import { INTERVALS_MS } from "../contract/limits";
import { ApiError } from "../platform/api-error";
import { type CompanyRow, chooseRecipient } from "./rules-recipient";

/** A generation older than two minutes is stale: it no longer counts as under way. */
export function isGenerating(row: Pick<CompanyRow, "generatingSince">, now: Date): boolean {
  return row.generatingSince !== null && now.getTime() - Date.parse(row.generatingSince) < INTERVALS_MS.staleGeneration;
}

/** Row to wire. */
export function toCompany(row: CompanyRow, now: Date): Company {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    redirected_from: row.redirectedFrom,
    business_type: row.businessType,
    city: row.city,
    country: row.country,
    email: row.email,
    phone: row.phone,
    contacts: row.contacts,
    apply_elsewhere: row.applyElsewhere,
    recipient: chooseRecipient(row),
    language: row.language,
    subject: row.subject,
    message: row.message,
    message_version: row.messageVersion,
    message_warnings: row.messageWarnings ?? [],
    generating: isGenerating(row, now),
    favorited: row.favorited,
    email_sent: row.sendStatus === "sent",
    sent_at: row.sentAt,
    send_status: row.sendStatus,
    state: row.archivedAt === null ? "dashboard" : "archived",
    archived_at: row.archivedAt,
    created_at: row.createdAt,
    source: row.source,
  };
}

/** Why an edit of a company did not happen, given the row as it is now. */
export function toEditError(row: CompanyRow | undefined): ApiError {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  return new ApiError("recipient_invalid", { fields: { recipient: "recipient_invalid" } });
}

/** Place in a list: which list it is, and the sort value and id of the last row shown. */
export interface ListCursor {
  list: string;
  value: string;
  id: string;
  /** How many companies are in each state, so that only the first page counts them; on the dashboard alone. */
  states?: StateCounts | undefined;
}
export type StateCounts = DashboardPage["states"];

/** The place a query asks to go on from; null: from the start. */
export const parseCursorQuery = (query: { cursor?: string | undefined }, list: string): ListCursor | null =>
  query.cursor === undefined ? null : decodeCursor(query.cursor, list);

/** The states of a page: as its cursor has them, else as they were just counted. */
export function toStateCounts(
  counted: { state: CompanyState; count: number }[],
  cursor: ListCursor | null,
): StateCounts {
  const states: StateCounts = { ready: 0, to_write: 0, no_email: 0, unsure: 0, sent: 0 };
  for (const { state, count } of counted) states[state] = count;
  return cursor?.states ?? states;
}

/** Cuts rows, read one more than `limit` to tell whether there are more, to a page and the place of the next one. */
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

/** More companies than anybody has: a count above it is none of ours. */
const MAX_STATE_COUNT = 10_000_000;
const cursorText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes("\u0000"));
const CursorTuple = z.tuple([
  cursorText(100),
  cursorText(2_048),
  cursorText(64).min(1),
  z.optional(z.record(CompanyState, z.int().min(0).max(MAX_STATE_COUNT))),
]);

export function encodeCursor(cursor: ListCursor): string {
  return new TextEncoder()
    .encode(JSON.stringify([cursor.list, cursor.value, cursor.id, ...(cursor.states ? [cursor.states] : [])]))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** It comes back from the outside. @throws ApiError `invalid` for what we cannot have written, or wrote for another list */
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
