import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CompanyRow } from "../../companies/rules-recipient";
import { companyQuery } from "../../companies/store-companies";
import type { ErrorCode } from "../../contract/errors";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { MailStatus, MailStep, SendReason } from "../../contract/mail";
import type { UserDatabase } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { mails } from "../../db/schema/mail";
import { isDeadAddressSql } from "../../suppression/store-dead-addresses";
import { isOnDoNotContactListSql } from "../../suppression/store-do-not-contact";
import { toContactCutoff } from "../follow-ups/rules-follow-up";
import { isApplicationToSql, isFollowUpDueSql, isFollowUpTextSql } from "../follow-ups/store-follow-ups";
import type { SendRow } from "./rules-send-refusal";
import { countSentSince, HOLDS_LOCK, HOLDS_STEP_LOCK, isContactedElsewhere } from "./store-mail-conditions";
import { mailStatesQueries, type Sender, senderQuery, toSendRows } from "./store-send-context";

// Rows of the sent log are also the lock against a second mail. `user_id` leads every statement but one, the expiry of
// all users' claims. Drizzle's builders with parts in SQL: its raw statements take no parameters in a D1 batch. These
// parts spell table names, because Drizzle omits them in single-table queries.

/** The conditions of a send that hold for tests too: the claim checks that they are still true. */
export interface BaseMailClaim {
  id: string;
  userId: string;
  companyId: string;
  step: MailStep;
  /** Version of the text that was read: a newer one is not claimed. */
  version: number;
  /** The profile whose CV was read: with another one it is not claimed. */
  profileId: string | null;
  recipient: string;
  subject: string;
  body: string;
  messageId: string;
  /** Address of the linked mailbox. */
  from: string;
  cap: { since: string; limit: number };
  at: string;
}

export interface MailClaim extends BaseMailClaim {
  confirmed: { contacted: boolean; applied: boolean; unknown: boolean };
  /** The only language that the message may have now; null for any. */
  language: MessageLanguage | null;
  /** A confirmation covers only what the user could see at this time. ISO 8601. */
  askedAt: string;
}

/** The text is still the one that was read. */
const hasText = ({ step, version, body }: BaseMailClaim): SQL =>
  step === 0
    ? sql`companies.message_version = ${version} AND companies.message = ${body}`
    : isFollowUpTextSql(step, version, body);

/** Conditions of every mail. */
const isPostable = (claim: BaseMailClaim): SQL => sql`
  companies.user_id = ${claim.userId} AND companies.id = ${claim.companyId} AND companies.archived_at IS NULL
  AND ${hasText(claim)} AND companies.profile_id IS ${claim.profileId}
  AND EXISTS (SELECT 1 FROM mailboxes WHERE mailboxes.user_id = ${claim.userId}
    AND mailboxes.email = ${claim.from} AND mailboxes.tokens IS NOT NULL)
  AND EXISTS (SELECT 1 FROM users WHERE users.id = ${claim.userId} AND users.deleted_at IS NULL)
  AND ${countSentSince(claim.userId, claim.cap.since)} < ${claim.cap.limit}`;

/** It is the turn of this mail to the company. */
const isItsTurn = ({ step, recipient, at, askedAt, confirmed }: MailClaim): SQL =>
  step === 0
    ? sql`companies.send_status <> 'sent' AND (companies.applied_at IS NULL
        OR (${confirmed.applied ? 1 : 0} = 1 AND companies.applied_at <= ${askedAt}))`
    : sql`${isFollowUpDueSql(sql`${step}`, toContactCutoff(new Date(at)))} AND ${isApplicationToSql(recipient)}`;

/** Conditions of a mail to a company besides the lock. Insert and release of an older unknown mail must share them. */
const isClaimable = (claim: MailClaim): SQL => sql`${isPostable(claim)} AND ${isItsTurn(claim)}
  AND (${claim.confirmed.contacted ? 1 : 0} = 1 OR NOT ${isContactedElsewhere(sql`${claim.recipient}`)})
  AND (${claim.language} IS NULL OR companies.language = ${claim.language})
  AND NOT ${isDeadAddressSql(sql`${claim.recipient}`)}
  AND NOT ${isOnDoNotContactListSql(sql`${claim.recipient}`)}`;

/** The row of a mail about to be posted, all columns in the order of the table. */
const selectSendingRow = (claim: BaseMailClaim, test: boolean): SQL => sql`
  SELECT companies.user_id, ${claim.id}, companies.id, ${claim.recipient}, ${claim.subject}, ${claim.body},
    'sending', 0, NULL, NULL, ${claim.at}, ${claim.at}, companies.name, ${test ? 1 : 0}, ${claim.messageId}, NULL, NULL,
    ${claim.step}, ${claim.from}
  FROM companies`;

