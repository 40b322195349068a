import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { CvTextStatus } from "../../contract/account";
import type { Database } from "../../db/client";
import { users } from "../../db/schema/account";

export interface StoredCv {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  uploadedAt: string;
}

/**
 * Makes an upload the user's CV, with its text still to be extracted.
 * @returns whether the account is still open, and the path of the CV it replaces
 */
export async function replaceCv(
  db: Database,
  userId: string,
  cv: StoredCv,
): Promise<{ stored: boolean; previous: string | null }> {
  const open = and(eq(users.id, userId), isNull(users.deletedAt));
  const [before, after] = await db.batch([
    db.select({ path: users.cvPath }).from(users).where(open),
    db
      .update(users)
      .set({
        cvPath: cv.path,
        cvName: cv.name,
        cvSize: cv.size,
        cvUploadedAt: cv.uploadedAt,
        cvText: null,
        cvTextStatus: "pending",
        cvFacts: null,
      })
      .where(open)
      .returning({ id: users.id }),
  ]);
  return { stored: after.length > 0, previous: before[0]?.path ?? null };
}

/** Query for the text of the CV and its status. No row: no such account. */
export const cvTextQuery = (db: Database, userId: string) =>
  db
    .select({ status: users.cvTextStatus, text: users.cvText })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));

const isWaiting = (userId: string, path: string) =>
  and(eq(users.id, userId), eq(users.cvPath, path), eq(users.cvTextStatus, "pending"), isNull(users.deletedAt));

/** Whether this CV still waits for its text. */
export async function isCvWaiting(db: Database, userId: string, path: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(isWaiting(userId, path))).length > 0;
}

/** Stores the extracted text, unless a newer CV has come in the meantime. */
export async function saveCvText(
  db: Database,
  userId: string,
  path: string,
  read: { status: CvTextStatus; text: string },
): Promise<void> {
  await db.update(users).set({ cvText: read.text, cvTextStatus: read.status }).where(isWaiting(userId, path));
}

/** CVs uploaded before `before` whose text is still pending, at most `limit`. */
export async function listOverdueCvs(
  db: Database,
  before: string,
  limit: number,
): Promise<{ userId: string; cvPath: string }[]> {
  const rows = await db
    .select({ userId: users.id, cvPath: users.cvPath })
    .from(users)
    .where(and(sql`${users.cvTextStatus} = 'pending'`, lt(users.cvUploadedAt, before), isNull(users.deletedAt)))
    .limit(limit);
  return rows.flatMap(({ userId, cvPath }) => (cvPath === null ? [] : [{ userId, cvPath }]));
}
