import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type {
  ApplicationWay,
  CompanyFact,
  Contact,
  DirectorySource,
  MessageAuthor,
  MessageWarning,
  Outcome,
  SendStatus,
} from "../../contract/companies";
import type { MessageLanguage, SentenceClaims } from "../../contract/field-schemas";
import { booleanColumn } from "./boolean-column";

/** Progress of an application: one of CompanyState. Indexes contain it, so queries must use the same expression. */
export const COMPANY_STATE_SQL = [
  "CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure'",
  "WHEN applied_at IS NOT NULL THEN 'sent'",
  "WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END",
].join(" ");
const companyStateSql = sql.raw(COMPANY_STATE_SQL);

export const companies = sqliteTable(
  "companies",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    searchId: text("search_id"),
    /** Identity of a company: the registrable domain, or host and first path segment on shared hosts. */
    identity: text().notNull(),
    /** The directory's site in the form of `identity`, where it redirects to another; else null. */
    redirectedFrom: text("redirected_from"),
    name: text().notNull(),
    website: text().notNull(),
    /** By what it is sorted. */
    nameKey: text("name_key").notNull().default(""),
    siteKey: text("site_key").notNull().default(""),
    businessType: text("business_type").notNull(),
    city: text().notNull(),
    country: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    contacts: text({ mode: "json" }).$type<Contact[]>().notNull(),
    /** What its site says; null for companies found before pages were read for facts. */
    facts: text({ mode: "json" }).$type<CompanyFact[]>(),
    /** Sentences of its site, of those companies. */
    about: text().notNull().default(""),
    applyElsewhere: text("apply_elsewhere", { mode: "json" }).$type<{ url: string; reason: string } | null>(),
    /** Pages of its site: with a form to write to it, and about its jobs; null where none was found. */
    contactForm: text("contact_form"),
    careersPage: text("careers_page"),
    recipient: text(),
    language: text().$type<MessageLanguage>().notNull(),
    subject: text().notNull().default(""),
    message: text().notNull().default(""),
    messageVersion: integer("message_version").notNull().default(0),
    /** Who wrote the message; null without one, and for one from before this was kept. */
    messageAuthor: text("message_author").$type<MessageAuthor>(),
    /** The version that the user has read to its end; null for none. */
    messageReadVersion: integer("message_read_version"),
    /** What the user should check in the generated message; null for nothing. */
    messageWarnings: text("message_warnings", { mode: "json" }).$type<MessageWarning[]>(),
    /** What the writer says its sentences rest on; null for a text edited by hand. */
    messageClaims: text("message_claims", { mode: "json" }).$type<SentenceClaims[]>(),
    /** Start of the running generation; null without one. */
    generatingSince: text("generating_since"),
    favorited: booleanColumn("favorited"),
    sendStatus: text("send_status").$type<SendStatus>().notNull().default("none"),
    sentAt: text("sent_at"),
    /** Of the latest row in `applications`: an index cannot look there. */
    appliedAt: text("applied_at"),
    appliedWay: text("applied_way").$type<ApplicationWay>(),
    /** Of the row in `outcome_events` that counts; null while an answer is awaited, and before an application. */
    outcome: text().$type<Outcome>(),
    outcomeAt: text("outcome_at"),
    /** The next date with the company: when, what, and when it was last changed, how often (as calendars count it). */
    nextAt: text("next_at"),
    nextText: text("next_text").notNull().default(""),
    nextChangedAt: text("next_changed_at"),
    nextChanges: integer("next_changes").notNull().default(0),
    archivedAt: text("archived_at"),
    createdAt: text("created_at").notNull(),
    source: text().notNull(),
    /** What our own directory says; null where it does not. */
    sources: text({ mode: "json" }).$type<DirectorySource[]>(),
    lat: real(),
    lon: real(),
    /** From the centre of the searched place. */
    distanceKm: real("distance_km"),
    size: text(),
    sector: text(),
    chain: text(),
    /** The profile that its message is written with, and whose CV goes with it; null for the default one. */
    profileId: text("profile_id"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("companies_by_identity").on(t.userId, t.identity),
    index("companies_by_redirect")
      .on(t.userId, t.redirectedFrom)
      .where(sql`redirected_from IS NOT NULL`),
    // The dashboard in each order, each state separately: a page of one state is a range, a page of all merges five.
    index("companies_by_date")
      .on(t.userId, companyStateSql, t.createdAt, t.id)
      .where(sql`archived_at IS NULL`),
    index("companies_by_website")
      .on(t.userId, companyStateSql, t.siteKey, t.id)
      .where(sql`archived_at IS NULL`),
    index("companies_by_name")
      .on(t.userId, companyStateSql, t.nameKey, t.id)
      .where(sql`archived_at IS NULL`),
    index("favorites_by_date")
      .on(t.userId, companyStateSql, t.createdAt, t.id)
      .where(sql`favorited = 1 AND archived_at IS NULL`),
    index("favorites_by_website")
      .on(t.userId, companyStateSql, t.siteKey, t.id)
      .where(sql`favorited = 1 AND archived_at IS NULL`),
    index("favorites_by_name")
      .on(t.userId, companyStateSql, t.nameKey, t.id)
      .where(sql`favorited = 1 AND archived_at IS NULL`),
    // Empty for a user with one profile.
    index("companies_by_profile")
      .on(t.userId, t.profileId)
      .where(sql`profile_id IS NOT NULL`),
    index("companies_archived")
      .on(t.userId, t.archivedAt, t.id)
      .where(sql`archived_at IS NOT NULL`),
  ],
);

/**
 * Identities of companies that a user has deleted after an application or an objection: searches do not offer them
 * again.
 */
export const pastCompanies = sqliteTable(
  "past_companies",
  {
    userId: text("user_id").notNull(),
    identity: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.identity] })],
);