/** The state at the time a claim was refused. */
export interface RefusedClaim {
  sender: Sender | undefined;
  sendState: SendRow | undefined;
}

export const toBatchKey = ({ companyId, step }: Pick<BaseMailClaim, "companyId" | "step">) => ({
  companyIds: [companyId],
  steps: step === 0 ? {} : { [companyId]: step },
});

export const toRefusedClaim = (
  { at }: Pick<BaseMailClaim, "at">,
  sender: Sender | undefined,
  states: Parameters<typeof toSendRows>[0],
): RefusedClaim => ({ sender, sendState: toSendRows(states, new Date(at))[0] });

/**
 * Claims the right to send one mail: one transaction checks every condition again and writes the row that is the lock.
 * @returns null when it was claimed, else the state now, from which the error follows
 */
export async function claimMail(db: UserDatabase, claim: MailClaim): Promise<RefusedClaim | null> {
  const { id, userId, companyId, step } = claim;
  const own = eq(mails.userId, userId);
  const [, inserted, , senders, ...states] = await db.batch([
    // A mail of unknown outcome that the user sends again releases its lock, but only if the new mail is claimed.
    db
      .update(mails)
      .set({ released: true })
      .where(
        and(
          own,
          eq(mails.companyId, companyId),
          eq(mails.step, step),
          sql`status = 'unknown' AND released = 0 AND test = 0`,
          sql`${claim.confirmed.unknown ? 1 : 0} = 1 AND updated_at <= ${claim.askedAt}`,
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
          sql`EXISTS (SELECT 1 FROM mails WHERE mails.user_id = ${userId} AND mails.id = ${id} AND mails.step = 0)`,
        ),
      ),
    senderQuery(db, userId, claim.cap.since),
    ...mailStatesQueries(db, userId, toBatchKey(claim)),
  ]);
  return inserted.length > 0 ? null : toRefusedClaim(claim, senders[0], states);
}

/** The same for a test, which takes no lock on the company. */
export async function claimTest(db: UserDatabase, claim: BaseMailClaim): Promise<RefusedClaim | null> {
  const [inserted, senders, ...states] = await db.batch([
    db
      .insert(mails)
      .select(sql`${selectSendingRow(claim, true)} WHERE ${isPostable(claim)}`)
      .returning({ id: mails.id }),
    senderQuery(db, claim.userId, claim.cap.since),
    ...mailStatesQueries(db, claim.userId, toBatchKey(claim)),
  ]);
  return inserted.length > 0 ? null : toRefusedClaim(claim, senders[0], states);
}

/** Renews the claim before another POST, so that it does not expire. @returns false when it has expired already */
export async function renewMailClaim(db: UserDatabase, userId: string, id: string, at: string): Promise<boolean> {
  const own = and(eq(mails.userId, userId), eq(mails.id, id), eq(mails.status, "sending"));
  return (await db.update(mails).set({ updatedAt: at }).where(own).returning({ id: mails.id })).length > 0;
}

export interface MailOutcome {
  status: Exclude<MailStatus, "sending" | "bounced">;
  error: ErrorCode | SendReason | null;
  response: string | null;
  /** Gmail's ids of the message and its thread, where its answer had them. */
  gmailId: string | null;
  gmailThreadId: string | null;
  at: string;
}

const outcomeQuery = (db: UserDatabase, mail: { userId: string; id: string }, outcome: MailOutcome) =>
  db
    .update(mails)
    .set({
      status: outcome.status,
      error: outcome.error,
      providerResponse: outcome.response,
      gmailId: outcome.gmailId,
      gmailThreadId: outcome.gmailThreadId,
      updatedAt: outcome.at,
    })
    .where(and(eq(mails.userId, mail.userId), eq(mails.id, mail.id), sql`status IN ('sending', 'unknown')`));

export async function recordTestOutcome(
  db: UserDatabase,
  mail: { userId: string; id: string },
  outcome: MailOutcome,
): Promise<void> {
  await outcomeQuery(db, mail, outcome);
}

interface CompanyKey {
  userId: string;
  companyId: string;
}
const isMailToCompany = ({ userId, companyId }: CompanyKey): SQL =>
  sql`mails.user_id = ${userId} AND mails.company_id = ${companyId} AND mails.test = 0`;

