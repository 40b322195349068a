import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client";
import { doNotContact } from "../db/schema/mail";
import { buildIsObjected } from "./store-objections";

type DoNotContactRow = typeof doNotContact.$inferSelect;

/**
 * Whether the list of the user whose `companies` row is at hand holds an address or a domain it lies in, or the list of those who have
 * objected for everybody.
 * @param to the address, as the list writes it; in SQL, so that the claim of a mail asks it in its own transaction
 */
export const isOnDoNotContactList = (
  to: SQL,
): SQL => sql`(${buildIsObjected(to)} OR EXISTS (SELECT 1 FROM do_not_contact AS listed WHERE listed.user_id = companies.user_id AND (listed.entry = ${to}
  OR (instr(listed.entry, '@') = 0 AND substr(${to}, -length(listed.entry) - 1) IN ('@' || listed.entry, '.' || listed.entry)))))`;

/** The list, newest first. Awaited, or part of a batch. */
export const doNotContactQuery = (db: Database, userId: string) =>
  db
    .select()
    .from(doNotContact)
    .where(eq(doNotContact.userId, userId))
    .orderBy(desc(doNotContact.createdAt), doNotContact.entry);

/** @returns the list as it is now: without the entry when it was full */
export async function insertDoNotContactEntry(
  db: Database,
  entry: DoNotContactRow,
  most: number,
): Promise<DoNotContactRow[]> {
  const { userId } = entry;
  const [, rows] = await db.batch([
    // All columns in the order of the table. `WHERE` tells the conflict clause from a join's.
    db
      .insert(doNotContact)
      .select(
        sql`SELECT ${userId}, ${entry.entry}, ${entry.createdAt} WHERE (SELECT count(*) FROM do_not_contact WHERE user_id = ${userId}) < ${most}`,
      )
      .onConflictDoNothing(),
    doNotContactQuery(db, userId),
  ]);
  return rows;
}

/** @returns the list as it is now */
export async function deleteDoNotContactEntry(db: Database, userId: string, entry: string): Promise<DoNotContactRow[]> {
  const [, rows] = await db.batch([
    db.delete(doNotContact).where(and(eq(doNotContact.userId, userId), eq(doNotContact.entry, entry))),
    doNotContactQuery(db, userId),
  ]);
  return rows;
}
