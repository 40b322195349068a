import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Contact, LetterWarning, SendStatus } from "../contract/companies";
import type { Language, MessageLanguage } from "../contract/fields";
import type { TextStatus } from "../contract/account";
import type { ErrorCode } from "../contract/errors";
import type { Quota } from "../contract/limits";
import type { ItemState } from "../contract/messages";
import type { MailStatus } from "../contract/mail";
import type { Search, SearchStatus } from "../contract/search";
import type { KeptFacts } from "../messages/facts";
import type { SiteReading } from "../search/jobs";

// Times are ISO 8601 UTC texts: they sort as they read and go out on the wire as they are.
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

// account ------------------------------------------------------------------

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: flag("email_verified"),
  /** scrypt with its parameters; null for an account that only signs in with Google. */
  passwordHash: text("password_hash"),
  googleSub: text("google_sub").unique(),
  language: text().$type<Language>().notNull(),
  wizardCompleted: flag("wizard_completed"),
  attachCv: integer("attach_cv", { mode: "boolean" }).notNull().default(true),
  templateMessage: text("template_message").notNull().default(""),
  cvPath: text("cv_path"),
  cvName: text("cv_name"),
  cvSize: integer("cv_size"),
  cvUploadedAt: text("cv_uploaded_at"),
  cvText: text("cv_text"),
  cvTextStatus: text("cv_text_status").$type<TextStatus>(),
  /** What was read out of the text of the CV, once. */
  cvFacts: text("cv_facts", { mode: "json" }).$type<KeptFacts>(),
  createdAt: text("created_at").notNull(),
  /** Tombstone: the account is being deleted and may not be entered any more. */
  deletedAt: text("deleted_at"),
}, (t) => [
  // What the sweeps look for is rare: they must not read every user for it.
  index("users_cv_pending").on(t.cvUploadedAt).where(sql`cv_text_status = 'pending'`),
  index("users_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
]);

export const sessions = sqliteTable("sessions", {
  /** SHA-256 of the token; the token itself is only in the cookie. */
  tokenHash: text("token_hash").primaryKey(),
  userId: text("user_id").notNull(),
  /** When this token was given out; the session may be older. */
  createdAt: text("created_at").notNull(),
  lastSeenAt: text("last_seen_at").notNull(),
  expiresAt: text("expires_at").notNull(),
  /** Hash of the token the session began with: what all its tokens have in common. */
  firstHash: text("first_hash").notNull().default(""),
  /** The browser has not used this token yet: the one before it still counts. */
  fresh: flag("fresh"),
}, (t) => [index("sessions_by_user").on(t.userId)]);

/** Tries to sign in that failed, of an account and of a network: who they are is hashed. Swept once they no longer count. */
export const signInFailures = sqliteTable("sign_in_failures", {
  key: text().primaryKey(),
  /** How many more there may be before the longest wait. */
  remaining: integer().notNull(),
  failedAt: text("failed_at").notNull(),
  /** No password is looked at before; empty for at once. */
  blockedUntil: text("blocked_until").notNull(),
}, (t) => [index("sign_in_failures_by_time").on(t.failedAt)]);

/** What was asked for in the current hour or day: a row for each kind, which begins anew with the next period. */
export const spending = sqliteTable("spending", {
  /** Empty for the product as a whole. */
  userId: text("user_id").notNull(),
  kind: text().$type<Quota | "model_call">().notNull(),
  /** Beginning of the ISO time that the period has in common: "2026-11-21T14" or "2026-11-21". */
  period: text().notNull(),
  count: integer().notNull(),
}, (t) => [primaryKey({ columns: [t.userId, t.kind] })]);

// companies ----------------------------------------------------------------

/** What stands between a company and its mail: one of CompanyState. Indexes hold it, so queries have to say it in these very words. */
export const COMPANY_STATE = `CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END`;
const state = sql.raw(COMPANY_STATE);

