import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OutcomeSource } from "../../contract/companies";
import type { MailStatus, MailStep } from "../../contract/mail";
import { booleanColumn } from "./boolean-column";

export const mailboxes = sqliteTable("mailboxes", {
  userId: text("user_id").primaryKey(),
  email: text().notNull(),
  /** JWE of the tokens; null once Google has rejected them. */
  tokens: text(),
  linkedAt: text("linked_at").notNull(),
});

export const gmailLinks = sqliteTable(
  "gmail_links",
  {
    /** SHA-256 of the state sent to Google. */
    stateHash: text("state_hash").primaryKey(),
    userId: text("user_id").notNull(),
    /** The session that began the link; another one may not complete it. */
    sessionHash: text("session_hash").notNull(),
    codeVerifier: text("code_verifier").notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("gmail_links_by_user").on(t.userId)],
);

/** SQL: a mail in one of these states was sent or may have been, and has not come back. */
export const COUNTS_AS_SENT = "status IN ('sending', 'sent', 'unknown')";
/** SQL: Gmail took it, or may have. It counts under the daily limit. */
export const COUNTS_IN_DAY = "status IN ('sending', 'sent', 'unknown', 'bounced')";

export const mails = sqliteTable(
  "mails",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    companyId: text("company_id").notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    status: text().$type<MailStatus>().notNull(),
    /** An unknown outcome that the user has decided to send again; it no longer holds the lock. */
    released: booleanColumn("released"),
    error: text(),
    providerResponse: text("provider_response"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** The company's name at that time: the log outlives the company. */
    companyName: text("company_name").notNull().default(""),
    /** A mail to the user themselves: no lock, no contact, but it counts against the daily limit. */
    test: booleanColumn("test"),
    /** As sent. Gmail may have replaced it. */
    messageId: text("message_id"),
    /** Gmail's ids of the message and its thread. */
    gmailId: text("gmail_id"),
    gmailThreadId: text("gmail_thread_id"),
    /** 0 is the application, 1 and 2 are its follow-ups. */
    step: integer().$type<MailStep>().notNull().default(0),
    /** Address of the mailbox; null for a mail from before this was kept. */
    sender: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    // The lock against a second mail: of a company and step, one row may be on its way, sent, or of unknown outcome.
    uniqueIndex("one_mail_a_step")
      .on(t.userId, t.companyId, t.step)
      .where(sql`${sql.raw(COUNTS_AS_SENT)} AND released = 0 AND test = 0`),
    index("mails_by_date").on(t.userId, t.createdAt, t.id),
    index("mails_by_recipient").on(t.userId, t.recipient),
    index("mails_by_company").on(t.userId, t.companyId),
    index("mails_sending")
      .on(t.updatedAt)
      .where(sql`status = 'sending'`),
  ],
);

/** Addresses from which a mail of the user came back: none is sent there again. */
export const deadAddresses = sqliteTable(
  "dead_addresses",
  {
    userId: text("user_id").notNull(),
    /** As in `mails.recipient`. */
    address: text().notNull(),
    /** The mail that came back, and its company. */
    mailId: text("mail_id").notNull(),
    companyId: text("company_id").notNull(),
    how: text().$type<OutcomeSource>().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.address] })],
);

export const doNotContact = sqliteTable(
  "do_not_contact",
  {
    userId: text("user_id").notNull(),
    /** An address or a domain; lower case, ASCII. */
    entry: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.entry] })],
);
