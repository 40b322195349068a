import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { booleanColumn } from "./boolean-column";

// What belongs to no single user, in the shared database. The tables of all other files of this folder hold rows of
// users and are in the users' database. No statement and no batch names tables of both.

/**
 * Which shard has the rows of each user, and whose an e-mail or a Google account is: the unique indexes decide for all
 * shards. An account from before this table was filled has no row and is on shard 0.
 */
export const userDirectory = sqliteTable(
  "user_directory",
  {
    userId: text("user_id").primaryKey(),
    /** As in the user's row; null once the account is closed. */
    email: text().unique(),
    googleSub: text("google_sub").unique(),
    shard: integer().notNull(),
    /** `opening`: reserved, and the account may not exist yet. `moving`: to another shard (decision 95). */
    state: text().$type<"opening" | "open" | "moving">().notNull(),
    /** Of the state; for `opening` when the reservation was last used. */
    changedAt: text("changed_at").notNull(),
  },
  (t) => [
    index("user_directory_opening")
      .on(t.changedAt)
      .where(sql`state = 'opening'`),
  ],
);

/** A row for each shard that has had users; one without takes new ones too. */
export const userShards = sqliteTable("user_shards", {
  shard: integer().primaryKey(),
  /** `full` takes no new users; set by the operator. */
  state: text().$type<"open" | "full">().notNull().default("open"),
  /** Of the directory. */
  entries: integer().notNull().default(0),
});

/**
 * Failed sign-ins of an account, a known device, a session or a network, all hashed. Deleted once they no longer count.
 */
export const signInFailures = sqliteTable(
  "sign_in_failures",
  {
    key: text().primaryKey(),
    /** Failures left before the longest wait. */
    remaining: integer().notNull(),
    failedAt: text("failed_at").notNull(),
    /** No password is checked before; empty for no wait. */
    blockedUntil: text("blocked_until").notNull(),
  },
  (t) => [index("sign_in_failures_by_time").on(t.failedAt)],
);

/** Calls of a network in the current hour: a row for each kind, as in `spending`. */
export const sharedSpending = sqliteTable(
  "shared_spending",
  {
    /** `network:` and a hash. */
    owner: text().notNull(),
    kind: text().$type<"registration" | "proof_check">().notNull(),
    period: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.kind] })],
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
