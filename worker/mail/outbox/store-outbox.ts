import { and, eq, sql } from "drizzle-orm";
import type { MailStatus } from "../../contract/mail";
import type { UserDatabase } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { mails } from "../../db/schema/mail";
import { candidateQuery } from "../../messages/store-candidate";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import type { SendState } from "../send/rules-send-refusal";
import {
  type BatchKey,
  mailStatesQueries,
  type Sender,
  senderQuery,
  toSendRows,
  toSendStates,
} from "../send/store-send-context";

/** The sender as read on a day, which may have ended since. */
export interface SenderOfDay {
  /** Undefined for a closed account. */
  sender: Sender | undefined;
  /** When the day of the daily limit began whose mails are counted. */
  began: string;
}

export async function findSender(db: UserDatabase, userId: string, now: Date): Promise<SenderOfDay> {
  const { began } = toSendingDay(now);
  const [sender] = await senderQuery(db, userId, began);
  return { sender, began };
}

/** The sender and the state of companies, for what can be said of approvals without reading letters. */
export async function loadApprovedStates(
  db: UserDatabase,
  userId: string,
  key: BatchKey,
  now: Date,
): Promise<SenderOfDay & { sendStates: Map<string, SendState> }> {
  const { began } = toSendingDay(now);
  const [[sender], candidates, ...states] = await db.batch([
    senderQuery(db, userId, began),
    candidateQuery(db, userId),
    ...mailStatesQueries(db, userId, key),
  ]);
  return { sender, began, sendStates: toSendStates(sender, toSendRows(states, now), candidates) };
}

/** A mail of the sent log; undefined when it was never claimed. */
export async function findLoggedMail(
  db: UserDatabase,
  userId: string,
  id: string,
): Promise<{ status: MailStatus; error: string | null } | undefined> {
  const own = and(eq(mails.userId, userId), eq(mails.id, id));
  return (await db.select({ status: mails.status, error: mails.error }).from(mails).where(own))[0];
}

/** Takes an attempt that Gmail has put off out of the sent log: its mail waits on, and the outbox tells for what. */
export async function deleteFailedAttempt(
  db: UserDatabase,
  { userId, id, companyId }: { userId: string; id: string; companyId: string },
): Promise<void> {
  await db.batch([
    db.delete(mails).where(and(eq(mails.userId, userId), eq(mails.id, id), eq(mails.status, "failed"))),
    db
      .update(companies)
      .set({ sendStatus: "none" })
      .where(
        and(
          eq(companies.userId, userId),
          eq(companies.id, companyId),
          eq(companies.sendStatus, "failed"),
          sql`NOT EXISTS (SELECT 1 FROM mails WHERE mails.user_id = ${userId} AND mails.company_id = ${companyId}
            AND mails.test = 0)`,
        ),
      ),
  ]);
}
