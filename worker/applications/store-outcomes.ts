import { and, desc, eq, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules-recipient";
import { companyQuery } from "../companies/store-companies";
import {
  type CompanyKey,
  type ConfirmedOutcome,
  confirmOutcomeQuery,
  deriveOutcomeQuery,
  insertProposalQuery,
  isLatestEventSql,
  type ReadOutcome,
  takeEventBackQuery,
} from "../companies/store-outcome-events";
import type { Outcome } from "../contract/companies";
import { LIMITS } from "../contract/limits";
import type { BatchResponse, UserDatabase } from "../db/client";
import { outcomeEvents } from "../db/schema/applications";
import { sentMailQuery } from "../mail/bounces/store-bounces";

/** Outcomes but for bounces, which the mailbox records. */

const IS_APPLIED_TO = sql`(companies.send_status = 'sent' OR companies.applied_at IS NOT NULL)`;

/** What was read wrongly is not kept. */
const DISMISSED = { status: "dismissed", sender: null, subject: null, excerpt: null } as const;

const eventQuery = (db: UserDatabase, { userId, companyId }: CompanyKey, eventId: string) =>
  db
    .select()
    .from(outcomeEvents)
    .where(
      and(eq(outcomeEvents.userId, userId), eq(outcomeEvents.companyId, companyId), eq(outcomeEvents.id, eventId)),
    );
export type EventRow = typeof outcomeEvents.$inferSelect;

/** The event that counts. */
const latestEventQuery = (db: UserDatabase, { userId, companyId }: CompanyKey) =>
  db
    .select({ id: outcomeEvents.id, outcome: outcomeEvents.outcome })
    .from(outcomeEvents)
    .where(
      and(
        eq(outcomeEvents.userId, userId),
        eq(outcomeEvents.companyId, companyId),
        eq(outcomeEvents.status, "confirmed"),
      ),
    )
    .orderBy(desc(outcomeEvents.decidedAt), desc(sql`rowid`))
    .limit(1);

/** A company, the event that counts, and the mail that was sent. */
export const latestEventQueries = (db: UserDatabase, key: CompanyKey) =>
  [companyQuery(db, key.userId, key.companyId), latestEventQuery(db, key), sentMailQuery(db, key)] as const;
export type LatestEventRows = BatchResponse<ReturnType<typeof latestEventQueries>>;

/** @returns whether the outcome was written: an application was there, and a proposal was not decided on */
export async function insertOutcome(
  db: UserDatabase,
  key: CompanyKey,
  outcome: ConfirmedOutcome & { outcome: Exclude<Outcome, "bounced"> },
): Promise<{ recorded: boolean; row: CompanyRow | undefined }> {
  const [recorded, , rows] = await db.batch([
    confirmOutcomeQuery(db, key, outcome, IS_APPLIED_TO),
    deriveOutcomeQuery(db, key),
    companyQuery(db, key.userId, key.companyId),
  ]);
  return { recorded: recorded.length > 0, row: rows[0] };
}

/** Takes the event that counts back, unless it is another one by now. @returns the company as it is now */
export async function deleteOutcome(
  db: UserDatabase,
  key: CompanyKey,
  eventId: string,
): Promise<CompanyRow | undefined> {
  const [, , rows] = await db.batch([
    takeEventBackQuery(db, key, eventId, isLatestEventSql(key, eventId)),
    deriveOutcomeQuery(db, key),
    companyQuery(db, key.userId, key.companyId),
  ]);
  return rows[0];
}

/**
 * Inserts an outcome that was read in a mail, for the user to decide on.
 * @returns undefined when the company was not applied to, or too much waits to be decided on
 */
export async function insertProposal(
  db: UserDatabase,
  key: CompanyKey,
  read: ReadOutcome,
  event: { id: string; at: string },
): Promise<EventRow | undefined> {
  const isReplaced = sql`status = 'proposed' AND how = 'pasted' AND ${read.how} = 'pasted'`;
  const [, , rows] = await db.batch([
    // What the user has pasted before is read anew, as is what came of a call whose answer was lost.
    db
      .delete(outcomeEvents)
      .where(and(eq(outcomeEvents.userId, key.userId), eq(outcomeEvents.companyId, key.companyId), isReplaced)),
    insertProposalQuery(db, key, read, event),
    eventQuery(db, key, event.id),
  ]);
  return rows[0];
}

export async function dismissProposal(
  db: UserDatabase,
  { userId, companyId }: CompanyKey,
  eventId: string,
  at: string,
): Promise<void> {
  await db
    .update(outcomeEvents)
    .set({ ...DISMISSED, decidedAt: at })
    .where(
      and(
        eq(outcomeEvents.userId, userId),
        eq(outcomeEvents.companyId, companyId),
        eq(outcomeEvents.id, eventId),
        eq(outcomeEvents.status, "proposed"),
      ),
    );
}

/** The same, and another event. */
export const companyEventQueries = (db: UserDatabase, key: CompanyKey, eventId: string) =>
  [...latestEventQueries(db, key), eventQuery(db, key, eventId)] as const;
export type CompanyEventRows = BatchResponse<ReturnType<typeof companyEventQueries>>;

/** Proposals of companies that are still there, latest first. */
export const proposalsQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(outcomeEvents)
    .where(
      and(
        eq(outcomeEvents.userId, userId),
        sql`status = 'proposed'`,
        sql`EXISTS (SELECT 1 FROM companies WHERE companies.user_id = ${userId} AND companies.id = company_id)`,
      ),
    )
    .orderBy(desc(outcomeEvents.createdAt), desc(sql`rowid`))
    .limit(LIMITS.proposals);
