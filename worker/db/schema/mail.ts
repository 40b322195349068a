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

/**
 * Addresses that do not exist, as mail systems have told users: a row a user and address. Keyed hashes, so that no user
 * and no address can be read off it. Two users make an address undeliverable for everybody. Deleted after half a year.
 */
export const undeliverableReports = sqliteTable(
  "undeliverable_reports",
  {
    addressHash: text("address_hash").notNull(),
    /** Of the mailbox that the mail was sent from. */
    reporterHash: text("reporter_hash").notNull(),
    /** `null_mx`: the domain says itself that it takes no mail, so one report is enough. */
    grounds: text().$type<"bounce" | "null_mx">().notNull(),
    reportedAt: text("reported_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.addressHash, t.reporterHash] }),
    index("undeliverable_reports_by_time").on(t.reportedAt),
  ],
);

/**
 * Companies that object to mail from any user: an address or a domain a row. Independent of users. Filled by the public
 * page; `npm run objections` lists and lifts them.
 */
export const objections = sqliteTable(
  "objections",
  {
    /** In the form of a user's own list. */
    entry: text().primaryKey(),
    /**
     * `listed` blocks mails. `pending` asks the user to confirm: a domain without proof, or one too many. `lifted` by
     * the operator; `waiting` when raised again after that, which asks like `pending`.
     */
    status: text().$type<"listed" | "pending" | "lifted" | "waiting">().notNull(),
    reason: text().notNull(),
    /** Its network, as a keyed hash; empty after 30 days, and once the operator has confirmed the entry. */
    network: text().notNull(),
    createdAt: text("created_at").notNull(),
    /** Published by the company to prove that it owns the domain. Replaced once the entry was lifted. */
    token: text().notNull().default(""),
    /** Where the token was found; empty for nowhere yet. */
    proof: text().$type<"" | "dns" | "file">().notNull().default(""),
    /** Another network has raised it too. */
    seconded: booleanColumn("seconded"),
  },
  (t) => [
    // Entries in effect, now or before, count against their network and the day: a flood of pending ones does not use
    // up these counts.
    index("objections_held")
      .on(t.createdAt)
      .where(sql`status <> 'pending'`),
    index("objections_held_by_network")
      .on(t.network, t.createdAt)
      .where(sql`status <> 'pending'`),
    index("objections_with_network")
      .on(t.createdAt)
      .where(sql`network <> ''`),
  ],
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

/**
 * Applications that companies have got in the last week, of all users: a row an attempt to send one. Keyed hashes, so
 * that no user and no company can be read off it. Deleted after a week.
 */
export const courtesySlots = sqliteTable(
  "courtesy_slots",
  {
    /** Of the mail's id in the sent log. */
    attemptHash: text("attempt_hash").primaryKey(),
    companyHash: text("company_hash").notNull(),
    /** Of user and company: several attempts of one application count once. */
    applicationHash: text("application_hash").notNull(),
    takenAt: text("taken_at").notNull(),
  },
  (t) => [
    index("courtesy_slots_by_company").on(t.companyHash, t.takenAt, t.applicationHash),
    index("courtesy_slots_by_time").on(t.takenAt),
  ],
);
