import type { D1Database } from "@cloudflare/workers-types";
import { z } from "zod";
import { DatabaseName, toShardNumber } from "./database-name.ts";
import { deleteLeftRows } from "./move-user.ts";

/*
 * What a restore of D1 must not forget: Time Travel takes a database back with all that keeps a mail from being sent
 * again. It is saved before the restore and put back after it; rows that are there already are never lost.
 */

type Row = Record<string, unknown>;

/** What is saved of a database: rows since a time, and who had an account and was signed in. */
export const SavedRecords = z.strictObject({
  /** Binding of the database that it was read from, and goes back to. */
  database: DatabaseName,
  since: z.iso.datetime(),
  savedAt: z.iso.datetime(),
  accounts: z.array(z.string()),
  sessions: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type SavedRecords = z.infer<typeof SavedRecords>;

/** The rows to save of each table, by SQL; `?1` is the time. A database may lack some of the tables. */
const SAVED_ROWS: Readonly<Record<string, string>> = {
  mails: "updated_at >= ?1 OR created_at >= ?1",
  dead_addresses: "created_at >= ?1",
  do_not_contact: "created_at >= ?1",
  undeliverable_reports: "reported_at >= ?1",
  courtesy_slots: "taken_at >= ?1",
  // All: the operator may have lifted or confirmed any of them since.
  objections: "?1 = ?1",
  // All: it says where everybody's rows are.
  user_directory: "?1 = ?1",
};
/** Tables of which the saved row counts, not the restored one. */
const REPLACED_TABLES = new Set(["objections", "user_directory"]);

const ROWS_A_STATEMENT = 100;
/** A parameter of D1 may have 2 MB. */
const CHARACTERS_A_STATEMENT = 400_000;
const KEYS_A_STATEMENT = 5_000;

async function listTables(db: D1Database): Promise<Set<string>> {
  const { results } = await db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
  return new Set(results.map(({ name }) => name));
}

/** All rows of a table that a condition selects, a page after the other. */
export async function* readPages(
  db: D1Database,
  table: string,
  where: string,
  ...values: string[]
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const { results } = await db
      .prepare(
        `SELECT rowid AS row_number, * FROM ${table} WHERE (${where}) AND rowid > ?${values.length + 1}
          ORDER BY rowid LIMIT ${ROWS_A_STATEMENT}`,
      )
      .bind(...values, last)
      .all<Row & { row_number: number }>();
    last = results.at(-1)?.row_number ?? last;
    yield results.map(({ row_number: _rowNumber, ...row }) => row);
    if (results.length < ROWS_A_STATEMENT) return;
  }
}

async function readRows(...selection: Parameters<typeof readPages>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of readPages(...selection)) rows.push(...page);
  return rows;
}

async function readKeys(db: D1Database, table: string, column: string, where = "1"): Promise<string[]> {
  const keys: string[] = [];
  for (let last = ""; ;) {
    const { results } = await db
      .prepare(
        `SELECT ${column} AS name FROM ${table} WHERE ${where} AND ${column} > ?1 ORDER BY ${column}
          LIMIT ${KEYS_A_STATEMENT}`,
      )
      .bind(last)
      .all<{ name: string }>();
    keys.push(...results.map(({ name }) => name));
    last = keys.at(-1) ?? "";
    if (results.length < KEYS_A_STATEMENT) return keys;
  }
}

/** @param since ISO 8601: the time to which the database is going to be restored, or earlier */
export async function saveRecords(
  db: D1Database,
  database: SavedRecords["database"],
  since: string,
): Promise<SavedRecords> {
  const known = await listTables(db);
  const tables: SavedRecords["tables"] = {};
  for (const [table, where] of Object.entries(SAVED_ROWS))
    if (known.has(table)) tables[table] = await readRows(db, table, where, since);
  const hasUsers = database !== "SHARED_DB";
  return {
    database,
    since,
    savedAt: new Date().toISOString(),
    accounts: hasUsers ? await readKeys(db, "users", "id", "deleted_at IS NULL") : [],
    sessions: hasUsers ? await readKeys(db, "sessions", "token_hash") : [],
    tables,
  };
}