/**
 * Gives the lock of a company and step without one back to a mail that was sent or is of unknown outcome.
 * @param when one more condition
 */
export const restoreLockQuery = (db: UserDatabase, company: CompanyKey, step: MailStep, when: SQL) => {
  const isOfStep = sql`${isMailToCompany(company)} AND mails.step = ${step}`;
  return db
    .update(mails)
    .set({ released: false })
    .where(
      and(
        eq(mails.userId, company.userId),
        sql`${when} AND NOT EXISTS (SELECT 1 FROM mails WHERE ${isOfStep} AND ${HOLDS_STEP_LOCK})`,
        sql`id = (SELECT id FROM mails WHERE ${isOfStep} AND status IN ('sent', 'unknown')
          ORDER BY status = 'sent' DESC, created_at DESC LIMIT 1)`,
      ),
    );
};

/**
 * Derives the status of a company from its applications.
 * @param otherwise its status when they give none
 * @param when one more condition
 */
export const sendStatusQuery = (
  db: UserDatabase,
  company: CompanyKey,
  otherwise: Exclude<MailStatus, "bounced">,
  when: SQL,
) => {
  const isApplication = sql`${isMailToCompany(company)} AND mails.step = 0`;
  const isWaitingAgain = sql`outcome = 'bounced'
    AND EXISTS (SELECT 1 FROM mails WHERE ${isApplication} AND status = 'sent')`;
  return db
    .update(companies)
    .set({
      sentAt: sql`(SELECT min(updated_at) FROM mails WHERE ${isApplication} AND status = 'sent')`,
      sendStatus: sql`coalesce(
        (SELECT status FROM mails WHERE ${isApplication} AND status IN ('sending', 'sent')
          ORDER BY status LIMIT 1),
        (SELECT status FROM mails WHERE ${isApplication} AND ${HOLDS_LOCK}), ${otherwise})`,
      // Another mail than the one that came back awaits an answer.
      outcome: sql`CASE WHEN ${isWaitingAgain} THEN NULL ELSE outcome END`,
      outcomeAt: sql`CASE WHEN ${isWaitingAgain} THEN NULL ELSE outcome_at END`,
    })
    .where(
      and(eq(companies.userId, company.userId), eq(companies.id, company.companyId), sql`send_status <> 'sent'`, when),
    );
};

/** A mail with an outcome. */
interface EndedMail extends CompanyKey {
  id: string;
  step: MailStep;
}

/**
 * Records the outcome of a claimed mail; a late answer corrects one that expired to `unknown`. When a second send
 * definitely failed, the first one, sent after all or still of unknown outcome, gets the lock back.
 * @returns the company as it is now
 */
export async function recordMailOutcome(
  db: UserDatabase,
  mail: EndedMail,
  outcome: MailOutcome,
): Promise<CompanyRow | undefined> {
  const [, , , rows] = await db.batch([
    outcomeQuery(db, mail, outcome),
    restoreLockQuery(db, mail, mail.step, sql`${outcome.status} = 'failed'`),
    // A follow-up leaves the status of its application alone.
    sendStatusQuery(db, mail, outcome.status, sql`${mail.step} = 0`),
    companyQuery(db, mail.userId, mail.companyId),
  ]);
  return rows[0];
}

/** Mails still `sending` since before the cutoff become `unknown`; of one user, or of all. @returns how many */
export async function expireMailClaims(db: UserDatabase, cutoff: string, at: string, userId?: string): Promise<number> {
  const isOfUser = userId === undefined ? sql`` : sql`AND user_id = ${userId}`;
  const isStale = sql`status = 'sending' AND updated_at < ${cutoff} ${isOfUser}`;
  const [, expired] = await db.batch([
    db
      .update(companies)
      .set({
        sendStatus: sql`CASE WHEN EXISTS (SELECT 1 FROM mails WHERE mails.user_id = companies.user_id
          AND mails.company_id = companies.id AND mails.status = 'sent' AND mails.test = 0 AND mails.step = 0)
          THEN 'sent' ELSE 'unknown' END`,
      })
      .where(sql`(user_id, id) IN (SELECT user_id, company_id FROM mails WHERE ${isStale} AND test = 0 AND step = 0)`),
    db
      .update(mails)
      .set({ status: "unknown", error: "outcome_unknown", updatedAt: at })
      .where(isStale)
      .returning({ id: mails.id }),
  ]);
  return expired.length;
}

export async function hasUnfinishedSend(db: UserDatabase, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.status, "sending")))
    .limit(1);
  return rows.length > 0;
}
