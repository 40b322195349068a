import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ApplicationWay, EventStatus, Outcome, OutcomeSource } from "../../contract/companies";
import type { InboxCountKind } from "../../contract/inbox";
import { booleanColumn } from "./boolean-column";

/** Applications without e-mail, as the user tells of them. Name and city as they were: a row outlives its company. */
export const applications = sqliteTable(
  "applications",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    companyId: text("company_id").notNull(),
    companyName: text("company_name").notNull(),
    companyCity: text("company_city").notNull(),
    way: text().$type<ApplicationWay>().notNull(),
    /** The number called, or the page where it was done. */
    target: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_application_a_way").on(t.userId, t.companyId, t.way),
  ],
);

/**
 * What became of applications, one event a row. The confirmed one that was decided last counts; `waiting` is no event.
 */
export const outcomeEvents = sqliteTable(
  "outcome_events",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    companyId: text("company_id").notNull(),
    /** At that time: a row outlives its company. */
    companyName: text("company_name").notNull(),
    outcome: text().$type<Outcome>().notNull(),
    /** `user`: set by hand. The others were read in a mail that the user gave. */
    how: text().$type<OutcomeSource>().notNull(),
    /** What the program has read is proposed until the user decides. */
    status: text().$type<EventStatus>().notNull(),
    createdAt: text("created_at").notNull(),
    /** When the user confirmed or dismissed it; null while it is proposed. */
    decidedAt: text("decided_at"),
    /** Of the mail that it was read in; the excerpt only where the user wants it kept. */
    sender: text(),
    subject: text(),
    excerpt: text(),
    /** From 0 to 1; null where the user said it. */
    confidence: real(),
    /** The mail that came back, of a bounce. */
    mailId: text("mail_id"),
    /** Whether the mail that it was read in is proven to be from its sender; null where that is not known. */
    senderProven: integer("sender_proven", { mode: "boolean" }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index("outcome_events_by_company").on(t.userId, t.companyId, t.decidedAt),
    index("outcome_events_proposed")
      .on(t.userId, t.createdAt)
      .where(sql`status = 'proposed'`),
  ],
);

/** The address at our own domain that a user's Gmail forwards answers to, one a user. */
export const inboxes = sqliteTable("inboxes", {
  userId: text("user_id").primaryKey(),
  /** Its local part, which cannot be guessed. Another one takes its place when the user asks for it. */
  name: text().notNull().unique(),
  createdAt: text("created_at").notNull(),
  /** Whether an excerpt of an answer is kept. */
  keepExcerpts: booleanColumn("keep_excerpts"),
  /** What Google has sent to confirm the address, and when. */
  code: text(),
  link: text(),
  codeAt: text("code_at"),
  /** When the user said that Gmail's filter is set. */
  filterAt: text("filter_at"),
  lastMailAt: text("last_mail_at"),
});

/** Mails that came to that address, by what became of them. */
export const inboxCounts = sqliteTable(
  "inbox_counts",
  {
    userId: text("user_id").notNull(),
    kind: text().$type<InboxCountKind>().notNull(),
    count: integer().notNull(),
    lastAt: text("last_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
