import { and, eq, isNull, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { CompanyRow } from "../../companies/rules-recipient";
import { INTERVALS_MS } from "../../contract/limits";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { type Candidate, candidateQuery, chooseCandidate } from "../store-candidate";

/** The lock of a company while its message is written: held until released, at most two minutes. */
export interface MessageClaim {
  userId: string;
  companyId: string;
  /** ISO 8601 UTC. */
  claimedAt: string;
}

/** The rows when the lock was requested; undefined when the user has no such row. */
export interface MessageClaimResult {
  claimed: boolean;
  /** The company before the claim. */
  before: CompanyRow | undefined;
  /** The user with the profile that the message is written with. */
  candidate: Candidate | undefined;
  /** That profile as it is kept with the message: null while the user has only one. */
  profileId: string | null;
}

export const whereCompany = (userId: string, companyId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(companies.userId, userId), eq(companies.id, companyId), ...conditions);

/** Whether the message of a company may still be replaced. */
export const IS_WRITABLE = and(isNull(companies.archivedAt), sql`${companies.sendStatus} NOT IN ('sending', 'sent')`);

/** isGenerating in SQL: whether a lock taken at this time is younger than two minutes. False without a lock. */
export function isGeneratingSql(generatingSince: SQLWrapper, now: Date): SQL {
  const staleSince = new Date(now.getTime() - INTERVALS_MS.staleGeneration).toISOString();
  return sql`((${generatingSince} > ${staleSince}) IS TRUE)`;
}

/** Takes the lock of a company if it is free and `when` holds; toClaimResult converts the rows. */
export function messageClaimQueries(
  db: UserDatabase,
  { userId, companyId, claimedAt }: MessageClaim,
  when: SQL | undefined,
) {
  const isFree = not(isGeneratingSql(companies.generatingSince, new Date(claimedAt)));
  return [
    db.select().from(companies).where(whereCompany(userId, companyId)),
    candidateQuery(db, userId),
    db
      .update(companies)
      .set({ generatingSince: claimedAt })
      .where(whereCompany(userId, companyId, IS_WRITABLE, isFree, when))
      .returning({ id: companies.id }),
  ] as const;
}

/** @param profileId the profile to write with; that of the company when none is named */
export function toClaimResult(
  [[before], candidates, claimed]: BatchResponse<ReturnType<typeof messageClaimQueries>>,
  profileId: string | null | undefined,
): MessageClaimResult {
  const candidate = chooseCandidate(candidates, profileId ?? before?.profileId);
  return {
    claimed: claimed.length > 0,
    before,
    candidate,
    profileId: candidates.length > 1 && candidate ? candidate.profileId : null,
  };
}

/** Condition that the message still has this version. */
export const hasVersion = (version: number) => eq(companies.messageVersion, version);

/** Condition that the lock is held. */
export const isClaimHeldSql = (claim: MessageClaim) =>
  sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${whereClaim(claim)})`;

const whereClaim = ({ userId, companyId, claimedAt }: MessageClaim) =>
  whereCompany(userId, companyId, eq(companies.generatingSince, claimedAt));

export async function hasClaim(db: UserDatabase, claim: MessageClaim): Promise<boolean> {
  return (await db.select({ id: companies.id }).from(companies).where(whereClaim(claim))).length > 0;
}

/** Revokes the lock; the current writer's result is discarded. @returns the row as it is now */
export async function revokeClaim(
  db: UserDatabase,
  userId: string,
  companyId: string,
): Promise<CompanyRow | undefined> {
  const [, rows] = await db.batch([
    db.update(companies).set({ generatingSince: null }).where(whereCompany(userId, companyId)),
    db
      .select()
      .from(companies)
      .where(whereCompany(userId, companyId, isNull(companies.archivedAt))),
  ]);
  return rows[0];
}

export async function releaseClaim(db: UserDatabase, claim: MessageClaim): Promise<void> {
  await db.update(companies).set({ generatingSince: null }).where(whereClaim(claim));
}
