import { and, eq, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules-recipient";
import { toWarningColumn } from "../companies/store-companies";
import { existingProfileSql } from "../companies/store-existing-profile";
import { keepVersionQueries } from "../companies/store-kept-versions";
import type { MessageWarning } from "../contract/companies";
import type { SentenceClaims } from "../contract/field-schemas";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";
import {
  completeItemQuery,
  finishGenerationQuery,
  isCompletedBy,
  type ItemAttempt,
} from "./generate/store-generations";
import { hasVersion, IS_WRITABLE, type MessageClaim, whereCompany } from "./generate/store-message-claims";

/**
 * Saves a written message and releases the lock, if the lock is still held, the user has not edited the message since
 * and, in a generation, the item was neither cancelled nor restarted. The same transaction completes the item and keeps
 * the version.
 */
export async function saveMessage(
  db: UserDatabase,
  { userId, companyId, claimedAt }: MessageClaim,
  written: {
    subject: string;
    message: string;
    claims: SentenceClaims[];
    warnings: MessageWarning[];
    version: number;
    profileId: string | null;
  },
  run: ItemAttempt | null,
  at: string,
): Promise<{ saved: CompanyRow | undefined; now: CompanyRow | undefined; generationEnded: boolean }> {
  const { subject, message, claims, warnings, version, profileId } = written;
  const isUnchanged = whereCompany(
    userId,
    companyId,
    IS_WRITABLE,
    eq(companies.generatingSince, claimedAt),
    hasVersion(version),
  );
  const save = db
    .update(companies)
    .set({
      subject,
      message,
      messageClaims: claims,
      messageAuthor: "assistant",
      messageWarnings: toWarningColumn(warnings),
      messageVersion: version + 1,
      generatingSince: null,
      profileId: existingProfileSql(userId, profileId),
    })
    .where(and(isUnchanged, run ? isCompletedBy(run) : undefined))
    .returning();
  const current = db.select().from(companies).where(whereCompany(userId, companyId));
  const keep = keepVersionQueries(db, { userId, companyId }, at);
  if (!run) {
    const [, saved, , , now] = await db.batch([keep.before, save, keep.after, keep.prune, current]);
    return { saved: saved[0], now: now[0], generationEnded: false };
  }
  const [, , saved, , , now, ended] = await db.batch([
    keep.before,
    completeItemQuery(db, run, sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${isUnchanged})`, at),
    save,
    keep.after,
    keep.prune,
    current,
    finishGenerationQuery(db, userId, at),
  ]);
  return { saved: saved[0], now: now[0], generationEnded: ended.length > 0 };
}

/** Replaces the warnings of a message that was checked anew, if it is still this version. */
export async function saveWarnings(
  db: UserDatabase,
  { userId, id, messageVersion }: Pick<CompanyRow, "userId" | "id" | "messageVersion">,
  warnings: MessageWarning[],
): Promise<void> {
  await db
    .update(companies)
    .set({ messageWarnings: toWarningColumn(warnings) })
    .where(whereCompany(userId, id, IS_WRITABLE, hasVersion(messageVersion)));
}
