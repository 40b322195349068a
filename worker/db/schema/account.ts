import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CvTextStatus, FactKind } from "../../contract/account";
import type { Language, MessageLanguage } from "../../contract/field-schemas";
import type { Quota } from "../../contract/limits";
import { booleanColumn } from "./boolean-column";
import type { StoredFacts } from "./json-types";

export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: booleanColumn("email_verified"),
    /** scrypt with its parameters; null for an account that only signs in with Google. */
    passwordHash: text("password_hash"),
    googleSub: text("google_sub").unique(),
    language: text().$type<Language>().notNull(),
    wizardCompleted: booleanColumn("wizard_completed"),
    attachCv: integer("attach_cv", { mode: "boolean" }).notNull().default(true),
    /** The letter goes along as a PDF, besides being the text of the mail. */
    attachLetter: booleanColumn("attach_letter"),
    /** The user's postal address, which stands in that PDF only; lines. */
    letterAddress: text("letter_address").notNull().default(""),
    /** The mail ends with a line that says where its address was found. */
    tellSource: booleanColumn("tell_source"),
    /** Answers go to the user's address with a tag that tells the company. */
    tagReplies: booleanColumn("tag_replies"),
    /** The default profile, in this and the next columns; the others are in `profiles`. Null: the id of the user. */
    profileId: text("profile_id"),
    profileName: text("profile_name").notNull().default(""),
    /** Language of its CV as the user says it, null until then; the text of the CV counts more. */
    profileLanguage: text("profile_language").$type<MessageLanguage>(),
    templateMessage: text("template_message").notNull().default(""),
    cvPath: text("cv_path"),
    cvName: text("cv_name"),
    cvSize: integer("cv_size"),
    cvUploadedAt: text("cv_uploaded_at"),
    /** A form feed stands where each page begins; texts stored before that have none. */
    cvText: text("cv_text"),
    cvTextStatus: text("cv_text_status").$type<CvTextStatus>(),
    /** Facts extracted once from the CV's text. */
    cvFacts: text("cv_facts", { mode: "json" }).$type<StoredFacts>(),
    signaturePhone: text("signature_phone").notNull().default(""),
    signatureLinks: text("signature_links", { mode: "json" }).$type<string[]>().notNull().default([]),
    createdAt: text("created_at").notNull(),
    /** Soft delete: the account is being deleted and nobody can sign in. */
    deletedAt: text("deleted_at"),
  },
  (t) => [
    // Few rows match: the cron jobs must not read every user.
    index("users_cv_pending")
      .on(t.cvUploadedAt)
      .where(sql`cv_text_status = 'pending'`),
    index("users_deleted")
      .on(t.deletedAt)
      .where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Profiles beside the default one, whose CV and template are in `users`, in columns of the same names. */
export const profiles = sqliteTable(
  "profiles",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    profileName: text("profile_name").notNull(),
    profileLanguage: text("profile_language").$type<MessageLanguage>().notNull(),
    templateMessage: text("template_message").notNull().default(""),
    cvPath: text("cv_path"),
    cvName: text("cv_name"),
    cvSize: integer("cv_size"),
    cvUploadedAt: text("cv_uploaded_at"),
    cvText: text("cv_text"),
    cvTextStatus: text("cv_text_status").$type<CvTextStatus>(),
    cvFacts: text("cv_facts", { mode: "json" }).$type<StoredFacts>(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index("profiles_cv_pending")
      .on(t.cvUploadedAt)
      .where(sql`cv_text_status = 'pending'`),
  ],
);

/** What a user has stated of themselves: it supports messages as the CV does. */
export const confirmedFacts = sqliteTable(
  "confirmed_facts",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    kind: text().$type<FactKind>().notNull(),
    text: text().notNull(),
    /** Tasks of a job. */
    details: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** The text as it is compared: lower case, without accents and punctuation. */
    foldedText: text("folded_text").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_confirmed_fact_a_text").on(t.userId, t.foldedText),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself is only in the cookie. */
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id").notNull(),
    /** When this token was issued; the session may be older. */
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** Hash of the session's first token, shared by all its tokens. */
    firstHash: text("first_hash").notNull().default(""),
    /** The browser has not used this token yet: the previous one is still valid. */
    fresh: booleanColumn("fresh"),
    /** Start of the session. All tokens of a session share this and the next three columns. */
    startedAt: text("started_at").notNull().default(""),
    /** When its user last confirmed who they are, by password or by Google. */
    authenticatedAt: text("authenticated_at").notNull().default(""),
    /** Browser and system, roughly; empty when it did not say. */
    label: text().notNull().default(""),
    /** The known device it is on. */
    deviceHash: text("device_hash").notNull().default(""),
  },
  (t) => [index("sessions_by_user").on(t.userId)],
);

/** Browsers in which a user has signed in before: their failed sign-ins are counted separately. */
export const devices = sqliteTable(
  "devices",
  {
    userId: text("user_id").notNull(),
    /** SHA-256 of the token in the device's cookie. */
    tokenHash: text("token_hash").notNull(),
    lastSignInAt: text("last_sign_in_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tokenHash] })],
);

/** Calls of a user in the current hour or day: a row for each kind, reset by the next period. */
export const spending = sqliteTable(
  "spending",
  {
    userId: text("user_id").notNull(),
    kind: text().$type<Quota | "model_call" | "inbound_mail">().notNull(),
    /** Prefix that the period's ISO times share: "2026-11-21T14" or "2026-11-21". */
    period: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
