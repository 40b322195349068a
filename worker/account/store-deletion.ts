import { and, eq, getTableColumns, is, isNotNull, isNull, lt } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client";
import * as schema from "../db/schema";
import { searches, sessions, users } from "../db/schema";

/** Closes an account for good: nobody can enter it from here on, and its e-mail is not free yet. */
export async function entomb(db: Database, userId: string, at: string): Promise<void> {
  await db.batch([
    db.update(users).set({ deletedAt: at }).where(and(eq(users.id, userId), isNull(users.deletedAt))),
    db.delete(sessions).where(eq(sessions.userId, userId)),
  ]);
}

/** The searches whose objects hold something of the user's. */
export async function searchIdsOf(db: Database, userId: string): Promise<string[]> {
  return (await db.select({ id: searches.id }).from(searches).where(eq(searches.userId, userId))).map(({ id }) => id);
}

/** Every table that holds rows of a user: read off the schema, so that a new one cannot be forgotten. */
const OWNED = Object.values(schema).flatMap((table) => {
  if (!is(table, SQLiteTable)) return [];
  const { userId: owner }: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
  return owner ? [{ table, owner }] : [];
});

/** Deletes every row of the user, the account last: until then a sweep finds it and goes on. */
export async function deleteRows(db: Database, userId: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)),
    ...OWNED.map(({ table, owner }) => db.delete(table).where(eq(owner, userId))),
    db.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletedAt))),
  ]);
}

/** Accounts closed before `before` that are not gone yet, at most `limit`. */
export async function unfinishedDeletions(db: Database, before: string, limit: number): Promise<string[]> {
  return (await db.select({ id: users.id }).from(users).where(lt(users.deletedAt, before)).limit(limit)).map(({ id }) => id);
}
