import { and, eq } from "drizzle-orm";
import type { MailStatus } from "../../contract/mail";
import type { Database } from "../../db/client";
import { mails } from "../../db/schema/mail";
import type { SendState } from "../send/rules-send-refusal";
import { type Sender, senderQuery, sendStatesQuery } from "../send/store-send-context";

/** The sender; undefined for a closed account. @param since start of the day of the daily limit */
export const findSender = async (db: Database, userId: string, since: string): Promise<Sender | undefined> =>
  (await senderQuery(db, userId, since))[0];

/** The sender and the state of companies, for what can be said of approvals without reading letters. */
export async function loadApprovedStates(
  db: Database,
  userId: string,
  ids: string[],
  since: string,
): Promise<{ sender: Sender | undefined; sendStates: Map<string, SendState> }> {
  const [[sender], states] = await db.batch([senderQuery(db, userId, since), sendStatesQuery(db, userId, ids)]);
  return { sender, sendStates: new Map(states.map((state) => [state.company.id, state])) };
}

/** A mail of the sent log; undefined when it was never claimed. */
export async function findLoggedMail(
  db: Database,
  userId: string,
  id: string,
): Promise<{ status: MailStatus; error: string | null } | undefined> {
  const own = and(eq(mails.userId, userId), eq(mails.id, id));
  return (await db.select({ status: mails.status, error: mails.error }).from(mails).where(own))[0];
}
