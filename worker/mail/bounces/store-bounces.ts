import { and, eq, type SQL, sql } from "drizzle-orm";
import { splitList, type CompanyRow } from "../../companies/rules-recipient";
import { companyQuery } from "../../companies/store-companies";
import { renumberVersionQuery } from "../../companies/store-kept-versions";
import {
  type CompanyKey,
  type ConfirmedOutcome,
  confirmOutcomeQuery,
  deriveOutcomeQuery,
  isLatestEventSql,
  takeEventBackQuery,
} from "../../companies/store-outcome-events";
import type { MailStep } from "../../contract/mail";
import type { UserDatabase } from "../../db/client";
import { outcomeEvents } from "../../db/schema/applications";
import { companies } from "../../db/schema/companies";
import { deadAddresses, mails } from "../../db/schema/mail";
import { HOLDS_LOCK, HOLDS_STEP_LOCK } from "../send/store-mail-conditions";

/** A mail that came back, or that may. */
export interface BouncedMail {
  id: string;
  recipient: string;
  step: MailStep;
}

const isOwnCompany = ({ userId, companyId }: CompanyKey) =>
  and(eq(companies.userId, userId), eq(companies.id, companyId));
const hasStatus = ({ userId }: CompanyKey, mailId: string, status: "sent" | "bounced") =>
  sql`EXISTS (SELECT 1 FROM mails AS it WHERE it.user_id = ${userId} AND it.id = ${mailId} AND it.status = ${status}
    AND it.test = 0)`;

const MAIL_COLUMNS = { id: mails.id, recipient: mails.recipient, step: mails.step };

/** The application to a company that was sent and has not come back. */
export const sentMailQuery = (db: UserDatabase, key: CompanyKey) =>
  db
    .select(MAIL_COLUMNS)
    .from(mails)
    .where(
      and(eq(mails.userId, key.userId), eq(mails.companyId, key.companyId), sql`status = 'sent' AND ${HOLDS_LOCK}`),
    );

/** A mail to a company, an application or a follow-up, if it was sent and has not come back; and the company. */
export async function findSentMail(
  db: UserDatabase,
  key: CompanyKey,
  mailId: string,
): Promise<{ mail: BouncedMail | undefined; company: CompanyRow | undefined }> {
  const [[mail], [company]] = await db.batch([
    db
      .select(MAIL_COLUMNS)
      .from(mails)
      .where(
        and(
          eq(mails.userId, key.userId),
          eq(mails.companyId, key.companyId),
          eq(mails.id, mailId),
          sql`status = 'sent' AND ${HOLDS_STEP_LOCK}`,
        ),
      ),
    companyQuery(db, key.userId, key.companyId),
  ]);
  return { mail, company };
}

/**
 * Records that a sent mail came back, in one transaction: the outcome, the dead address, and the lock, which is gone
 * from the company. Its next address takes the place of the dead one; whatever is approved then is another mail. A
 * follow-up that came back leaves its application alone, which was delivered: only nothing more goes there.
 * @returns false when the mail is not one that was sent, or the outcome is no proposal any more
 */
