import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules-recipient";
import type { MessageWarning } from "../contract/companies";
import { INTERVALS_MS } from "../contract/limits";
import type { BatchResponse, Database } from "../db/client";
import { users } from "../db/schema/account";
import { companies } from "../db/schema/companies";
import {
  finishGenerationQuery,
  completeItemQuery,
  isCompletedBy,
  type ItemAttempt,
} from "./generate/store-generations";

/** What a message is written from, on the candidate's side. */
export type Candidate = NonNullable<Awaited<ReturnType<typeof candidateQuery>>[number]>;

const whereCompany = (userId: string, companyId: string, ...more: (SQL | undefined)[]) =>
  and(eq(companies.userId, userId), eq(companies.id, companyId), ...more);
const isWritable = and(isNull(companies.archivedAt), sql`${companies.sendStatus} NOT IN ('sending', 'sent')`);

export function candidateQuery(db: Database, userId: string) {
  return db
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      template: users.templateMessage,
      attachCv: users.attachCv,
      cvPath: users.cvPath,
      cvText: users.cvText,
      cvTextStatus: users.cvTextStatus,
      cvFacts: users.cvFacts,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

/** A claim: one writer a company, until it lets go or two minutes have passed. */
export interface MessageClaim {
  userId: string;
  companyId: string;
  /** ISO 8601 UTC. */
  claimedAt: string;
}

/** What there was when a claim was tried; undefined for what the user does not have. */
export interface MessageClaimResult {
  claimed: boolean;
  /** The row as it was before. */
  before: CompanyRow | undefined;
  candidate: Candidate | undefined;
}

/** Statements that take the claim on a company, if it is free and `when` holds: toClaimResult reads what they answer. */
export function messageClaimQueries(
  db: Database,
  { userId, companyId, claimedAt }: MessageClaim,
  when: SQL | undefined,
) {
  const stale = new Date(Date.parse(claimedAt) - INTERVALS_MS.staleGeneration).toISOString();
  const free = or(isNull(companies.generatingSince), lt(companies.generatingSince, stale));
  return [
    db.select().from(companies).where(whereCompany(userId, companyId)),
    candidateQuery(db, userId),
    db
      .update(companies)
      .set({ generatingSince: claimedAt })
      .where(whereCompany(userId, companyId, isWritable, free, when))
      .returning({ id: companies.id }),
  ] as const;
}

export const toClaimResult = ([[before], [candidate], claimed]: BatchResponse<
  ReturnType<typeof messageClaimQueries>
>): MessageClaimResult => ({
  claimed: claimed.length > 0,
  before,
  candidate,
});

/** Condition that the message is still the one of this version. */
export const hasVersion = (version: number) => eq(companies.messageVersion, version);

/** Condition that a claim is held. */
export const isClaimHeld = (claim: MessageClaim) => sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${whereClaim(claim)})`;

const whereClaim = ({ userId, companyId, claimedAt }: MessageClaim) =>
  whereCompany(userId, companyId, eq(companies.generatingSince, claimedAt));

export async function hasClaim(db: Database, claim: MessageClaim): Promise<boolean> {
  return (await db.select({ id: companies.id }).from(companies).where(whereClaim(claim))).length > 0;
}

/** Takes the claim from whoever writes: what that brings is not saved any more. @returns the row as it is now */
export async function revokeClaim(db: Database, userId: string, companyId: string): Promise<CompanyRow | undefined> {
  const [, rows] = await db.batch([
    db.update(companies).set({ generatingSince: null }).where(whereCompany(userId, companyId)),
    db
      .select()
      .from(companies)
      .where(whereCompany(userId, companyId, isNull(companies.archivedAt))),
  ]);
  return rows[0];
}

export async function releaseClaim(db: Database, claim: MessageClaim): Promise<void> {
  await db.update(companies).set({ generatingSince: null }).where(whereClaim(claim));
}

/**
 * Saves a written message and lets go of the claim, if the claim still holds, nobody has edited the message meanwhile and, in a
 * generation, the run was neither cancelled nor replaced. The run's item is done in the same transaction.
 */
export async function saveMessage(
  db: Database,
  claim: MessageClaim,
  written: { subject: string; message: string; warnings: MessageWarning[]; version: number },
  run: ItemAttempt | null,
  at: string,
): Promise<{ saved: CompanyRow | undefined; now: CompanyRow | undefined }> {
  const { userId, companyId, claimedAt } = claim;
  const { subject, message, warnings, version } = written;
  const unchanged = whereCompany(
    userId,
    companyId,
    isWritable,
    eq(companies.generatingSince, claimedAt),
    eq(companies.messageVersion, version),
  );
  const save = db
    .update(companies)
    .set({
      subject,
      message,
      messageWarnings: warnings.length > 0 ? warnings : null,
      messageVersion: version + 1,
      generatingSince: null,
    })
    .where(and(unchanged, run ? isCompletedBy(run) : undefined))
    .returning();
  const current = db.select().from(companies).where(whereCompany(userId, companyId));
  if (!run) {
    const [saved, now] = await db.batch([save, current]);
    return { saved: saved[0], now: now[0] };
  }
  const still = sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${unchanged})`;
  const [, saved, now] = await db.batch([
    completeItemQuery(db, run, still, at),
    save,
    current,
    finishGenerationQuery(db, userId, at),
  ]);
  return { saved: saved[0], now: now[0] };
}
