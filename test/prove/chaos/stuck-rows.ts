import { z } from "zod";
import type { Product } from "../../harness/product.ts";
import type { ChaosUser } from "./chaos-user.ts";

const Count = z.object({ count: z.number() });

/** Work that began and does not end, by the rows that show it. */
const STUCK_ROWS: Record<string, string> = {
  "searches running": "searches WHERE status IN ('running', 'stopping')",
  "generation items open": "generation_items WHERE state IN ('queued', 'running')",
  "generations running": "generations WHERE finished_at IS NULL",
  "mails being sent": "mails WHERE status = 'sending'",
  "CVs waiting to be read": "users WHERE cv_text_status = 'pending'",
  "CVs of profiles waiting to be read": "profiles WHERE cv_text_status = 'pending'",
  "accounts half deleted": "users WHERE deleted_at IS NOT NULL",
};

export async function findStuckRows(server: Product): Promise<string[]> {
  const found: string[] = [];
  for (const [name, from] of Object.entries(STUCK_ROWS)) {
    const rows = await server.read(Count, `SELECT count(*) AS count FROM ${from}`);
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    if (count > 0) found.push(`${count} ${name}`);
  }
  // Of a closed account whose rows are gone: it is the last to be deleted.
  const entries = "SELECT count(*) AS count FROM user_directory WHERE email IS NULL";
  const [left] = await server.readFrom("SHARED_DB", Count, entries);
  if (left && left.count > 0) found.push(`${left.count} directory entries of deleted accounts`);
  return found;
}

const Outbox = z.object({
  outbox: z.object({
    mails: z.array(
      z.object({ status: z.string(), waits_for: z.string().nullable(), leaves_at: z.string().nullable() }),
    ),
  }),
});
/** What nobody has to do anything about. */
const PASSING_WAITS = new Set(["undo", "turn", "chosen_time", "gmail_rate_limited", "in_flight"]);

/**
 * Mails in the outbox of users that should have left.
 * @param deadline a mail that is planned for later, as an hour after a refusal, is not waited for
 */
export async function findStuckMails(users: ChaosUser[], deadline: number): Promise<string[]> {
  const found: string[] = [];
  for (const user of users.filter(({ hasAccount }) => hasAccount)) {
    if (!user.signedIn) await user.signInOrUp();
    const mails = (await user.get(Outbox, "/api/outbox"))?.outbox.mails ?? [];
    const isDue = (time: string | null) => time === null || Date.parse(time) < deadline;
    const open = mails.filter(
      ({ status, waits_for: why, leaves_at: time }) =>
        status === "sending" || (PASSING_WAITS.has(why ?? "") && isDue(time)),
    );
    const reasons = open.map(({ status, waits_for: why, leaves_at: time }) => `${why ?? status} until ${time ?? "?"}`);
    if (open.length > 0) found.push(`${open.length} mails in an outbox: ${reasons.join(", ")}`);
  }
  return found;
}

/** Columns of times, and by how much they move back to expire what waits for them. */
const DEADLINES = [
  { table: "mails", column: "updated_at", by: "-2 minutes", where: "status = 'sending'" },
  { table: "users", column: "deleted_at", by: "-11 minutes", where: "deleted_at IS NOT NULL" },
];

/** Expires deadlines that would take minutes, for the short form. */
export async function expireDeadlines(server: Product): Promise<void> {
  const statements = DEADLINES.map(({ table, column, by, where }) => ({
    sql: `UPDATE ${table} SET ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '${by}') WHERE ${where}`,
    values: [],
  }));
  for (const shard of server.shards) await server.write(statements, shard);
}
