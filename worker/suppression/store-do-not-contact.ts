import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { doNotContact } from "../db/schema/mail";

type DoNotContactRow = typeof doNotContact.$inferSelect;

/**
 * Whether the user's list (by the `companies` row of the query) contains an address or its domain.
 * @param to the address, normalized as in the list; SQL, so that claiming a mail checks it in the same transaction
 */
export const isOnDoNotContactListSql = (to: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM do_not_contact AS listed WHERE listed.user_id = companies.user_id AND (listed.entry = ${to}
  OR (instr(listed.entry, '@') = 0
    AND substr(${to}, -length(listed.entry) - 1) IN ('@' || listed.entry, '.' || listed.entry))))`;

/** Whether the list of a user contains an address or its domain. @param address lower case, ASCII */
export async function isOnDoNotContactList(db: UserDatabase, userId: string, address: string): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM (SELECT ${userId} AS user_id) AS companies WHERE ${isOnDoNotContactListSql(sql`${address}`)}`,
  );
  return rows.length > 0;
}

/** Newest first. Awaited, or part of a batch. */
export const doNotContactQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(doNotContact)
    .where(eq(doNotContact.userId, userId))
    .orderBy(desc(doNotContact.createdAt), doNotContact.entry);

/** @returns the new list, without the entry if the list was full */
export async function insertDoNotContactEntry(
  db: UserDatabase,
  entry: DoNotContactRow,
  maxEntries: number,
): Promise<DoNotContactRow[]> {
  const { userId } = entry;
  const [, rows] = await db.batch([
    // All columns in the order of the table. SQLite needs `WHERE` to parse the conflict clause after a SELECT.
    db
      .insert(doNotContact)
      .select(
        sql`SELECT ${userId}, ${entry.entry}, ${entry.createdAt}
          WHERE (SELECT count(*) FROM do_not_contact WHERE user_id = ${userId}) < ${maxEntries}`,
      )
      .onConflictDoNothing(),
    doNotContactQuery(db, userId),
  ]);
  return rows;
}

/** @returns the new list */
export async function deleteDoNotContactEntry(
  db: UserDatabase,
  userId: string,
  entry: string,
): Promise<DoNotContactRow[]> {
  const [, rows] = await db.batch([
    db.delete(doNotContact).where(and(eq(doNotContact.userId, userId), eq(doNotContact.entry, entry))),
    doNotContactQuery(db, userId),
  ]);
  return rows;
}