export const companies = sqliteTable("companies", {
  userId: text("user_id").notNull(),
  id: text().notNull(),
  searchId: text("search_id"),
  /** What makes two companies the same: the registrable domain, or host and first path segment on shared hosts. */
  identity: text().notNull(),
  name: text().notNull(),
  website: text().notNull(),
  businessType: text("business_type").notNull(),
  city: text().notNull(),
  country: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  contacts: text({ mode: "json" }).$type<Contact[]>().notNull(),
  about: text().notNull().default(""),
  applyElsewhere: text("apply_elsewhere", { mode: "json" }).$type<{ url: string; reason: string } | null>(),
  recipient: text(),
  language: text().$type<MessageLanguage>().notNull(),
  subject: text().notNull().default(""),
  message: text().notNull().default(""),
  messageVersion: integer("message_version").notNull().default(0),
  /** What should be read again in the message as it was written; null for nothing. */
  messageWarnings: text("message_warnings", { mode: "json" }).$type<LetterWarning[]>(),
  /** When the generation now under way began; null when none is. */
  generatingSince: text("generating_since"),
  favorited: flag("favorited"),
  sendStatus: text("send_status").$type<SendStatus>().notNull().default("none"),
  sentAt: text("sent_at"),
  archivedAt: text("archived_at"),
  createdAt: text("created_at").notNull(),
  source: text().notNull(),
}, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  uniqueIndex("companies_by_identity").on(t.userId, t.identity),
  // The dashboard in both orders, each state by itself: a page of one state is read off as it stands, a page of all is merged of the five.
  index("companies_by_date").on(t.userId, state, t.createdAt, t.id).where(sql`archived_at IS NULL`),
  index("companies_by_website").on(t.userId, state, t.website, t.id).where(sql`archived_at IS NULL`),
  index("favorites_by_date").on(t.userId, state, t.createdAt, t.id).where(sql`favorited = 1 AND archived_at IS NULL`),
  index("favorites_by_website").on(t.userId, state, t.website, t.id).where(sql`favorited = 1 AND archived_at IS NULL`),
  index("companies_archived").on(t.userId, t.archivedAt, t.id).where(sql`archived_at IS NOT NULL`),
]);

// search -------------------------------------------------------------------

export const searches = sqliteTable("searches", {
  userId: text("user_id").notNull(),
  id: text().notNull(),
  status: text().$type<SearchStatus>().notNull(),
  businessTypes: text("business_types", { mode: "json" }).$type<string[]>().notNull(),
  cities: text({ mode: "json" }).$type<string[]>().notNull(),
  /** The counts as the object last wrote them; the object holds the live ones. */
  totals: text({ mode: "json" }).$type<Pick<Search, "total_companies" | "new_companies" | "duplicate_companies" | "total_emails" | "websites_count" | "scraped_websites_count" | "processed_contacts_count" | "warnings">>().notNull(),
  error: text().$type<ErrorCode>(),
  addedToDashboard: flag("added_to_dashboard"),
  discarded: flag("discarded"),
  createdAt: text("created_at").notNull(),
  completedAt: text("completed_at"),
}, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  uniqueIndex("one_running_search").on(t.userId).where(sql`status IN ('running', 'stopping')`),
  index("searches_by_date").on(t.userId, t.createdAt),
]);

/** What was read of sites, shared by all users, and who is reading one now. No key of a user's: it says nothing of any. */
export const sites = sqliteTable("sites", {
  /** What tells one site from another: registrable domain, or host and path on shared hosts. */
  site: text().primaryKey(),
  /** Null until it has been read. */
  reading: text({ mode: "json" }).$type<SiteReading>(),
  /** Empty until it has been read. */
  freshUntil: text("fresh_until").notNull().default(""),
  /** The search that is reading it, or empty. */
  claimedBy: text("claimed_by").notNull().default(""),
  claimedUntil: text("claimed_until").notNull().default(""),
}, (t) => [index("sites_by_age").on(t.freshUntil)]);

/**
 * Companies of imported directories: a row for each category of a company, so that one look at an index finds a kind of company in a city.
 * Filled by `npm run directory:import`; directory/line.ts says what the columns hold.
 */
export const directory = sqliteTable("directory", {
  source: text().notNull(),
  id: text().notNull(),
  /** One of the categories; empty for a company that has none. */
  category: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  website: text(),
  emails: text({ mode: "json" }).$type<string[]>().notNull(),
  phones: text({ mode: "json" }).$type<string[]>().notNull(),
  city: text().notNull(),
  cityKey: text("city_key").notNull(),
  country: text().notNull(),
  lat: real(),
  lon: real(),
  /** Cell of a grid; with `lat` and `lon` it answers for a box. */
  cell: integer(),
  categories: text({ mode: "json" }).$type<string[]>().notNull(),
  page: text().notNull(),
  hash: text().notNull(),
}, (t) => [
  primaryKey({ columns: [t.source, t.id, t.category] }),
  // With the name, a text in it is looked for in the index alone.
  index("directory_by_city").on(t.cityKey, t.category, t.country, t.nameKey),
  index("directory_by_cell").on(t.cell, t.category, t.lat, t.lon, t.nameKey),
]);