/** Rows as lists of JSON that a statement can take. */
function* toStatementLists(rows: readonly Row[]): Generator<string> {
  let list: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (list.length === ROWS_A_STATEMENT || (list.length > 0 && characters + text.length > CHARACTERS_A_STATEMENT)) {
      yield `[${list.join(",")}]`;
      [list, characters] = [[], 0];
    }
    list.push(text);
    characters += text.length;
  }
  if (list.length > 0) yield `[${list.join(",")}]`;
}

/** The parts of a long list of keys that a statement can take. */
function* toKeyLists(keys: readonly string[]): Generator<string> {
  for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT)
    yield JSON.stringify(keys.slice(at, at + KEYS_A_STATEMENT));
}

/** Runs a statement with each part of a long list of keys. */
async function runForKeys(db: D1Database, statement: string, keys: readonly string[]): Promise<void> {
  for (const list of toKeyLists(keys)) await db.prepare(statement).bind(list).run();
}

/** Columns that both the saved rows and the table have: a migration may lie between. */
async function listSharedColumns(db: D1Database, table: string, rows: readonly Row[]): Promise<string[]> {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info(?1)").bind(table).all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => rows[0] && name in rows[0]);
}

/** Inserts rows that are missing. @returns how many */
export async function insertMissing(
  db: D1Database,
  table: string,
  rows: readonly Row[],
  set: Readonly<Record<string, string>> = {},
): Promise<number> {
  let inserted = 0;
  const columns = await listSharedColumns(db, table, rows);
  const values = columns.map((name) => set[name] ?? `value ->> '${name}'`);
  const replace = columns.map((name) => `${name} = excluded.${name}`).join(", ");
  const onConflict = REPLACED_TABLES.has(table) ? `CONFLICT DO UPDATE SET ${replace}` : "CONFLICT DO NOTHING";
  for (const list of toStatementLists(rows)) {
    const { meta } = await db
      .prepare(
        `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM json_each(?1) WHERE true
          ON ${onConflict}`,
      )
      .bind(list)
      .run();
    inserted += meta.changes;
  }
  return inserted;
}

/** A mail on its way when it was saved: nobody knows any more whether Gmail took it. */
const SAVED_STATUS = "iif(value ->> 'status' = 'sending', 'unknown', value ->> 'status')";
const SAVED_ERROR = "iif(value ->> 'status' = 'sending', 'outcome_unknown', value ->> 'error')";
const IS_SAVED_STEP = `test = 0 AND (user_id, company_id, step) IN
  (SELECT value ->> 'user_id', value ->> 'company_id', value ->> 'step' FROM json_each(?1))`;
const SAME_STEP = "other.user_id = mails.user_id AND other.company_id = mails.company_id AND other.step = mails.step";

/** Brings mails to their saved state, then decides which of them holds the lock of its company and step. */
const MAIL_STATEMENTS = [
  `UPDATE mails SET status = saved.status, error = saved.error, released = 1, gmail_id = saved.gmail_id,
      gmail_thread_id = saved.gmail_thread_id, provider_response = saved.response, updated_at = saved.updated_at
    FROM (SELECT value ->> 'user_id' AS user_id, value ->> 'id' AS id, ${SAVED_STATUS} AS status,
        ${SAVED_ERROR} AS error, value ->> 'gmail_id' AS gmail_id, value ->> 'gmail_thread_id' AS gmail_thread_id,
        value ->> 'provider_response' AS response, value ->> 'updated_at' AS updated_at
      FROM json_each(?1)) AS saved
    WHERE mails.user_id = saved.user_id AND mails.id = saved.id AND saved.updated_at > mails.updated_at`,
  // A mail that was sent holds the lock rather than one of unknown outcome, which a confirmation would release.
  `UPDATE mails SET released = 1 WHERE ${IS_SAVED_STEP} AND status = 'unknown' AND released = 0
    AND EXISTS (SELECT 1 FROM mails AS other WHERE ${SAME_STEP} AND other.status = 'sent' AND other.test = 0)`,
  `UPDATE mails SET released = 0 WHERE ${IS_SAVED_STEP} AND status IN ('sent', 'unknown') AND released = 1
    AND NOT EXISTS (SELECT 1 FROM mails AS other WHERE ${SAME_STEP} AND other.test = 0 AND other.released = 0
      AND other.status IN ('sending', 'sent', 'unknown'))
    AND id = (SELECT id FROM mails AS other WHERE ${SAME_STEP} AND other.test = 0
      AND other.status IN ('sent', 'unknown') ORDER BY other.status = 'sent' DESC, other.created_at DESC LIMIT 1)`,
];

