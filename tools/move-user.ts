import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { CommandError } from "./command-error.ts";
import { toShardName } from "./database-name.ts";
import {
  decideNextStep,
  type Fence,
  MoveRefusal,
  type MoveState,
  type MoveStep,
  type Whereabouts,
} from "./rules-move.ts";

/*
 * Moves the rows of one user from a shard to another. Each step reads where the move is and takes it one further, so
 * that the same call goes on after a kill at any point; none does harm when another process is a step ahead. What a
 * step may rely on is written in the shards themselves: `account_moves`, which triggers ask before every write.
 */

export interface MovePorts {
  shared: D1Database;
  shards: ReadonlyMap<number, D1Database>;
  /** Milliseconds. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Between the last call that the old shard admits and its freezing: most calls under way end in it. */
const GRACE_MS = 3_000;
/** How often it is looked whether a mail or a letter is still under way. */
const LOOK_AGAIN_MS = 500;
/** A letter that takes longer counts as dead. */
const MAX_LETTER_MS = 2 * 60_000;
/** A mail that a crash has cut off gets its outcome by the cron, which runs every five minutes. */
const MAX_WAIT_MS = 7 * 60_000;
/** After the freezing, for what has the old shard open and only reads: longer than any call of D1 and any mail. */
const QUIET_MS = 60_000;

const ROWS_A_PAGE = 50;
/** Of one request to D1. */
const CHARACTERS_A_BATCH = 400_000;
const ROWS_A_DELETION = 500;

/** Tables with a `user_id` that are no rows of a user. */
const NOT_MOVED: ReadonlySet<string> = new Set(["account_moves", "user_directory"]);
/** Writes that triggers guard. */
const TRIGGERS_A_TABLE = 3;

/** A table with rows of users. */
interface UserTable {
  name: string;
  columns: string[];
  owner: "id" | "user_id";
  /** The primary key. */
  keys: string[];
}
type Value = string | number | null;

interface Entry {
  shard: number;
  /** `opening` for minutes after a sign-up, whose account may be there. */
  state: "opening" | Whereabouts["state"];
}

function getShard({ shards }: MovePorts, shard: number): D1Database {
  const db = shards.get(shard);
  if (!db) throw new CommandError(`wrangler.toml binds no ${toShardName(shard)}`);
  return db;
}

const toTime = ({ now }: MovePorts): string => new Date(now()).toISOString();

// --- Where a move is ---

/** @returns undefined for a user whom neither the directory nor shard 0 knows */
async function readWhereabouts(
  userId: string,
  { shared, shards }: MovePorts,
): Promise<{ known: Whereabouts | undefined; fences: Map<number, Fence> }> {
  const [entry, ...found] = await Promise.all([
    shared.prepare("SELECT shard, state FROM user_directory WHERE user_id = ?1").bind(userId).first<Entry>(),
    ...[...shards].map(
      async ([shard, db]) =>
        [
          shard,
          await db
            .prepare("SELECT state, changed_at AS changedAt FROM account_moves WHERE user_id = ?1")
            .bind(userId)
            .first<Fence>(),
        ] as const,
    ),
  ]);
  const fences = new Map(found.flatMap(([shard, fence]) => (fence ? [[shard, fence] as const] : [])));
  if (entry) return { known: { ...entry, state: entry.state === "moving" ? "moving" : "open", fences }, fences };
  // Accounts from before the directory have no entry and are on shard 0.
  const isUnlisted = await hasAccount(shards.get(0), userId);
  return { known: isUnlisted ? { shard: 0, state: "open", fences } : undefined, fences };
}

/** Whether there is an account that is not closed. */
async function hasAccount(db: D1Database | undefined, userId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL";
  return db !== undefined && (await db.prepare(sql).bind(userId).first()) !== null;
}

/** @returns whether the move was in one of the states `from` */
async function setFence(db: D1Database, userId: string, from: MoveState, to: MoveState, at: string): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE account_moves SET state = ?3, changed_at = ?4 WHERE user_id = ?1 AND state = ?2")
    .bind(userId, from, to, at)
    .run();
  return meta.changes > 0;
}

