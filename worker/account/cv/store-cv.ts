import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { CvTextStatus } from "../../contract/account";
import type { UserDatabase } from "../../db/client";
import { profiles, users } from "../../db/schema/account";
import { companies } from "../../db/schema/companies";

// A CV is in the row of its profile: for the default one that of the user, else one of `profiles`. Its path says which.

export interface StoredCv {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  uploadedAt: string;
}

const isOpenAccount = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt));
const openAccountSql = (userId: string) =>
  sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.deleted_at IS NULL)`;
/** Raw SQL spells table names: Drizzle omits them in single-table queries. */
const isDefaultSql = (profileId: string | undefined) =>
  profileId === undefined ? undefined : sql`coalesce(users.profile_id, users.id) = ${profileId}`;
const isOther = (userId: string, profileId: string | undefined) =>
  and(eq(profiles.userId, userId), eq(profiles.id, profileId ?? ""), openAccountSql(userId));

/**
 * Makes an upload the CV of a profile, with its text still to be extracted.
 * @param profileId undefined for the default one
 * @returns whether the account is still open and has the profile, the path of the CV it replaces, the paths of all CVs
 *   of the user, and the number of unsent letters of the profile
 */
export async function replaceCv(
  db: UserDatabase,
  userId: string,
  profileId: string | undefined,
  cv: StoredCv,
): Promise<{ stored: boolean; previous: string | null; paths: string[]; letters: number }> {
  const ofDefault = and(isOpenAccount(userId), isDefaultSql(profileId));
  const ofOther = isOther(userId, profileId);
  const columns = {
    cvPath: cv.path,
    cvName: cv.name,
    cvSize: cv.size,
    cvUploadedAt: cv.uploadedAt,
    cvText: null,
    cvTextStatus: "pending" as const,
    cvFacts: null,
  };
  const [before, beforeOther, after, afterOther, first, others, letters] = await db.batch([
    db.select({ path: users.cvPath }).from(users).where(ofDefault),
    db.select({ path: profiles.cvPath }).from(profiles).where(ofOther),
    db.update(users).set(columns).where(ofDefault).returning({ id: users.id }),
    db.update(profiles).set(columns).where(ofOther).returning({ id: profiles.id }),
    db
      .select({ path: users.cvPath })
      .from(users)
      .where(and(isOpenAccount(userId), isNotNull(users.cvPath))),
    db
      .select({ path: profiles.cvPath })
      .from(profiles)
      .where(and(eq(profiles.userId, userId), isNotNull(profiles.cvPath))),
    unsentLettersQuery(db, userId, profileId),
  ]);
  return {
    stored: after.length + afterOther.length > 0,
    previous: [...before, ...beforeOther][0]?.path ?? null,
    paths: [...first, ...others].flatMap(({ path }) => path ?? []),
    letters: letters[0]?.count ?? 0,
  };
}

/** Query for the number of unsent letters of a profile; those of a profile that is gone are the default one's. */
const unsentLettersQuery = (db: UserDatabase, userId: string, profileId: string | undefined) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.userId))
    .leftJoin(profiles, and(eq(profiles.userId, companies.userId), eq(profiles.id, companies.profileId)))
    .where(
      and(
        eq(companies.userId, userId),
        isNull(companies.archivedAt),
        sql`${companies.message} <> '' AND ${companies.sendStatus} NOT IN ('sending', 'sent')`,
        sql`coalesce(${profiles.id}, users.profile_id, users.id)
          = coalesce(${profileId ?? null}, users.profile_id, users.id)`,
      ),
    );

/** Query for status and text of the CV of a profile. No row: no such account or profile. */
export const cvTextQuery = (db: UserDatabase, userId: string, profileId?: string) =>
  db
    .select({ status: users.cvTextStatus, text: users.cvText })
    .from(users)
    .where(and(isOpenAccount(userId), isDefaultSql(profileId)))
    .unionAll(
      db
        .select({ status: profiles.cvTextStatus, text: profiles.cvText })
        .from(profiles)
        .where(isOther(userId, profileId)),
    );

const isWaiting = (userId: string, path: string) =>
  and(isOpenAccount(userId), eq(users.cvPath, path), eq(users.cvTextStatus, "pending"));
const isOtherWaiting = (userId: string, path: string) =>
  and(
    eq(profiles.userId, userId),
    eq(profiles.cvPath, path),
    eq(profiles.cvTextStatus, "pending"),
    openAccountSql(userId),
  );

/** Whether this CV still waits for its text. */
export async function isCvWaiting(db: UserDatabase, userId: string, path: string): Promise<boolean> {
  const [first, others] = await db.batch([
    db.select({ id: users.id }).from(users).where(isWaiting(userId, path)),
    db.select({ id: profiles.id }).from(profiles).where(isOtherWaiting(userId, path)),
  ]);
  return first.length + others.length > 0;
}

/** Stores the extracted text, unless a newer CV has come in the meantime. */
export async function saveCvText(
  db: UserDatabase,
  userId: string,
  path: string,
  read: { status: CvTextStatus; text: string },
): Promise<void> {
  const columns = { cvText: read.text, cvTextStatus: read.status };
  await db.batch([
    db.update(users).set(columns).where(isWaiting(userId, path)),
    db.update(profiles).set(columns).where(isOtherWaiting(userId, path)),
  ]);
}

/** CVs uploaded before `before` whose text is still pending, at most `limit`. */
export async function listOverdueCvs(
  db: UserDatabase,
  before: string,
  limit: number,
): Promise<{ userId: string; cvPath: string }[]> {
  const [first, others] = await db.batch([
    db
      .select({ userId: users.id, cvPath: users.cvPath })
      .from(users)
      .where(and(sql`${users.cvTextStatus} = 'pending'`, lt(users.cvUploadedAt, before), isNull(users.deletedAt)))
      .limit(limit),
    db
      .select({ userId: profiles.userId, cvPath: profiles.cvPath })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(sql`${profiles.cvTextStatus} = 'pending'`, lt(profiles.cvUploadedAt, before), isNull(users.deletedAt)))
      .limit(limit),
  ]);
  return [...first, ...others]
    .flatMap(({ userId, cvPath }) => (cvPath === null ? [] : [{ userId, cvPath }]))
    .slice(0, limit);
}