/** SQL of the companies with the mails of a JSON list. */
const COMPANIES_OF_MAILS = `(user_id, id) IN
  (SELECT value ->> 'user_id', value ->> 'company_id' FROM json_each(?1) WHERE value ->> 'step' = 0)`;

const OF_COMPANY = `mails.user_id = companies.user_id AND mails.company_id = companies.id AND mails.step = 0
  AND mails.test = 0`;

/** SQL that derives the state of companies from their applications; it only ever goes on, as in the product. */
const toStatusStatement = (which: string) => `
  UPDATE companies SET sent_at = coalesce(sent_at, (SELECT min(updated_at) FROM mails WHERE ${OF_COMPANY}
      AND status = 'sent')),
    send_status = iif(EXISTS (SELECT 1 FROM mails WHERE ${OF_COMPANY} AND status = 'sent'), 'sent', 'unknown')
  WHERE ${which} AND send_status <> 'sent' AND EXISTS (SELECT 1 FROM mails WHERE ${OF_COMPANY}
    AND (status = 'sent' OR (status IN ('sending', 'unknown') AND released = 0)))`;

async function mendMails(db: D1Database, rows: readonly Row[]): Promise<number> {
  // Out of the unique index of the lock until it is decided who has it.
  const set = { status: SAVED_STATUS, error: SAVED_ERROR, released: "1" };
  const inserted = await insertMissing(db, "mails", rows, set);
  const states = rows.map(({ subject: _subject, body: _body, ...row }) => row);
  for (const list of toStatementLists(states)) {
    await db.batch(
      [...MAIL_STATEMENTS, toStatusStatement(COMPANIES_OF_MAILS)].map((statement) => db.prepare(statement).bind(list)),
    );
  }
  return inserted;
}

async function deleteOtherEntries(db: D1Database, saved: readonly Row[]): Promise<void> {
  const kept = new Set(saved.map((row) => row["user_id"]));
  const others = (await readKeys(db, "user_directory", "user_id")).filter((id) => !kept.has(id));
  await runForKeys(db, "DELETE FROM user_directory WHERE user_id IN (SELECT value FROM json_each(?1))", others);
}

/** Accounts that a restore has lost leave their e-mails to whoever signs up next; the product forgets the rest. */
export const reopenEntries = (shared: D1Database, userIds: readonly string[]): Promise<void> =>
  runForKeys(
    shared,
    "UPDATE user_directory SET state = 'opening' WHERE user_id IN (SELECT value FROM json_each(?1))",
    userIds,
  );

/**
 * Takes back what a restore has brought of users who were moved meanwhile: the directory says where they are, and a
 * copy of them elsewhere must neither be worked with nor be deleted as the account itself.
 * @returns how many had been moved away
 */
async function dropMovedUsers(db: D1Database, shared: D1Database, shard: number): Promise<number> {
  const ids = new Set([...(await readKeys(db, "users", "id")), ...(await readKeys(db, "account_moves", "user_id"))]);
  const at = new Date().toISOString();
  let dropped = 0;
  for (const keys of toKeyLists([...ids])) {
    const { results } = await shared
      .prepare(
        `SELECT user_id AS id, shard, state FROM user_directory
          WHERE user_id IN (SELECT value FROM json_each(?1)) AND state <> 'opening'`,
      )
      .bind(keys)
      .all<{ id: string; shard: number; state: string }>();
    for (const { id } of results.filter((entry) => entry.shard !== shard)) {
      await db
        .prepare(
          `INSERT INTO account_moves VALUES (?1, 'left', ?2)
            ON CONFLICT (user_id) DO UPDATE SET state = 'left', changed_at = ?2`,
        )
        .bind(id, at)
        .run();
      await deleteLeftRows(db, id, at);
      dropped += 1;
    }
    const settled = results.filter((entry) => entry.shard === shard && entry.state === "open").map(({ id }) => id);
    await runForKeys(db, "DELETE FROM account_moves WHERE user_id IN (SELECT value FROM json_each(?1))", settled);
  }
  return dropped;
}

