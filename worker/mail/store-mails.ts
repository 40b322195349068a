import { and, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Cursor } from "../companies/rules";
import type { MailStatus, SendReason } from "../contract/mail";
import type { ErrorCode } from "../contract/errors";
import type { Database } from "../db/client";
import { companies, mailboxes, mails, users } from "../db/schema";
import type { Facts } from "./rules";

/** The log of mails, which is the lock against a second one too. `user_id` leads every statement but the sweep's. */

// Statements that Drizzle's own builders make, with parts in SQL: its raw ones take no parameters in a batch. Inside those parts the columns are
// written out, because of a single table Drizzle drops the name.

/** A mail in one of these states was sent or may have been. */
const COUNTS = sql.raw("status IN ('sending', 'sent', 'unknown')");
const LOCKS = sql`${COUNTS} AND released = 0`;
const CONTACTED = sql`EXISTS (
  SELECT 1 FROM mails AS other WHERE other.user_id = companies.user_id AND other.company_id <> companies.id AND other.${COUNTS}
    AND other.recipient = lower(CASE WHEN instr(';' || companies.email || ';', ';' || companies.recipient || ';') > 0
      THEN companies.recipient ELSE substr(companies.email, 1, instr(companies.email || ';', ';') - 1) END))`;

const factsQuery = (db: Database, userId: string, ids: string[]) =>
  db
    .select({
      company: companies,
      lock: sql<MailStatus | null>`(SELECT status FROM mails WHERE mails.user_id = companies.user_id AND mails.company_id = companies.id AND ${LOCKS})`,
      contacted: sql<boolean>`${CONTACTED}`.mapWith(Boolean),
      movedAt: sql<string | null>`(SELECT max(updated_at) FROM mails WHERE mails.user_id = companies.user_id AND mails.company_id = companies.id)`.as("moved_at"),
    })
    .from(companies)
    .where(and(eq(companies.userId, userId), sql`companies.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`));

const sentSince = (userId: string, since: string): SQL<number> =>
  sql<number>`(SELECT count(*) FROM mails WHERE mails.user_id = ${userId} AND mails.created_at >= ${since} AND mails.${COUNTS})`;

const senderQuery = (db: Database, userId: string, since: string) =>
  db
    .select({ name: users.name, attachCv: users.attachCv, cvPath: users.cvPath, mailbox: mailboxes, sentToday: sentSince(userId, since) })
    .from(users).leftJoin(mailboxes, eq(mailboxes.userId, users.id)).where(and(eq(users.id, userId), isNull(users.deletedAt)));
export type Sender = Awaited<ReturnType<typeof senderQuery>>[number];

/** Who writes and what is known of the companies, in one trip. */
export async function readDesk(db: Database, userId: string, ids: string[], since: string): Promise<{ sender: Sender | undefined; facts: Map<string, Facts> }> {
  const [senders, rows] = await db.batch([senderQuery(db, userId, since), factsQuery(db, userId, ids)]);
  return { sender: senders[0], facts: new Map(rows.map((row) => [row.company.id, row])) };
}

export interface Claim {
  id: string;
  userId: string;
  companyId: string;
  /** Of the message that was read; another one is not claimed. */
  version: number;
  recipient: string;
  subject: string;
  body: string;
  /** Address of the linked mailbox the mail goes out from. */
  from: string;
  confirmed: { contacted: boolean; unknown: boolean };
  /** A confirmation holds for what was known by then. ISO 8601. */
  askedAt: string;
  cap: { since: string; limit: number };
  at: string;
}

/** What of the conditions the lock does not say. The insert and the release of an old unknown mail must agree on them. */
const claimable = (claim: Claim): SQL => sql`
  companies.user_id = ${claim.userId} AND companies.id = ${claim.companyId} AND companies.archived_at IS NULL AND companies.send_status <> 'sent'
  AND companies.message_version = ${claim.version} AND companies.message = ${claim.body}
  AND EXISTS (SELECT 1 FROM mailboxes WHERE mailboxes.user_id = ${claim.userId} AND mailboxes.email = ${claim.from} AND mailboxes.tokens IS NOT NULL)
  AND EXISTS (SELECT 1 FROM users WHERE users.id = ${claim.userId} AND users.deleted_at IS NULL)
  AND (${claim.confirmed.contacted ? 1 : 0} = 1 OR NOT ${CONTACTED})
  AND ${sentSince(claim.userId, claim.cap.since)} < ${claim.cap.limit}`;

/**
 * Takes the right to send one mail: one transaction that checks everything again and writes the log row that holds the lock.
 * @returns null when it was taken, else how things stand now, for the reason why not
 */
