import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules";
import type { LetterWarning } from "../contract/companies";
import { RHYTHM } from "../contract/limits";
import type { BatchResponse, Database } from "../db/client";
import { users } from "../db/schema/account";
import { companies } from "../db/schema/companies";
import { finishQuery, itemDone, itemDoneBy, type Run } from "./store-generations";

/** What a message is written from, on the candidate's side. */
export type Candidate = NonNullable<Awaited<ReturnType<typeof candidateQuery>>[number]>;

const theCompany = (userId: string, companyId: string, ...more: (SQL | undefined)[]) =>
  and(eq(companies.userId, userId), eq(companies.id, companyId), ...more);
const writable = and(isNull(companies.archivedAt), sql`${companies.sendStatus} NOT IN ('sending', 'sent')`);

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
export interface Claim {
  userId: string;
  companyId: string;
  /** ISO 8601 UTC. */
  claimedAt: string;
}

/** What there was when a claim was tried; undefined for what the user does not have. */
export interface Taken {
  claimed: boolean;
  /** The row as it was before. */
  before: CompanyRow | undefined;
  candidate: Candidate | undefined;
}

/** Statements that take the claim on a company, if it is free and `when` holds: takenOf reads what they answer. */
export function claimQueries(db: Database, { userId, companyId, claimedAt }: Claim, when: SQL | undefined) {
  const stale = new Date(Date.parse(claimedAt) - RHYTHM.staleGeneration).toISOString();
  const free = or(isNull(companies.generatingSince), lt(companies.generatingSince, stale));
  return [
    db.select().from(companies).where(theCompany(userId, companyId)),
    candidateQuery(db, userId),
    db
      .update(companies)
      .set({ generatingSince: claimedAt })
      .where(theCompany(userId, companyId, writable, free, when))
      .returning({ id: companies.id }),
  ] as const;
}

export const takenOf = ([[before], [candidate], claimed]: BatchResponse<ReturnType<typeof claimQueries>>): Taken => ({
  claimed: claimed.length > 0,
  before,
  candidate,
});

/** Condition that the message is still the one of this version. */
export const hasVersion = (version: number) => eq(companies.messageVersion, version);

/** Condition that a claim is held. */
export const claimHeld = (claim: Claim) => sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${ofClaim(claim)})`;

const ofClaim = ({ userId, companyId, claimedAt }: Claim) =>
  theCompany(userId, companyId, eq(companies.generatingSince, claimedAt));

export async function holdsClaim(db: Database, claim: Claim): Promise<boolean> {
  return (await db.select({ id: companies.id }).from(companies).where(ofClaim(claim))).length > 0;
}

/** Takes the claim from whoever writes: what that brings is not saved any more. @returns the row as it is now */
export async function dropClaim(db: Database, userId: string, companyId: string): Promise<CompanyRow | undefined> {
  const [, rows] = await db.batch([
    db.update(companies).set({ generatingSince: null }).where(theCompany(userId, companyId)),
    db
      .select()
      .from(companies)
      .where(theCompany(userId, companyId, isNull(companies.archivedAt))),
  ]);
  return rows[0];
}

export async function releaseClaim(db: Database, claim: Claim): Promise<void> {
  await db.update(companies).set({ generatingSince: null }).where(ofClaim(claim));
}

/**
 * Saves a written message and lets go of the claim, if the claim still holds, nobody has edited the message meanwhile and, in a
 * generation, the run was neither cancelled nor replaced. The run's item is done in the same transaction.
 */
export async function saveMessage(
  db: Database,
  claim: Claim,
  written: { subject: string; message: string; warnings: LetterWarning[]; version: number },
  run: Run | null,
  at: string,
): Promise<{ saved: CompanyRow | undefined; now: CompanyRow | undefined }> {
  const { userId, companyId, claimedAt } = claim;
  const { subject, message, warnings, version } = written;
  const unchanged = theCompany(
    userId,
    companyId,
    writable,
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
    .where(and(unchanged, run ? itemDoneBy(run) : undefined))
    .returning();
  const current = db.select().from(companies).where(theCompany(userId, companyId));
  if (!run) {
    const [saved, now] = await db.batch([save, current]);
    return { saved: saved[0], now: now[0] };
  }
  const still = sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${unchanged})`;
  const [, saved, now] = await db.batch([itemDone(db, run, still, at), save, current, finishQuery(db, userId, at)]);
  return { saved: saved[0], now: now[0] };
}