// --- Tables and rows ---

/** The tables with rows of users. @throws CommandError where one has no triggers, or both shards differ */
async function listUserTables(source: D1Database, target: D1Database): Promise<UserTable[]> {
  const sql = `SELECT m.name AS name, group_concat(p.name, ' ') AS columns,
      group_concat(iif(p.pk > 0, p.name, NULL), ' ') AS keys,
      (SELECT count(*) FROM sqlite_master t
        WHERE t.type = 'trigger' AND t.tbl_name = m.name AND instr(t.sql, 'account_moves') > 0) AS triggers
    FROM sqlite_master m JOIN pragma_table_info(m.name) p
    WHERE m.type = 'table' AND (m.name = 'users' OR instr(m.sql, 'user_id') > 0)
    GROUP BY m.name ORDER BY m.name`;
  const read = async (db: D1Database) =>
    (await db.prepare(sql).all<{ name: string; columns: string; keys: string | null; triggers: number }>()).results
      .map(({ columns, keys, ...table }) => ({
        ...table,
        columns: columns.split(" "),
        keys: keys?.split(" ") ?? [],
        owner: table.name === "users" ? ("id" as const) : ("user_id" as const),
      }))
      .filter(({ name, columns, owner }) => columns.includes(owner) && !NOT_MOVED.has(name));
  const [ofSource, ofTarget] = await Promise.all([read(source), read(target)]);
  const describe = (tables: typeof ofSource) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]));
  const isGuarded = ofSource.every(({ triggers, keys }) => triggers === TRIGGERS_A_TABLE && keys.length > 0);
  if (ofSource.length === 0 || !isGuarded || describe(ofSource) !== describe(ofTarget))
    throw new CommandError("the tables of both shards are not up to date: npm run shards -- migrate");
  return ofSource;
}

/** A page of each table's rows, in the order of their keys, until no table has any more. */
async function* readPages(
  db: D1Database,
  userId: string,
  tables: readonly UserTable[],
): AsyncGenerator<{ table: UserTable; rows: Value[][] }[]> {
  let open = tables.map((table) => ({ table, last: undefined as Value[] | undefined }));
  while (open.length > 0) {
    const answers = await db.batch<Record<string, Value>>(
      open.map(({ table: { name, columns, owner, keys }, last }) => {
        const rest = keys.filter((key) => key !== owner);
        const after = last ? ` AND (${rest.join(", ")}) > (${rest.map((_, n) => `?${n + 2}`).join(", ")})` : "";
        const order = rest.length > 0 ? ` ORDER BY ${rest.join(", ")}` : "";
        return db
          .prepare(`SELECT ${columns.join(", ")} FROM ${name} WHERE ${owner} = ?1${after}${order} LIMIT ${ROWS_A_PAGE}`)
          .bind(userId, ...(last ?? []));
      }),
    );
    const pages = open.map(({ table }, n) => ({
      table,
      rows: (answers[n]?.results ?? []).map((row) => table.columns.map((column) => row[column] ?? null)),
    }));
    yield pages;
    open = pages.flatMap(({ table, rows }) => {
      const last = rows.length === ROWS_A_PAGE ? rows.at(-1) : undefined;
      const rest = table.keys.filter((key) => key !== table.owner);
      return last && rest.length > 0
        ? [{ table, last: rest.map((key) => last[table.columns.indexOf(key)] ?? null) }]
        : [];
    });
  }
}

/** How many rows a table has, and a hash of them all, in the order of their keys. */
type Digests = Record<string, { rows: number; hash: string }>;

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param onPage gets each page that was read */
async function digestRows(
  db: D1Database,
  userId: string,
  tables: readonly UserTable[],
  onPage: (table: UserTable, rows: Value[][]) => Promise<void> = () => Promise.resolve(),
): Promise<Digests> {
  const digests: Digests = {};
  for await (const pages of readPages(db, userId, tables))
    for (const { table, rows } of pages) {
      const before = (digests[table.name] ??= { rows: 0, hash: "" });
      if (rows.length === 0) continue;
      await onPage(table, rows);
      digests[table.name] = {
        rows: before.rows + rows.length,
        hash: await hash(before.hash + JSON.stringify(rows)),
      };
    }
  return digests;
}