// messages -----------------------------------------------------------------

export const generations = sqliteTable("generations", {
  userId: text("user_id").notNull(),
  id: text().notNull(),
  /** Cancelling is this row; workers look at it before and while they write. */
  cancelledAt: text("cancelled_at"),
  finishedAt: text("finished_at"),
  createdAt: text("created_at").notNull(),
}, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  uniqueIndex("one_running_generation").on(t.userId).where(sql`finished_at IS NULL`),
]);

export const generationItems = sqliteTable("generation_items", {
  userId: text("user_id").notNull(),
  generationId: text("generation_id").notNull(),
  companyId: text("company_id").notNull(),
  position: integer().notNull(),
  /** Version of the message when it was queued: what the user has edited since is not written over. */
  messageVersion: integer("message_version").notNull().default(0),
  state: text().$type<ItemState>().notNull(),
  attempts: integer().notNull().default(0),
  error: text().$type<ErrorCode>(),
  /** As in the body of a refusal. */
  fields: text({ mode: "json" }).$type<Record<string, string>>(),
  /** Last sign of life of the run; in the future while a retry waits. */
  updatedAt: text("updated_at").notNull(),
}, (t) => [
  primaryKey({ columns: [t.userId, t.generationId, t.companyId] }),
  index("generation_items_open").on(t.state, t.updatedAt).where(sql`state IN ('queued', 'running')`),
]);

// mail ---------------------------------------------------------------------

export const mailboxes = sqliteTable("mailboxes", {
  userId: text("user_id").primaryKey(),
  email: text().notNull(),
  /** JWE of the tokens; null once Google has refused them. */
  tokens: text(),
  linkedAt: text("linked_at").notNull(),
});

export const gmailLinks = sqliteTable("gmail_links", {
  /** SHA-256 of the state given to Google. */
  stateHash: text("state_hash").primaryKey(),
  userId: text("user_id").notNull(),
  /** The session that asked; another one may not complete the link. */
  sessionHash: text("session_hash").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  expiresAt: text("expires_at").notNull(),
}, (t) => [index("gmail_links_by_user").on(t.userId)]);

export const mails = sqliteTable("mails", {
  userId: text("user_id").notNull(),
  id: text().notNull(),
  companyId: text("company_id").notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  status: text().$type<MailStatus>().notNull(),
  /** An unknown outcome the user has decided to send again; it no longer holds the lock. */
  released: flag("released"),
  error: text(),
  providerResponse: text("provider_response"),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
  /** As it was called then: the log outlives the company. */
  companyName: text("company_name").notNull().default(""),
  /** To the user themselves: no lock, no contact, but a place under the daily cap. */
  test: flag("test"),
}, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  // The lock against a second mail: one row of a company may be on its way, sent, or of unknown outcome.
  uniqueIndex("one_mail_a_company").on(t.userId, t.companyId).where(sql`status IN ('sending', 'sent', 'unknown') AND released = 0 AND test = 0`),
  index("mails_by_date").on(t.userId, t.createdAt, t.id),
  index("mails_by_recipient").on(t.userId, t.recipient),
  index("mails_by_company").on(t.userId, t.companyId),
  index("mails_sending").on(t.updatedAt).where(sql`status = 'sending'`),
]);

/**
 * Companies that do not want to be written to, by anybody: an address or a domain a row. No key of a user's. Filled by the public page;
 * `npm run objections` lists and lifts them.
 */
export const objections = sqliteTable("objections", {
  /** As on a user's own list. */
  entry: text().primaryKey(),
  /** `lifted` by the operator; `waiting` when it came again after that. Only `listed` keeps mails from going out. */
  status: text().$type<"listed" | "lifted" | "waiting">().notNull(),
  reason: text().notNull(),
  /** Where it came from, hashed, while that counts; empty afterwards. */
  network: text().notNull(),
  createdAt: text("created_at").notNull(),
}, (t) => [
  index("objections_by_time").on(t.createdAt),
  index("objections_by_network").on(t.network, t.createdAt).where(sql`network <> ''`),
]);

export const doNotContact = sqliteTable("do_not_contact", {
  userId: text("user_id").notNull(),
  /** An address or a domain; lower case, ASCII. */
  entry: text().notNull(),
  createdAt: text("created_at").notNull(),
}, (t) => [primaryKey({ columns: [t.userId, t.entry] })]);
