import { and, count, eq, isNull, sql } from "drizzle-orm";
import { splitList } from "../../companies/rules-recipient";
import { type CompanyKey, insertProposalQuery, type ReadOutcome } from "../../companies/store-outcome-events";
import type { Outcome } from "../../contract/companies";
import type { InboxCountKind } from "../../contract/inbox";
import { LIMITS } from "../../contract/limits";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { users } from "../../db/schema/account";
import { applications, inboxCounts, inboxes, outcomeEvents } from "../../db/schema/applications";
import { companies } from "../../db/schema/companies";
import { mailboxes, mails } from "../../db/schema/mail";
import { consumeInboundMailQuery } from "../../quotas/store-quotas";
import type { GoogleConfirmation } from "./google-confirmation";
import type { Application } from "./match-mail";

/** Mails of a user that an answer may be about: the latest of them. */
const MAX_MAILS = 5_000;
const MAX_APPLICATIONS = 2_000;
/** Recipients in the texts of the filters. */
const MAX_FILTERED = 2_000;

// The user's settings

/** The address with its counts, and who was written to, the first one first. */
export const inboxQueries = (db: UserDatabase, userId: string) =>
  [
    db.select().from(inboxes).where(eq(inboxes.userId, userId)),
    db.select().from(inboxCounts).where(eq(inboxCounts.userId, userId)).orderBy(inboxCounts.kind),
    db
      .select({ recipient: mails.recipient, firstAt: sql<string>`min(created_at)`.as("first_at") })
      .from(mails)
      .where(and(eq(mails.userId, userId), sql`status = 'sent' AND test = 0`))
      .groupBy(mails.recipient)
      .orderBy(sql`first_at`, mails.recipient)
      .limit(MAX_FILTERED),
  ] as const;
export type InboxRows = BatchResponse<ReturnType<typeof inboxQueries>>;

/** Opens an inbox; the name of one that is open stays unless it is to be replaced. */
export async function insertInbox(
  db: UserDatabase,
  { userId, name, at, replaces }: { userId: string; name: string; at: string; replaces: boolean },
): Promise<InboxRows> {
  const opened = db.insert(inboxes).values({ userId, name, createdAt: at });
  // What Google has confirmed and what the filter says is about the old address.
  const fresh = { name, createdAt: at, code: null, link: null, codeAt: null, filterAt: null };
  const [, ...rows] = await db.batch([
    replaces ? opened.onConflictDoUpdate({ target: inboxes.userId, set: fresh }) : opened.onConflictDoNothing(),
    ...inboxQueries(db, userId),
  ]);
  return rows;
}

export async function updateInbox(
  db: UserDatabase,
  userId: string,
  change: { keepExcerpts?: boolean; filterAt?: string },
): Promise<InboxRows> {
  const [, ...rows] = await db.batch([
    db.update(inboxes).set(change).where(eq(inboxes.userId, userId)),
    ...inboxQueries(db, userId),
  ]);
  return rows;
}

export async function deleteInbox(db: UserDatabase, userId: string): Promise<InboxRows> {
  const [, , ...rows] = await db.batch([
    db.delete(inboxes).where(eq(inboxes.userId, userId)),
    db.delete(inboxCounts).where(eq(inboxCounts.userId, userId)),
    ...inboxQueries(db, userId),
  ]);
  return rows;
}

// Mail that comes

export interface InboxOwner {
  userId: string;
  keepExcerpts: boolean;
  /** Addresses of the user: the linked mailbox first, then the account's. */
  mailboxes: string[];
}

/** Whose address a name is; undefined for nobody's. */
export async function findInboxOwner(db: UserDatabase, name: string): Promise<InboxOwner | undefined> {
  const [row] = await db
    .select({
      userId: inboxes.userId,
      keepExcerpts: inboxes.keepExcerpts,
      account: users.email,
      // Aliased, as the account has a column of that name too.
      linked: sql<string | null>`${mailboxes.email}`.as("linked"),
    })
    .from(inboxes)
    .innerJoin(users, eq(users.id, inboxes.userId))
    .leftJoin(mailboxes, eq(mailboxes.userId, inboxes.userId))
    .where(and(eq(inboxes.name, name), isNull(users.deletedAt)));
  if (!row) return undefined;
  const { userId, keepExcerpts, account, linked } = row;
  return { userId, keepExcerpts, mailboxes: [...(linked === null ? [] : [linked]), account] };
}