/** Inserts rows that are not there yet, as long as the target expects them. */
async function insertRows(db: D1Database, userId: string, table: UserTable, rows: Value[][]): Promise<void> {
  const { name, columns, keys } = table;
  const statement = db.prepare(
    `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${columns.map((_, n) => `?${n + 2}`).join(", ")}
      WHERE EXISTS (SELECT 1 FROM account_moves WHERE user_id = ?1 AND state = 'arriving')
      ON CONFLICT (${keys.join(", ")}) DO NOTHING`,
  );
  let batch: D1PreparedStatement[] = [];
  let characters = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (batch.length > 0 && characters + size > CHARACTERS_A_BATCH) {
      await db.batch(batch);
      [batch, characters] = [[], 0];
    }
    batch.push(statement.bind(userId, ...row));
    characters += size;
  }
  await db.batch(batch);
}

/** Deletes a user's rows in a shard that they have left, the account last. */
async function deleteRows(db: D1Database, userId: string): Promise<void> {
  const tables = (await listUserTables(db, db)).toSorted(
    (a, b) => Number(a.name === "users") - Number(b.name === "users"),
  );
  for (let deleted = true; deleted;) {
    const answers = await db.batch(
      tables.map(({ name, owner }) =>
        db
          .prepare(
            `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${owner} = ?1 LIMIT ${ROWS_A_DELETION})
              AND EXISTS (SELECT 1 FROM account_moves WHERE user_id = ?1 AND state = 'left')`,
          )
          .bind(userId),
      ),
    );
    deleted = answers.some(({ meta }) => meta.changes > 0);
  }
}

// --- Steps ---

async function announce(userId: string, from: number, ports: MovePorts): Promise<void> {
  const db = getShard(ports, from);
  const account = await db
    .prepare("SELECT email, google_sub AS sub FROM users WHERE id = ?1 AND deleted_at IS NULL")
    .bind(userId)
    .first<{ email: string; sub: string | null }>();
  if (!account) throw new CommandError(`${toShardName(from)} has no such account, or it is being deleted`);
  const at = toTime(ports);
  await ports.shared.batch([
    ports.shared
      .prepare("INSERT INTO user_directory VALUES (?1, ?2, ?3, ?4, 'open', ?5) ON CONFLICT (user_id) DO NOTHING")
      .bind(userId, account.email, account.sub, from, at),
    ports.shared
      .prepare(
        `UPDATE user_directory SET state = 'moving', changed_at = ?3
          WHERE user_id = ?1 AND shard = ?2 AND state <> 'moving'`,
      )
      .bind(userId, from, at),
  ]);
}

const close = (userId: string, from: number, ports: MovePorts) =>
  getShard(ports, from)
    .prepare(
      `INSERT INTO account_moves VALUES (?1, 'leaving', ?2)
        ON CONFLICT (user_id) DO UPDATE SET state = 'leaving', changed_at = ?2 WHERE state = 'arrived'`,
    )
    .bind(userId, toTime(ports))
    .run();

/** One statement looks and freezes, so that no mail is between its claim and its outcome. */
const FREEZE = `UPDATE account_moves SET state = 'frozen', changed_at = ?2
  WHERE user_id = ?1 AND state = 'leaving'
    AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM mails WHERE user_id = ?1 AND status = 'sending')
    AND NOT EXISTS (SELECT 1 FROM companies WHERE user_id = ?1 AND generating_since > ?3)`;

