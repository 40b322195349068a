import { and, desc, eq, ne, not, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules-recipient";
import { companyQuery } from "../companies/store-companies";
import { existingProfileSql } from "../companies/store-existing-profile";
import { keepVersionQueries } from "../companies/store-kept-versions";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";
import { messageVersions } from "../db/schema/messages";
import { hasVersion, isGeneratingSql, IS_WRITABLE, whereCompany } from "./generate/store-message-claims";

export type VersionRow = typeof messageVersions.$inferSelect;

/** A company and its kept versions, latest first. */
export const messageVersionQueries = (db: UserDatabase, userId: string, companyId: string) =>
  [
    companyQuery(db, userId, companyId),
    db
      .select()
      .from(messageVersions)
      .where(and(eq(messageVersions.userId, userId), eq(messageVersions.companyId, companyId)))
      .orderBy(desc(messageVersions.version)),
  ] as const;

/**
 * Makes the text of an earlier version the present message, unless it is being written or sent.
 * @returns the row if it was changed, and the row as it is now
 */
export async function restoreVersion(
  db: UserDatabase,
  {
    userId,
    companyId,
    version,
    replaces,
  }: { userId: string; companyId: string; version: number; replaces: number | undefined },
  now: Date,
): Promise<{ restored: CompanyRow | undefined; row: CompanyRow | undefined }> {
  const kept = and(
    eq(messageVersions.userId, userId),
    eq(messageVersions.companyId, companyId),
    eq(messageVersions.version, version),
  );
  const pickKept = (column: "subject" | "message" | "author" | "claims" | "warnings" | "profileId") =>
    sql`(SELECT ${messageVersions[column]} FROM ${messageVersions} WHERE ${kept})`;
  const keep = keepVersionQueries(db, { userId, companyId }, now.toISOString());
  const [, restored, , , rows] = await db.batch([
    keep.before,
    db
      .update(companies)
      .set({
        subject: pickKept("subject"),
        message: pickKept("message"),
        messageAuthor: pickKept("author"),
        messageClaims: pickKept("claims"),
        messageWarnings: pickKept("warnings"),
        profileId: existingProfileSql(userId, pickKept("profileId")),
        messageVersion: sql`${companies.messageVersion} + 1`,
      })
      .where(
        whereCompany(
          userId,
          companyId,
          IS_WRITABLE,
          not(isGeneratingSql(companies.generatingSince, now)),
          not(hasVersion(version)),
          replaces === undefined ? undefined : hasVersion(replaces),
          sql`EXISTS (SELECT 1 FROM ${messageVersions} WHERE ${kept})`,
        ),
      )
      .returning(),
    keep.after,
    keep.prune,
    companyQuery(db, userId, companyId),
  ]);
  return { restored: restored[0], row: rows[0] };
}

/** Keeps that the user has read this version. @returns the row if it has this version, and the row as it is now */
export async function saveReadMark(
  db: UserDatabase,
  { userId, companyId, version }: { userId: string; companyId: string; version: number },
): Promise<{ marked: CompanyRow | undefined; row: CompanyRow | undefined }> {
  const [marked, rows] = await db.batch([
    db
      .update(companies)
      .set({ messageReadVersion: version })
      .where(whereCompany(userId, companyId, hasVersion(version), ne(companies.message, "")))
      .returning(),
    companyQuery(db, userId, companyId),
  ]);
  return { marked: marked[0], row: rows[0] };
}
