import { and, eq, sql } from "drizzle-orm";
import type { UserDatabase } from "../../db/client";
import { deadAddresses, mails } from "../../db/schema/mail";
import type { LedgerEntry } from "./mail-ledger";
import {
  type BaseMailClaim,
  type RefusedClaim,
  restoreLockQuery,
  sendStatusQuery,
  toBatchKey,
  toRefusedClaim,
} from "./store-mail-claims";
import { mailStatesQueries, senderQuery } from "./store-send-context";

/**
 * Restores to the sent log what the ledger knows after D1 was restored to an earlier time: missing mails, and the
 * outcome of those that are there. Idempotent. Afterwards it decides which mail holds the lock of its company.
 * @returns the state after the restore, from which the error of the current send follows
 */
export async function restoreFromLedger(
  db: UserDatabase,
  claim: BaseMailClaim,
  entries: readonly LedgerEntry[],
): Promise<RefusedClaim> {
  const { userId, cap } = claim;
  // All columns in the order of the table; `released` keeps the rows out of the unique index of the lock until below.
  const missing = sql`SELECT ${userId}, value ->> 'id', value ->> 'company_id', value ->> 'recipient',
    value ->> 'subject', value ->> 'body',
    iif(value ->> 'status' IN ('sent', 'bounced'), value ->> 'status', 'unknown'), 1,
    iif(value ->> 'status' IN ('sent', 'bounced'), NULL, 'outcome_unknown'), value ->> 'provider_response',
    value ->> 'created_at', value ->> 'updated_at', value ->> 'company_name', 0, value ->> 'message_id',
    value ->> 'gmail_id', value ->> 'gmail_thread_id', value ->> 'step', nullif(value ->> 'sender', '')
    FROM json_each(${JSON.stringify(entries)}) WHERE true`;
  const locks = new Map(
    entries.map(({ company_id: companyId, step }) => [`${step} ${companyId}`, { userId, companyId, step }]),
  );
  // How it was known went with the database.
  const dead = sql`SELECT ${userId}, value ->> 'recipient', value ->> 'id', value ->> 'company_id', 'user', ${claim.at}
    FROM json_each(${JSON.stringify(entries)}) WHERE value ->> 'status' = 'bounced'`;
  const sent = entries.filter(({ status }) => status === "sent");
  const [[sender]] = await db.batch([
    senderQuery(db, userId, cap.since),
    db.insert(mails).select(missing).onConflictDoNothing(),
    db.insert(deadAddresses).select(dead).onConflictDoNothing(),
    ...sent.map((entry) =>
      db
        .update(mails)
        .set({
          status: "sent",
          error: null,
          providerResponse: entry.provider_response,
          gmailId: entry.gmail_id,
          gmailThreadId: entry.gmail_thread_id,
          updatedAt: entry.updated_at,
        })
        .where(and(eq(mails.userId, userId), eq(mails.id, entry.id), sql`status IN ('sending', 'unknown')`)),
    ),
    ...[...locks.values()].flatMap(({ step, ...company }) => [
      restoreLockQuery(db, company, step, sql`true`),
      sendStatusQuery(db, company, "failed", sql`${step} = 0`),
    ]),
  ]);
  return toRefusedClaim(claim, sender, await db.batch(mailStatesQueries(db, userId, toBatchKey(claim))));
}
