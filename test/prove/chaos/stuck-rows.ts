import { z } from "zod";
import type { MiniflareServer } from "../sending/miniflare-server.ts";

const Count = z.object({ count: z.number() });

/** What must not be there once everything has settled, as what counts it: nothing that began and does not end. */
const STUCK_ROWS: Record<string, string> = {
  "searches running": "searches WHERE status IN ('running', 'stopping')",
  "turns of a generation open": "generation_items WHERE state IN ('queued', 'running')",
  "generations running": "generations WHERE finished_at IS NULL",
  "mails on their way": "mails WHERE status = 'sending'",
  "CVs waiting to be read": "users WHERE cv_text_status = 'pending'",
  "accounts half deleted": "users WHERE deleted_at IS NOT NULL",
  "claims on sites that are over":
    "sites WHERE claimed_by <> '' AND claimed_until < strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
};

export async function findStuckRows(server: MiniflareServer): Promise<string[]> {
  const found: string[] = [];
  for (const [name, from] of Object.entries(STUCK_ROWS)) {
    const [row] = await server.read(Count, `SELECT count(*) AS count FROM ${from}`);
    if (row && row.count > 0) found.push(`${row.count} ${name}`);
  }
  return found;
}

/** Lets the time pass that nobody has: what waits for a minute or ten to be over finds them over. For the short form. */
export async function expireDeadlines(server: MiniflareServer): Promise<void> {
  await server.write([
    {
      sql: "UPDATE mails SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '-2 minutes') WHERE status = 'sending'",
      values: [],
    },
    {
      sql: "UPDATE users SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at, '-11 minutes') WHERE deleted_at IS NOT NULL",
      values: [],
    },
    {
      sql: "UPDATE sites SET claimed_until = strftime('%Y-%m-%dT%H:%M:%fZ', claimed_until, '-2 minutes') WHERE claimed_by <> ''",
      values: [],
    },
  ]);
}