/** @returns why the user stays; undefined once nothing is written any more, or another process is further */
async function freeze(userId: string, from: number, ports: MovePorts): Promise<string | undefined> {
  const db = getShard(ports, from);
  const { fences } = await readWhereabouts(userId, ports);
  const since = Date.parse(fences.get(from)?.changedAt ?? toTime(ports));
  await ports.wait(Math.max(0, since + GRACE_MS - ports.now()));
  while (ports.now() < since + MAX_WAIT_MS) {
    const letters = new Date(ports.now() - MAX_LETTER_MS).toISOString();
    const { meta } = await db.prepare(FREEZE).bind(userId, toTime(ports), letters).run();
    if (meta.changes > 0) return undefined;
    if (!(await hasAccount(db, userId))) return "the account is being deleted";
    const left = await db.prepare("SELECT state FROM account_moves WHERE user_id = ?1").bind(userId).first("state");
    if (left !== "leaving") return undefined;
    await ports.wait(LOOK_AGAIN_MS);
  }
  return "mails or letters have been under way for minutes: try again later";
}

async function prepare(userId: string, to: number, ports: MovePorts): Promise<void> {
  const db = getShard(ports, to);
  await db
    .prepare(
      `INSERT INTO account_moves VALUES (?1, 'left', ?2)
        ON CONFLICT (user_id) DO UPDATE SET state = 'left', changed_at = ?2 WHERE state = 'gone'`,
    )
    .bind(userId, toTime(ports))
    .run();
  await deleteRows(db, userId);
  await setFence(db, userId, "left", "arriving", toTime(ports));
}

/** @returns rows moved @throws CommandError where the copy is not what was copied */
async function copy(userId: string, from: number, to: number, ports: MovePorts): Promise<number> {
  const [source, target] = [getShard(ports, from), getShard(ports, to)];
  const tables = await listUserTables(source, target);
  const wanted = await digestRows(source, userId, tables, (table, rows) => insertRows(target, userId, table, rows));
  const found = await digestRows(target, userId, tables);
  const wrong = tables.filter(({ name }) => JSON.stringify(wanted[name]) !== JSON.stringify(found[name]));
  const { fences } = await readWhereabouts(userId, ports);
  // Another process is further.
  if (fences.get(from)?.state !== "frozen" || fences.get(to)?.state !== "arriving") return 0;
  if (wrong.length > 0) {
    // The next try begins with an empty target.
    await setFence(target, userId, "arriving", "left", toTime(ports));
    const described = wrong.map(({ name }) => `${name} (${found[name]?.rows} of ${wanted[name]?.rows} rows)`);
    throw new CommandError(`the copy of ${described.join(", ")} differs; nothing is lost: run the command again`);
  }
  const { shared } = ports;
  const isFrom = "user_id = ?1 AND shard = ?2 AND state = 'moving' AND ?3 <> ?2";
  const exists = `EXISTS (SELECT 1 FROM user_directory WHERE ${isFrom})`;
  await shared.batch(
    [
      `UPDATE user_shards SET entries = entries - 1 WHERE shard = ?2 AND ${exists}`,
      `INSERT INTO user_shards (shard, entries) SELECT ?3, 1 WHERE ${exists}
        ON CONFLICT (shard) DO UPDATE SET entries = entries + 1`,
      `UPDATE user_directory SET shard = ?3 WHERE ${isFrom}`,
    ].map((sql) => shared.prepare(sql).bind(userId, from, to)),
  );
  return Object.values(wanted).reduce((sum, { rows }) => sum + rows, 0);
}

/** The shard that the directory names takes all writes; also where the user stays after all. */
async function admit(userId: string, shard: number, ports: MovePorts): Promise<void> {
  const db = getShard(ports, shard);
  if (await setFence(db, userId, "arriving", "arrived", toTime(ports))) return;
  await db
    .prepare("DELETE FROM account_moves WHERE user_id = ?1 AND state IN ('leaving', 'frozen')")
    .bind(userId)
    .run();
}

const open = (userId: string, shard: number, ports: MovePorts) =>
  ports.shared
    .prepare(
      `UPDATE user_directory SET state = 'open', changed_at = ?3
        WHERE user_id = ?1 AND shard = ?2 AND state = 'moving'`,
    )
    .bind(userId, shard, toTime(ports))
    .run();