export async function insertBounce(
  db: UserDatabase,
  company: CompanyRow,
  mail: BouncedMail,
  outcome: ConfirmedOutcome,
): Promise<{ recorded: boolean; row: CompanyRow | undefined }> {
  const key = { userId: company.userId, companyId: company.id };
  const { userId, companyId } = key;
  const isConfirmed = sql`EXISTS (SELECT 1 FROM outcome_events AS event WHERE event.user_id = ${userId}
    AND event.id = ${outcome.eventId} AND event.status = 'confirmed' AND event.mail_id = ${mail.id})`;
  const [recorded, , , , , , rows] = await db.batch([
    confirmOutcomeQuery(db, key, outcome, hasStatus(key, mail.id, "sent"), mail.id),
    db
      .insert(deadAddresses)
      // All columns in the order of the table.
      .select(
        sql`SELECT event.user_id, ${mail.recipient}, ${mail.id}, ${companyId}, event.how, ${outcome.at}
          FROM outcome_events AS event WHERE event.user_id = ${userId} AND event.id = ${outcome.eventId}
            AND ${isConfirmed}`,
      )
      .onConflictDoNothing(),
    db
      .update(mails)
      .set({ status: "bounced" })
      .where(and(eq(mails.userId, userId), eq(mails.id, mail.id), eq(mails.status, "sent"), isConfirmed)),
    db
      .update(companies)
      .set({
        sendStatus: "none",
        sentAt: null,
        recipient: null,
        email: splitList(company.email)
          .filter((address) => address.toLowerCase() !== mail.recipient)
          .join(";"),
        messageVersion: sql`${companies.messageVersion} + 1`,
      })
      .where(
        and(
          isOwnCompany(key),
          eq(companies.sendStatus, "sent"),
          hasStatus(key, mail.id, "bounced"),
          sql`${mail.step} = 0`,
        ),
      ),
    renumberVersionQuery(db, key),
    deriveOutcomeQuery(db, key),
    companyQuery(db, userId, companyId),
  ]);
  return { recorded: recorded.length > 0, row: rows[0] };
}

/** The mail of a bounce that was recorded by an event which counts, unless another mail holds the lock since. */
export async function findBouncedMail(
  db: UserDatabase,
  key: CompanyKey,
  eventId: string,
): Promise<{ mail: BouncedMail | undefined; company: CompanyRow | undefined }> {
  const [[mail], [company]] = await db.batch([
    db
      .select(MAIL_COLUMNS)
      .from(mails)
      .innerJoin(outcomeEvents, and(eq(outcomeEvents.userId, mails.userId), eq(outcomeEvents.mailId, mails.id)))
      .where(
        and(
          eq(mails.userId, key.userId),
          eq(mails.companyId, key.companyId),
          eq(mails.status, "bounced"),
          eq(outcomeEvents.id, eventId),
          isLatestEventSql(key, eventId),
          isLockFree(key, sql`mails.step`),
        ),
      ),
    companyQuery(db, key.userId, key.companyId),
  ]);
  return { mail, company };
}

const isLockFree = ({ userId, companyId }: CompanyKey, step: SQL) => sql`NOT EXISTS (SELECT 1 FROM mails AS held
  WHERE held.user_id = ${userId} AND held.company_id = ${companyId} AND held.step = ${step}
    AND held.${HOLDS_STEP_LOCK})`;

/** Takes a bounce back: the mail holds the lock of its company again, and its address is alive. */
export async function deleteBounce(
  db: UserDatabase,
  company: CompanyRow,
  mail: BouncedMail,
  eventId: string,
): Promise<{ row: CompanyRow | undefined }> {
  const key = { userId: company.userId, companyId: company.id };
  const { userId, companyId } = key;
  const isSent = hasStatus(key, mail.id, "sent");
  const others = splitList(company.email).filter((address) => address.toLowerCase() !== mail.recipient);
  const [, , , , , , rows] = await db.batch([
    db
      .update(mails)
      .set({ status: "sent", released: false })
      .where(
        and(
          eq(mails.userId, userId),
          eq(mails.id, mail.id),
          eq(mails.status, "bounced"),
          isLatestEventSql(key, eventId),
          isLockFree(key, sql`${mail.step}`),
        ),
      ),
    db.delete(deadAddresses).where(and(eq(deadAddresses.userId, userId), eq(deadAddresses.mailId, mail.id), isSent)),
    takeEventBackQuery(db, key, eventId, isSent),
    db
      .update(companies)
      .set({
        sendStatus: "sent",
        sentAt: sql`(SELECT updated_at FROM mails WHERE mails.user_id = ${userId} AND mails.id = ${mail.id})`,
        email: [mail.recipient, ...others].join(";"),
        recipient: mail.recipient,
        messageVersion: sql`${companies.messageVersion} + 1`,
      })
      .where(and(isOwnCompany(key), sql`send_status <> 'sent' AND ${mail.step} = 0`, isSent)),
    renumberVersionQuery(db, key),
    deriveOutcomeQuery(db, key),
    companyQuery(db, userId, companyId),
  ]);
  return { row: rows[0] };
}