export async function claimMail(db: Database, claim: Claim): Promise<null | { sender: Sender | undefined; facts: Facts | undefined }> {
  const { id, userId, companyId, at } = claim;
  const own = eq(mails.userId, userId);
  const [, inserted, , senders, facts] = await db.batch([
    // An unknown outcome the user decided to send again gives up its lock, but only to the mail that takes its place.
    db.update(mails).set({ released: true }).where(and(
      own, eq(mails.companyId, companyId), sql`status = 'unknown' AND released = 0 AND ${claim.confirmed.unknown ? 1 : 0} = 1 AND updated_at <= ${claim.askedAt}`,
      sql`EXISTS (SELECT 1 FROM companies WHERE ${claimable(claim)})`,
    )),
    // All columns in the order of the table.
    db.insert(mails).select(sql`SELECT companies.user_id, ${id}, companies.id, ${claim.recipient}, ${claim.subject}, companies.message, 'sending', 0, NULL, NULL, ${at}, ${at}
      FROM companies WHERE ${claimable(claim)}`).onConflictDoNothing().returning({ id: mails.id }),
    db.update(companies).set({ sendStatus: "sending" }).where(and(
      eq(companies.userId, userId), eq(companies.id, companyId), sql`EXISTS (SELECT 1 FROM mails WHERE mails.user_id = ${userId} AND mails.id = ${id})`,
    )),
    senderQuery(db, userId, claim.cap.since),
    factsQuery(db, userId, [companyId]),
  ]);
  return inserted.length > 0 ? null : { sender: senders[0], facts: facts[0] };
}

/** Says that a claimed mail is about to be tried again, so that no sweep takes it for dead. @returns false when one has done so already */
export async function touchMail(db: Database, userId: string, id: string, at: string): Promise<boolean> {
  const own = and(eq(mails.userId, userId), eq(mails.id, id), eq(mails.status, "sending"));
  return (await db.update(mails).set({ updatedAt: at }).where(own).returning({ id: mails.id })).length > 0;
}

export interface Settlement {
  status: Exclude<MailStatus, "sending">;
  /** The code of what went wrong. */
  error: ErrorCode | SendReason | null;
  response: string | null;
  at: string;
}

/**
 * Writes down how a claimed mail ended; a late answer corrects what a sweep took for unknown. When a second try definitely failed,
 * the first one, sent after all or still of unknown outcome, holds the lock again. What the company shows is read off its mails.
 */
export async function settleMail(db: Database, mail: { userId: string; id: string; companyId: string }, end: Settlement): Promise<Facts | undefined> {
  const { userId, id, companyId } = mail;
  const { status, at } = end;
  const own = eq(mails.userId, userId);
  const ofCompany = sql`mails.user_id = ${userId} AND mails.company_id = ${companyId}`;
  const [, , , facts] = await db.batch([
    db.update(mails).set({ status, error: end.error, providerResponse: end.response, updatedAt: at }).where(and(own, eq(mails.id, id), sql`status IN ('sending', 'unknown')`)),
    db.update(mails).set({ released: false }).where(and(
      own, sql`${status} = 'failed' AND NOT EXISTS (SELECT 1 FROM mails WHERE ${ofCompany} AND ${LOCKS})`,
      sql`id = (SELECT id FROM mails WHERE ${ofCompany} AND status IN ('sent', 'unknown') ORDER BY status = 'sent' DESC, created_at DESC LIMIT 1)`,
    )),
    db.update(companies).set({
      sentAt: sql`(SELECT min(updated_at) FROM mails WHERE ${ofCompany} AND status = 'sent')`,
      sendStatus: sql`coalesce((SELECT status FROM mails WHERE ${ofCompany} AND status IN ('sending', 'sent') ORDER BY status LIMIT 1), (SELECT status FROM mails WHERE ${ofCompany} AND ${LOCKS}), ${status})`,
    }).where(and(
      eq(companies.userId, userId), eq(companies.id, companyId), sql`send_status <> 'sent'`,
    )),
    factsQuery(db, userId, [companyId]),
  ]);
  return facts[0];
}

/** Mails left `sending` since before the cutoff become `unknown`; of one user, or of all. @returns how many */
export async function sweepSending(db: Database, cutoff: string, at: string, userId?: string): Promise<number> {
  const stale = sql`status = 'sending' AND updated_at < ${cutoff} ${userId === undefined ? sql`` : sql`AND user_id = ${userId}`}`;
  const [, swept] = await db.batch([
    db.update(companies).set({
      sendStatus: sql`CASE WHEN EXISTS (SELECT 1 FROM mails WHERE mails.user_id = companies.user_id AND mails.company_id = companies.id AND mails.status = 'sent') THEN 'sent' ELSE 'unknown' END`,
    }).where(sql`(user_id, id) IN (SELECT user_id, company_id FROM mails WHERE ${stale})`),
    db.update(mails).set({ status: "unknown", error: "outcome_unknown", updatedAt: at }).where(stale).returning({ id: mails.id }),
  ]);
  return swept.length;
}

export async function hasSending(db: Database, userId: string): Promise<boolean> {
  const rows = await db.select({ id: mails.id }).from(mails).where(and(eq(mails.userId, userId), eq(mails.status, "sending"))).limit(1);
  return rows.length > 0;
}

/** The log, newest first; one row more than `limit` tells that there are more. */
export function logQuery(db: Database, userId: string, page: { limit: number; cursor: Cursor | null }) {
  const { cursor } = page;
  const after = cursor ? or(lt(mails.createdAt, cursor.value), and(eq(mails.createdAt, cursor.value), lt(mails.id, cursor.id))) : undefined;
  return db.select().from(mails).where(and(eq(mails.userId, userId), after)).orderBy(desc(mails.createdAt), desc(mails.id)).limit(page.limit + 1);
}
