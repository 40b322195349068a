import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Outcome, OutcomeSource } from "../contract/companies";
import { LIMITS } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { outcomeEvents } from "../db/schema/applications";
import { companies } from "../db/schema/companies";

/** Statements over outcomes that several modules put into their batches. */

export interface CompanyKey {
  userId: string;
  companyId: string;
}

/** An outcome that counts, to be written. */
export interface ConfirmedOutcome {
  /** That of a proposal, or of a new event. */
  eventId: string;
  outcome: Outcome;
  /** ISO 8601 UTC. */
  at: string;
  /** A new event of the user's own, or a proposal that they confirm. */
  kind: "new" | "proposal";
}

/** An outcome read in a mail. */
export interface ReadOutcome {
  outcome: Outcome;
  how: Exclude<OutcomeSource, "user">;
  sender: string | null;
  subject: string | null;
  /** Null unless the user wants it kept. */
  excerpt: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** The mail that came back, where it is known. */
  mailId: string | null;
  /** Whether the mail is proven to be from its sender; null where that is not known. */
  senderProven: boolean | null;
}

const isOfCompany = ({ userId, companyId }: CompanyKey) =>
  and(eq(outcomeEvents.userId, userId), eq(outcomeEvents.companyId, companyId));

/** The event that counts: of those confirmed in the same millisecond, the later row. */
const latestSql = ({ userId, companyId }: CompanyKey, column: "id" | "outcome" | "decided_at") =>
  sql`(SELECT ${sql.raw(column)} FROM outcome_events AS latest
    WHERE latest.user_id = ${userId} AND latest.company_id = ${companyId} AND latest.status = 'confirmed'
    ORDER BY latest.decided_at DESC, latest.rowid DESC LIMIT 1)`;
export const isLatestEventSql = (key: CompanyKey, eventId: string): SQL => sql`${latestSql(key, "id")} = ${eventId}`;

/**
 * Writes the outcome of a company from its events. A company that was not applied to has none, but that its mail came
 * back; another application makes it wait for an answer again.
 */
export function deriveOutcomeQuery(db: UserDatabase, key: CompanyKey) {
  const latest = latestSql(key, "outcome");
  const counts = sql`CASE WHEN ${latest} = 'bounced'
    THEN send_status <> 'sent' AND coalesce(applied_at, '') <= ${latestSql(key, "decided_at")}
    ELSE send_status = 'sent' OR applied_at IS NOT NULL END`;
  return db
    .update(companies)
    .set({
      outcome: sql`CASE WHEN ${counts} THEN ${latest} END`,
      outcomeAt: sql`CASE WHEN ${counts} THEN ${latestSql(key, "decided_at")} END`,
    })
    .where(and(eq(companies.userId, key.userId), eq(companies.id, key.companyId)));
}

/**
 * Writes an outcome that counts.
 * @param when a condition on the row of `companies`
 */
export function confirmOutcomeQuery(
  db: UserDatabase,
  key: CompanyKey,
  { eventId, outcome, at, kind }: ConfirmedOutcome,
  when: SQL,
  mailId: string | null = null,
) {
  const isCompany = sql`companies.user_id = ${key.userId} AND companies.id = ${key.companyId} AND ${when}`;
  if (kind === "proposal")
    return db
      .update(outcomeEvents)
      .set({ outcome, status: "confirmed", decidedAt: at, ...(mailId !== null && { mailId }) })
      .where(
        and(
          isOfCompany(key),
          eq(outcomeEvents.id, eventId),
          eq(outcomeEvents.status, "proposed"),
          sql`EXISTS (SELECT 1 FROM companies WHERE ${isCompany})`,
        ),
      )
      .returning({ id: outcomeEvents.id });
  return (
    db
      .insert(outcomeEvents)
      // All columns in the order of the table.
      .select(
        sql`SELECT companies.user_id, ${eventId}, companies.id, companies.name, ${outcome}, 'user', 'confirmed', ${at},
          ${at}, NULL, NULL, NULL, NULL, ${mailId}, NULL FROM companies WHERE ${isCompany}`,
      )
      .returning({ id: outcomeEvents.id })
  );
}

/** Takes an event back: what was read in a mail is proposed again. */
export const takeEventBackQuery = (db: UserDatabase, key: CompanyKey, eventId: string, when: SQL) =>
  db
    .update(outcomeEvents)
    .set({
      status: sql`CASE WHEN how = 'user' THEN 'dismissed' ELSE 'proposed' END`,
      decidedAt: sql`CASE WHEN how = 'user' THEN decided_at END`,
    })
    .where(and(isOfCompany(key), eq(outcomeEvents.id, eventId), eq(outcomeEvents.status, "confirmed"), when));

/** Inserts what was read in a mail for the user to decide on, unless too much waits already. */
export const insertProposalQuery = (
  db: UserDatabase,
  { userId, companyId }: CompanyKey,
  { outcome, how, sender, subject, excerpt, confidence, mailId, senderProven }: ReadOutcome,
  { id, at }: { id: string; at: string },
) =>
  db
    .insert(outcomeEvents)
    // All columns in the order of the table.
    .select(
      sql`SELECT companies.user_id, ${id}, companies.id, companies.name, ${outcome}, ${how}, 'proposed', ${at}, NULL,
        ${sender}, ${subject}, ${excerpt}, ${confidence}, ${mailId},
        ${senderProven === null ? null : Number(senderProven)}
        FROM companies WHERE companies.user_id = ${userId} AND companies.id = ${companyId}
          AND (companies.send_status = 'sent' OR companies.applied_at IS NOT NULL)
          AND (SELECT count(*) FROM outcome_events AS waiting
            WHERE waiting.user_id = ${userId} AND waiting.status = 'proposed') < ${LIMITS.proposals}`,
    )
    // The same mail may come twice.
    .onConflictDoNothing()
    .returning({ id: outcomeEvents.id });

/** What the page of a company tells of its outcomes, latest first. */
export const outcomeEventsQuery = (db: UserDatabase, key: CompanyKey) =>
  db
    .select({
      id: outcomeEvents.id,
      outcome: outcomeEvents.outcome,
      how: outcomeEvents.how,
      status: outcomeEvents.status,
      created_at: outcomeEvents.createdAt,
      decided_at: outcomeEvents.decidedAt,
      sender: outcomeEvents.sender,
      subject: outcomeEvents.subject,
      excerpt: outcomeEvents.excerpt,
      sender_proven: outcomeEvents.senderProven,
    })
    .from(outcomeEvents)
    .where(and(isOfCompany(key), sql`status <> 'dismissed'`))
    .orderBy(sql`coalesce(decided_at, created_at) DESC`, desc(sql`rowid`))
    .limit(LIMITS.companyOutcomes);