async function release(userId: string, from: number, frozenAt: string, ports: MovePorts): Promise<void> {
  await ports.wait(Math.max(0, Date.parse(frozenAt) + QUIET_MS - ports.now()));
  await setFence(getShard(ports, from), userId, "frozen", "left", toTime(ports));
}

/** Deletes the rows in a shard that the user has left, which then keeps only that they have. */
export async function deleteLeftRows(db: D1Database, userId: string, at: string): Promise<void> {
  await deleteRows(db, userId);
  await setFence(db, userId, "left", "gone", at);
}

/** What one call has done. */
export interface MoveReport {
  /** Rows copied by it. */
  rows: number;
  /** Why the user stays where they are. */
  stays?: string;
}

async function runStep(userId: string, step: MoveStep, at: number, to: number, ports: MovePorts): Promise<MoveReport> {
  const report: MoveReport = { rows: 0 };
  switch (step.do) {
    case "announce":
      await announce(userId, step.from, ports);
      break;
    case "close":
      await close(userId, step.from, ports);
      break;
    case "freeze": {
      const stays = await freeze(userId, step.from, ports);
      if (stays !== undefined) report.stays = stays;
      break;
    }
    case "prepare":
      await prepare(userId, to, ports);
      break;
    case "copy":
      report.rows = await copy(userId, step.from, to, ports);
      break;
    case "admit":
      await admit(userId, at, ports);
      break;
    case "open":
      await open(userId, at, ports);
      break;
    case "release":
      await release(userId, step.from, step.frozenAt, ports);
      break;
    case "delete":
      await deleteLeftRows(getShard(ports, step.from), userId, toTime(ports));
      break;
    case "discard":
      await setFence(getShard(ports, step.from), userId, "arriving", "left", toTime(ports));
      break;
    case "nothing":
  }
  return report;
}

/** What is left in shards of a user whose account is deleted. */
async function clearDeletedUser(userId: string, fences: Map<number, Fence>, ports: MovePorts): Promise<void> {
  for (const [shard, { state }] of fences) {
    const db = getShard(ports, shard);
    if (state === "leaving") await admit(userId, shard, ports);
    if (state === "frozen") await setFence(db, userId, "frozen", "left", toTime(ports));
    if (state === "frozen" || state === "left") await deleteLeftRows(db, userId, toTime(ports));
  }
}

/**
 * Moves a user, or goes on with a move that was interrupted; to the shard where they are, it takes one back.
 * @param until `open` once the user can work again; `done` when the old shard has nothing of theirs any more
 * @throws CommandError
 */
export async function moveUser(
  userId: string,
  to: number,
  ports: MovePorts,
  until: "open" | "done" = "done",
): Promise<MoveReport> {
  const total: MoveReport = { rows: 0 };
  let goal = to;
  getShard(ports, goal);
  for (;;) {
    const { known, fences } = await readWhereabouts(userId, ports);
    if (!known) {
      if (fences.size === 0) throw new CommandError(`no account has the id ${userId}`);
      await clearDeletedUser(userId, fences, ports);
      return { ...total, stays: "the account is deleted" };
    }
    const step = decideOrRefuse(known, goal, userId);
    const isOpen = step.do === "release" || step.do === "delete" || step.do === "nothing";
    if (step.do === "nothing" || (until === "open" && isOpen && known.shard === goal && known.state === "open"))
      return total;
    const { rows, stays } = await runStep(userId, step, known.shard, goal, ports);
    total.rows += rows;
    // What has begun is taken back.
    if (stays !== undefined) [total.stays, goal] = [stays, known.shard];
  }
}

function decideOrRefuse(known: Whereabouts, to: number, userId: string): MoveStep {
  try {
    return decideNextStep(known, to);
  } catch (error) {
    throw error instanceof MoveRefusal ? new CommandError(`${userId}: ${error.message}`) : error;
  }
}
