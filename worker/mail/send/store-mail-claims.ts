import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { ListCursor } from "../../companies/cursor";
import type { ErrorCode } from "../../contract/errors";
import type { MailStatus, SendReason } from "../../contract/mail";
import type { Database } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { mails } from "../../db/schema/mail";
import { isOnDoNotContactList } from "../../suppression/store-do-not-contact";
import { buildIsObjectionPending } from "../../suppression/store-objections";
import type { SendState } from "./rules-send";
import {
  isContactedElsewhere,
  sendStatesQuery,
  HOLDS_LOCK,
  type Sender,
  senderQuery,
  countSentSince,
} from "./store-send-context";

/** The log of mails, which is the lock against a second one too. `user_id` leads every statement but the sweep's. */

// Statements that Drizzle's own builders make, with parts in SQL: its raw ones take no parameters in a batch. Inside those parts the columns are
// written out, because of a single table Drizzle drops the name.

/** What any mail of ours has to be before it goes out. */
export interface BaseMailClaim {
  id: string;
  userId: string;
  companyId: string;
  /** Of the message that was read; another one is not claimed. */
  version: number;
  recipient: string;
  subject: string;
  body: string;
  messageId: string;
  /** Address of the linked mailbox the mail goes out from. */
  from: string;
  cap: { since: string; limit: number };
  at: string;
}

export interface MailClaim extends BaseMailClaim {
  confirmed: { contacted: boolean; unknown: boolean; objection: boolean };
  /** A confirmation holds for what was known by then. ISO 8601. */
  askedAt: string;
}

/** The conditions of a mail to anybody. */
const isPostable = (claim: BaseMailClaim): SQL => sql`
  companies.user_id = ${claim.userId} AND companies.id = ${claim.companyId} AND companies.archived_at IS NULL
  AND companies.message_version = ${claim.version} AND companies.message = ${claim.body}
  AND EXISTS (SELECT 1 FROM mailboxes WHERE mailboxes.user_id = ${claim.userId} AND mailboxes.email = ${claim.from} AND mailboxes.tokens IS NOT NULL)
  AND EXISTS (SELECT 1 FROM users WHERE users.id = ${claim.userId} AND users.deleted_at IS NULL)
  AND ${countSentSince(claim.userId, claim.cap.since)} < ${claim.cap.limit}`;

/** What of the conditions of a mail to a company the lock does not say. The insert and the release of an old unknown mail must agree on them. */
const isClaimable = (claim: MailClaim): SQL => sql`${isPostable(claim)} AND companies.send_status <> 'sent'
  AND (${claim.confirmed.contacted ? 1 : 0} = 1 OR NOT ${isContactedElsewhere(sql`${claim.recipient}`)})
  AND (${claim.confirmed.objection ? 1 : 0} = 1 OR NOT ${buildIsObjectionPending(sql`${claim.recipient}`)})
  AND NOT ${isOnDoNotContactList(sql`${claim.recipient}`)}`;

/** The row of a mail about to be posted, all columns in the order of the table. */
const selectSendingRow = (
  claim: BaseMailClaim,
  test: boolean,
): SQL => sql`SELECT companies.user_id, ${claim.id}, companies.id, ${claim.recipient}, ${claim.subject}, companies.message,
  'sending', 0, NULL, NULL, ${claim.at}, ${claim.at}, companies.name, ${test ? 1 : 0}, ${claim.messageId}, NULL, NULL FROM companies`;

/** How things stood when a claim was refused. */
export interface RefusedClaim {
  sender: Sender | undefined;
  facts: SendState | undefined;
}

/**
 * Takes the right to send one mail: one transaction that checks everything again and writes the log row that holds the lock.
 * @returns null when it was taken, else how things stand now, for the reason why not
 */
export async function claimMail(db: Database, claim: MailClaim): Promise<RefusedClaim | null> {
  const { id, userId, companyId } = claim;
  const own = eq(mails.userId, userId);
  const [, inserted, , senders, facts] = await db.batch([
    // An unknown outcome the user decided to send again gives up its lock, but only to the mail that takes its place.
    db
      .update(mails)
      .set({ released: true })
      .where(
        and(
          own,
          eq(mails.companyId, companyId),
          sql`status = 'unknown' AND released = 0 AND test = 0 AND ${claim.confirmed.unknown ? 1 : 0} = 1 AND updated_at <= ${claim.askedAt}`,
          sql`EXISTS (SELECT 1 FROM companies WHERE ${isClaimable(claim)})`,
        ),
      ),
    db
      .insert(mails)
      .select(sql`${selectSendingRow(claim, false)} WHERE ${isClaimable(claim)}`)
      .onConflictDoNothing()
      .returning({ id: mails.id }),
    db
      .update(companies)
      .set({ sendStatus: "sending" })
      .where(
        and(
          eq(companies.userId, userId),
          eq(companies.id, companyId),
          sql`EXISTS (SELECT 1 FROM mails WHERE mails.user_id = ${userId} AND mails.id = ${id})`,
        ),
      ),
    senderQuery(db, userId, claim.cap.since),
    sendStatesQuery(db, userId, [companyId]),
  ]);
  return inserted.length > 0 ? null : { sender: senders[0], facts: facts[0] };
}

/** The same for a test, which takes nothing of the company's. */
export async function claimTest(db: Database, claim: BaseMailClaim): Promise<RefusedClaim | null> {
  const [inserted, senders, facts] = await db.batch([
    db
      .insert(mails)
      .select(sql`${selectSendingRow(claim, true)} WHERE ${isPostable(claim)}`)
      .returning({ id: mails.id }),
    senderQuery(db, claim.userId, claim.cap.since),
    sendStatesQuery(db, claim.userId, [claim.companyId]),
  ]);
  return inserted.length > 0 ? null : { sender: senders[0], facts: facts[0] };
}

