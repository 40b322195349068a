import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MessageAuthor, MessageWarning } from "../../contract/companies";
import type { ErrorCode } from "../../contract/errors";
import type { MessageLanguage, SentenceClaims } from "../../contract/field-schemas";
import type { FollowUpStep } from "../../contract/mail";
import type { GenerationItemState } from "../../contract/messages";

export const generations = sqliteTable(
  "generations",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    /** Set to cancel; workers check it before and while they write. */
    cancelledAt: text("cancelled_at"),
    finishedAt: text("finished_at"),
    createdAt: text("created_at").notNull(),
    /** Until when its letters may wait for a batch of the model; null for one that is written at once. */
    batchUntil: text("batch_until"),
    /** Since when they wait no more, whether or not the batch has answered. */
    batchEndedAt: text("batch_ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_running_generation")
      .on(t.userId)
      .where(sql`finished_at IS NULL`),
  ],
);

export const generationItems = sqliteTable(
  "generation_items",
  {
    userId: text("user_id").notNull(),
    generationId: text("generation_id").notNull(),
    companyId: text("company_id").notNull(),
    position: integer().notNull(),
    /** Version of the message when it was queued: later edits of the user are not overwritten. */
    messageVersion: integer("message_version").notNull().default(0),
    state: text().$type<GenerationItemState>().notNull(),
    attempts: integer().notNull().default(0),
    error: text().$type<ErrorCode>(),
    /** As in the body of an error. */
    fields: text({ mode: "json" }).$type<Record<string, string>>(),
    /** Last heartbeat of the run; in the future while a retry or a batch is waited for. */
    updatedAt: text("updated_at").notNull(),
    /** The profile to write with; null for that of the company. */
    profileId: text("profile_id"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.generationId, t.companyId] }),
    index("generation_items_open")
      .on(t.state, t.updatedAt)
      .where(sql`state IN ('queued', 'running')`),
  ],
);

/** The last texts of each company's message; the one with the company's `message_version` is the present message. */
export const messageVersions = sqliteTable(
  "message_versions",
  {
    userId: text("user_id").notNull(),
    companyId: text("company_id").notNull(),
    version: integer().notNull(),
    author: text().$type<MessageAuthor>().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** Claims and findings as they were when it was saved, for when it is restored. */
    claims: text({ mode: "json" }).$type<SentenceClaims[]>(),
    warnings: text({ mode: "json" }).$type<MessageWarning[]>(),
    createdAt: text("created_at").notNull(),
    /** As with the company. */
    profileId: text("profile_id"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId, t.version] })],
);

/** Follow-ups of an application without an answer: the text of each step, or that the user has called instead. */
export const followUps = sqliteTable(
  "follow_ups",
  {
    userId: text("user_id").notNull(),
    companyId: text("company_id").notNull(),
    step: integer().$type<FollowUpStep>().notNull(),
    /** Empty while only a call is noted. */
    message: text().notNull().default(""),
    /** Counts the changes of the text. */
    version: integer().notNull().default(0),
    author: text().$type<MessageAuthor>(),
    language: text().$type<MessageLanguage>().notNull(),
    /** As with a company's message. */
    claims: text({ mode: "json" }).$type<SentenceClaims[]>(),
    /** When the text was last changed. */
    updatedAt: text("updated_at").notNull(),
    /** The user has called the company in place of the mail, and at which number. */
    calledAt: text("called_at"),
    calledNumber: text("called_number"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId, t.step] })],
);