/** What was put back. */
export interface Mended {
  /** Users who had been moved away since, whose copies were dropped again. */
  dropped: number;
  /** Rows that were missing, by table. */
  inserted: Record<string, number>;
  /** Accounts that were deleted since, closed again: the product deletes them. */
  closed: number;
  /** Sessions that had ended since. */
  ended: number;
  /** Accounts that were opened since, which the restored database does not have. */
  lost: string[];
}

/** Puts back what was saved. It may be repeated. @param shared tells where the users of a shard are */
export async function mendRecords(db: D1Database, saved: SavedRecords, shared: D1Database): Promise<Mended> {
  const known = await listTables(db);
  const inserted: Mended["inserted"] = {};
  const shard = saved.database === "SHARED_DB" ? undefined : toShardNumber(saved.database);
  // First: no row of theirs may be mended, nor their account be closed.
  const dropped = shard === undefined ? 0 : await dropMovedUsers(db, shared, shard);
  for (const [table, rows] of Object.entries(saved.tables)) {
    if (!(table in SAVED_ROWS) || !known.has(table)) continue;
    // Who has left since must not come back, nor keep an e-mail that somebody else has now.
    if (table === "user_directory") await deleteOtherEntries(db, rows);
    if (rows.length === 0) continue;
    inserted[table] = table === "mails" ? await mendMails(db, rows) : await insertMissing(db, table, rows);
  }
  if (saved.database === "SHARED_DB") return { inserted, dropped, closed: 0, ended: 0, lost: [] };
  const [accounts, sessions] = [new Set(saved.accounts), new Set(saved.sessions)];
  const users = await readKeys(db, "users", "id", "deleted_at IS NULL");
  const returned = users.filter((id) => !accounts.has(id));
  const revived = (await readKeys(db, "sessions", "token_hash")).filter((token) => !sessions.has(token));
  await runForKeys(
    db,
    "UPDATE users SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ') WHERE id IN (SELECT value FROM json_each(?1))",
    returned,
  );
  await runForKeys(db, "DELETE FROM sessions WHERE token_hash IN (SELECT value FROM json_each(?1))", revived);
  const present = new Set(users);
  return {
    inserted,
    dropped,
    closed: returned.length,
    ended: revived.length,
    lost: saved.accounts.filter((id) => !present.has(id)),
  };
}

/** What a user gets back from a copy, companies before what is theirs: no mails, no locks, no access to Gmail. */
const GIVEN_BACK = [
  "profiles",
  "confirmed_facts",
  "companies",
  "company_notes",
  "company_tags",
  "message_versions",
  "applications",
  "outcome_events",
  "follow_ups",
] as const;

export type UserRows = Record<string, Row[]>;

/** The rows of one user in an older copy of the database. */
export async function readUserRows(copy: D1Database, userId: string): Promise<UserRows> {
  const rows: UserRows = {};
  for (const table of GIVEN_BACK) rows[table] = await readRows(copy, table, "user_id = ?1", userId);
  return rows;
}

async function listCompanyIds(db: D1Database, userId: string): Promise<Set<unknown>> {
  const { results } = await db
    .prepare("SELECT id FROM companies WHERE user_id = ?1")
    .bind(userId)
    .all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

/**
 * Gives a user back what is missing of an older copy. Nothing that is there is changed, and the log of mails stays as
 * it is: a company that comes back after a mail to it is one that was written to.
 * @returns rows given back, by table; null for an account that is closed, or of another database
 */
export async function giveBackUserRows(
  db: D1Database,
  userId: string,
  rows: UserRows,
): Promise<Record<string, number> | null> {
  const account = await db.prepare("SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL").bind(userId).first();
  if (!account) return null;
  const given: Record<string, number> = {};
  let present = new Set<unknown>();
  for (const table of GIVEN_BACK) {
    const wanted = (rows[table] ?? []).filter(
      (row) => row["user_id"] === userId && (!("company_id" in row) || present.has(row["company_id"])),
    );
    if (wanted.length > 0) given[table] = await insertMissing(db, table, wanted, { generating_since: "NULL" });
    if (table === "companies") present = await listCompanyIds(db, userId);
  }
  await db.batch([
    db.prepare(toStatusStatement("user_id = ?1")).bind(userId),
    db
      .prepare(
        `DELETE FROM past_companies WHERE user_id = ?1
          AND identity IN (SELECT identity FROM companies WHERE user_id = ?1)`,
      )
      .bind(userId),
  ]);
  return given;
}
