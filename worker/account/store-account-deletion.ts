import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { sessions, users } from "../db/schema/account";
import { mailboxes } from "../db/schema/mail";
import { searches } from "../db/schema/search";
import { USER_TABLES } from "../db/user-tables";

/** What remains of a closed account. Its e-mail is free again. */
const toDeletedRow = (userId: string) => ({
  name: "",
  email: `closed:${userId}`,
  passwordHash: null,
  googleSub: null,
  profileId: null,
  profileName: "",
  profileLanguage: null,
  templateMessage: "",
  cvPath: null,
  cvName: null,
  cvSize: null,
  cvUploadedAt: null,
  cvText: null,
  cvTextStatus: null,
  cvFacts: null,
  signaturePhone: "",
  signatureLinks: [],
});

/**
 * Closes an account for good, unless it is closed already: sign-in ends, and the row holds no personal data any more.
 * @returns when it was closed, ISO 8601; null when there is no such account
 */
export async function markDeleted(db: UserDatabase, userId: string, at: string): Promise<string | null> {
  const [, , rows] = await db.batch([
    db
      .update(users)
      .set({ ...toDeletedRow(userId), deletedAt: at })
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)),
  ]);
  return rows[0]?.deletedAt ?? null;
}

/** Searches whose objects store data of the user. */
export async function listSearchIds(db: UserDatabase, userId: string): Promise<string[]> {
  return (await db.select({ id: searches.id }).from(searches).where(eq(searches.userId, userId))).map(({ id }) => id);
}

/** Rows that lead to data outside of D1: objects of searches, and the grant at Google. */
const DELETED_LAST: ReadonlySet<unknown> = new Set([searches, mailboxes]);

/** Deletes the rows of the user, except those that lead to other data. */
export async function deleteUserRows(db: UserDatabase, userId: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)),
    ...USER_TABLES.filter(({ table }) => !DELETED_LAST.has(table)).map(({ table, owner }) =>
      db.delete(table).where(eq(owner, userId)),
    ),
  ]);
}

/** Deletes all rows of a closed account, and the account. */
export async function deleteAccountRows(db: UserDatabase, userId: string): Promise<void> {
  await db.batch([
    db.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletedAt))),
    ...USER_TABLES.map(({ table, owner }) => db.delete(table).where(eq(owner, userId))),
  ]);
}

/** Accounts closed before `before` that are not deleted yet, at most `limit`. */
export async function listUnfinishedDeletions(db: UserDatabase, before: string, limit: number): Promise<string[]> {
  return (await db.select({ id: users.id }).from(users).where(lt(users.deletedAt, before)).limit(limit)).map(
    ({ id }) => id,
  );
}