/** Says that a claimed mail is about to be tried again, so that no sweep takes it for dead. @returns false when one has done so already */
export async function renewMailClaim(db: Database, userId: string, id: string, at: string): Promise<boolean> {
  const own = and(eq(mails.userId, userId), eq(mails.id, id), eq(mails.status, "sending"));
  return (await db.update(mails).set({ updatedAt: at }).where(own).returning({ id: mails.id })).length > 0;
}

export interface MailOutcome {
  status: Exclude<MailStatus, "sending">;
  /** The code of what went wrong. */
  error: ErrorCode | SendReason | null;
  response: string | null;
  /** What Gmail calls the message and its thread, where it said so. */
  gmailId: string | null;
  gmailThreadId: string | null;
  at: string;
}

const outcomeQuery = (db: Database, mail: { userId: string; id: string }, end: MailOutcome) =>
  db
    .update(mails)
    .set({
      status: end.status,
      error: end.error,
      providerResponse: end.response,
      gmailId: end.gmailId,
      gmailThreadId: end.gmailThreadId,
      updatedAt: end.at,
    })
    .where(and(eq(mails.userId, mail.userId), eq(mails.id, mail.id), sql`status IN ('sending', 'unknown')`));

/** Writes down how a test ended. */
export async function recordTestOutcome(
  db: Database,
  mail: { userId: string; id: string },
  end: MailOutcome,
): Promise<void> {
  await outcomeQuery(db, mail, end);
}

interface CompanyKey {
  userId: string;
  companyId: string;
}
const isMailToCompany = ({ userId, companyId }: CompanyKey): SQL =>
  sql`mails.user_id = ${userId} AND mails.company_id = ${companyId} AND mails.test = 0`;

/** Gives the lock of a company that has none to the mail that was sent after all or whose outcome is still unknown. @param when a condition more */
export const restoreLockQuery = (db: Database, company: CompanyKey, when: SQL) =>
  db
    .update(mails)
    .set({ released: false })
    .where(
      and(
        eq(mails.userId, company.userId),
        sql`${when} AND NOT EXISTS (SELECT 1 FROM mails WHERE ${isMailToCompany(company)} AND ${HOLDS_LOCK})`,
        sql`id = (SELECT id FROM mails WHERE ${isMailToCompany(company)} AND status IN ('sent', 'unknown') ORDER BY status = 'sent' DESC, created_at DESC LIMIT 1)`,
      ),
    );

/** What the company shows is read off its mails. @param otherwise where they say nothing */
export const sendStatusQuery = (db: Database, company: CompanyKey, otherwise: MailStatus) =>
  db
    .update(companies)
    .set({
      sentAt: sql`(SELECT min(updated_at) FROM mails WHERE ${isMailToCompany(company)} AND status = 'sent')`,
      sendStatus: sql`coalesce((SELECT status FROM mails WHERE ${isMailToCompany(company)} AND status IN ('sending', 'sent') ORDER BY status LIMIT 1), (SELECT status FROM mails WHERE ${isMailToCompany(company)} AND ${HOLDS_LOCK}), ${otherwise})`,
    })
    .where(and(eq(companies.userId, company.userId), eq(companies.id, company.companyId), sql`send_status <> 'sent'`));

/**
 * Writes down how a claimed mail ended; a late answer corrects what a sweep took for unknown. When a second try definitely failed,
 * the first one, sent after all or still of unknown outcome, holds the lock again.
 */
export async function recordMailOutcome(
  db: Database,
  mail: { userId: string; id: string; companyId: string },
  end: MailOutcome,
): Promise<SendState | undefined> {
  const [, , , facts] = await db.batch([
    outcomeQuery(db, mail, end),
    restoreLockQuery(db, mail, sql`${end.status} = 'failed'`),
    sendStatusQuery(db, mail, end.status),
    sendStatesQuery(db, mail.userId, [mail.companyId]),
  ]);
  return facts[0];
}

/** Mails left `sending` since before the cutoff become `unknown`; of one user, or of all. @returns how many */
export async function expireMailClaims(db: Database, cutoff: string, at: string, userId?: string): Promise<number> {
  const stale = sql`status = 'sending' AND updated_at < ${cutoff} ${userId === undefined ? sql`` : sql`AND user_id = ${userId}`}`;
  const [, swept] = await db.batch([
    db
      .update(companies)
      .set({
        sendStatus: sql`CASE WHEN EXISTS (SELECT 1 FROM mails WHERE mails.user_id = companies.user_id AND mails.company_id = companies.id AND mails.status = 'sent' AND mails.test = 0) THEN 'sent' ELSE 'unknown' END`,
      })
      .where(sql`(user_id, id) IN (SELECT user_id, company_id FROM mails WHERE ${stale} AND test = 0)`),
    db
      .update(mails)
      .set({ status: "unknown", error: "outcome_unknown", updatedAt: at })
      .where(stale)
      .returning({ id: mails.id }),
  ]);
  return swept.length;
}

export async function hasUnfinishedSend(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.status, "sending")))
    .limit(1);
  return rows.length > 0;
}

/** The log, newest first; one row more than `limit` tells that there are more. */
export function sentLogQuery(db: Database, userId: string, page: { limit: number; cursor: ListCursor | null }) {
  const { cursor } = page;
  const after = cursor
    ? or(lt(mails.createdAt, cursor.value), and(eq(mails.createdAt, cursor.value), lt(mails.id, cursor.id)))
    : undefined;
  return db
    .select()
    .from(mails)
    .where(and(eq(mails.userId, userId), after))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(page.limit + 1);
}