/** An application with what is known of its outcome. */
export interface KnownApplication extends Application {
  outcome: Outcome | null;
}

const COMPANY = {
  companyId: companies.id,
  companyName: companies.name,
  site: companies.identity,
  email: companies.email,
  outcome: companies.outcome,
};

/**
 * Counts a mail under the user's hourly limit and reads what it may be about.
 * @returns null when the limit is used up
 */
export async function listApplications(
  db: UserDatabase,
  userId: string,
  now: Date,
): Promise<KnownApplication[] | null> {
  const [counted, sent, others] = await db.batch([
    consumeInboundMailQuery(db, { userId, limit: LIMITS.inboundMails }, now),
    db
      .select({
        ...COMPANY,
        mailId: sql<string>`${mails.id}`.as("mail_id"),
        recipient: sql<string>`${mails.recipient}`.as("mail_recipient"),
        subject: sql<string>`${mails.subject}`.as("mail_subject"),
        messageId: mails.messageId,
        sentAt: sql<string>`${mails.createdAt}`.as("mail_sent_at"),
      })
      .from(mails)
      .innerJoin(companies, and(eq(companies.userId, mails.userId), eq(companies.id, mails.companyId)))
      .where(and(eq(mails.userId, userId), sql`mails.status = 'sent' AND mails.test = 0`))
      .orderBy(sql`mails.created_at DESC`)
      .limit(MAX_MAILS),
    db
      .selectDistinct(COMPANY)
      .from(applications)
      .innerJoin(companies, and(eq(companies.userId, applications.userId), eq(companies.id, applications.companyId)))
      .where(eq(applications.userId, userId))
      .limit(MAX_APPLICATIONS),
  ]);
  if (counted.length === 0) return null;
  return [
    ...sent.map(({ email, mailId, recipient, subject, messageId, sentAt, ...company }) => ({
      ...company,
      addresses: toAddresses(email),
      mail: { id: mailId, recipient, subject, messageId, sentAt },
    })),
    ...others.map(({ email, ...company }) => ({ ...company, addresses: toAddresses(email), mail: null })),
  ];
}

const toAddresses = (email: string): string[] => splitList(email).map((address) => address.toLowerCase());

const countQuery = (db: UserDatabase, userId: string, kind: InboxCountKind, at: string) =>
  db
    .insert(inboxCounts)
    .values({ userId, kind, count: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [inboxCounts.userId, inboxCounts.kind],
      set: { count: sql`${inboxCounts.count} + 1`, lastAt: at },
    });

const touchQuery = (db: UserDatabase, userId: string, at: string) =>
  db.update(inboxes).set({ lastMailAt: at }).where(eq(inboxes.userId, userId));

/** Counts a mail, of which nothing else is kept. */
export async function countMail(db: UserDatabase, userId: string, kind: InboxCountKind, at: string): Promise<void> {
  await db.batch([countQuery(db, userId, kind, at), touchQuery(db, userId, at)]);
}

export async function saveConfirmation(
  db: UserDatabase,
  userId: string,
  { code, link }: GoogleConfirmation,
  at: string,
): Promise<void> {
  await db.update(inboxes).set({ code, link, codeAt: at, lastMailAt: at }).where(eq(inboxes.userId, userId));
}

/**
 * Proposes what was read in a mail, in place of the same that waits already.
 * @returns `known` for a mail that came before or is about an application taken back, `full` when too much waits for
 * the user
 */
export async function insertForwardedProposal(
  db: UserDatabase,
  key: CompanyKey,
  read: ReadOutcome,
  event: { id: string; at: string },
): Promise<"proposed" | "known" | "full"> {
  const isSameWaiting = sql`status = 'proposed' AND how = 'forwarded' AND outcome = ${read.outcome}
    AND NOT EXISTS (SELECT 1 FROM outcome_events AS same WHERE same.user_id = ${key.userId} AND same.id = ${event.id})`;
  const [, proposed, [waiting]] = await db.batch([
    db
      .delete(outcomeEvents)
      .where(and(eq(outcomeEvents.userId, key.userId), eq(outcomeEvents.companyId, key.companyId), isSameWaiting)),
    insertProposalQuery(db, key, read, event),
    db
      .select({ count: count() })
      .from(outcomeEvents)
      .where(and(eq(outcomeEvents.userId, key.userId), eq(outcomeEvents.status, "proposed"))),
  ]);
  if (proposed.length > 0) return "proposed";
  return (waiting?.count ?? 0) < LIMITS.proposals ? "known" : "full";
}
