import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { SharedDatabase } from "../db/client";
import { userDirectory, userShards } from "../db/schema/shared";

const { userId: id, email: itsEmail, googleSub: sub, shard: itsShard, state, changedAt } = userDirectory;
const ENTRY_COLUMNS = { userId: id, email: itsEmail, googleSub: sub, shard: itsShard, state };
export type DirectoryEntry = Pick<typeof userDirectory.$inferSelect, keyof typeof ENTRY_COLUMNS>;

const entryQuery = (db: SharedDatabase, condition: SQL) =>
  db.select(ENTRY_COLUMNS).from(userDirectory).where(condition);

export async function findEntry(db: SharedDatabase, userId: string): Promise<DirectoryEntry | undefined> {
  return (await entryQuery(db, eq(id, userId)))[0];
}

/** Those of the users whose entries name another shard. */
export async function listElsewhere(db: SharedDatabase, userIds: string[], shard: number): Promise<string[]> {
  if (userIds.length === 0) return [];
  const elsewhere = and(inArray(id, userIds), ne(itsShard, shard));
  return (await db.select({ userId: id }).from(userDirectory).where(elsewhere)).map(({ userId }) => userId);
}

export async function findEntryByEmail(db: SharedDatabase, email: string): Promise<DirectoryEntry | undefined> {
  return (await entryQuery(db, eq(itsEmail, email)))[0];
}

/** The entry of a Google account; else, of its e-mail. */
export async function findEntryByGoogle(
  db: SharedDatabase,
  google: { sub: string; email: string },
): Promise<DirectoryEntry | undefined> {
  const [[linked], [sameEmail]] = await db.batch([
    entryQuery(db, eq(sub, google.sub)),
    entryQuery(db, eq(itsEmail, google.email)),
  ]);
  return linked ?? sameEmail;
}

/** An e-mail for an account that is about to be opened. */
interface Reservation {
  userId: string;
  email: string;
  googleSub?: string | undefined;
  shard: number;
  at: string;
}

/** The Google account that an entry gets: its own, else this one, unless another entry has it. */
const toLinkedSub = (googleSub: string) =>
  sql`CASE WHEN ${sub} IS NULL AND NOT EXISTS (
    SELECT 1 FROM ${userDirectory} AS other WHERE other.google_sub = ${googleSub}
  ) THEN ${googleSub} ELSE ${sub} END`;

/**
 * Reserves an e-mail. A reservation that led to no account, or has not yet, is given out again as it is, with its id
 * and its shard: there the unique index decides who opens the account.
 * @returns id and shard to open the account with; undefined when the e-mail or the Google account has one
 */
export async function reserveEntry(
  db: SharedDatabase,
  { userId, email, googleSub, shard, at }: Reservation,
): Promise<Pick<DirectoryEntry, "userId" | "shard"> | undefined> {
  const isNew = sql`EXISTS (SELECT 1 FROM ${userDirectory} WHERE ${id} = ${userId})`;
  const [, , given] = await db.batch([
    db
      .insert(userDirectory)
      .values({ userId, email, googleSub, shard, state: "opening", changedAt: at })
      .onConflictDoNothing(),
    db
      .insert(userShards)
      // All columns in the order of the table.
      .select(sql`SELECT ${shard}, 'open', 1 WHERE ${isNew}`)
      .onConflictDoUpdate({ target: userShards.shard, set: { entries: sql`${userShards.entries} + 1` } }),
    db
      .update(userDirectory)
      .set({ changedAt: at, ...(googleSub !== undefined && { googleSub: toLinkedSub(googleSub) }) })
      .where(and(eq(itsEmail, email), eq(state, "opening")))
      .returning({ userId: id, shard: itsShard }),
  ]);
  return given[0];
}

/**
 * Links a Google account to a user, before the user's row has it.
 * @returns false when it is another user's
 */
export async function linkGoogleEntry(
  db: SharedDatabase,
  { userId, email, googleSub, shard, at }: Reservation & { googleSub: string },
): Promise<boolean> {
  const [, , linked] = await db.batch([
    // One from before the directory has no entry yet.
    db.insert(userDirectory).values({ userId, email, shard, state: "open", changedAt: at }).onConflictDoNothing(),
    db
      .update(userDirectory)
      .set({ googleSub: toLinkedSub(googleSub) })
      .where(eq(id, userId)),
    entryQuery(db, sql`${id} = ${userId} AND ${sub} = ${googleSub}`),
  ]);
  return linked.length > 0;
}

/** Gives the e-mail and the Google account of a closed account free; a move ends by itself when it sees that. */
export async function releaseIdentity(db: SharedDatabase, userId: string): Promise<void> {
  const settled = sql`CASE ${state} WHEN 'opening' THEN 'open' ELSE ${state} END`;
  await db.update(userDirectory).set({ email: null, googleSub: null, state: settled }).where(eq(id, userId));
}

/** Deletes an entry, when nothing of the user is left. @param when further condition */
const deleteEntryQueries = (db: SharedDatabase, userId: string, when?: SQL) => {
  const itself = and(eq(id, userId), when);
  const shard = db.select({ shard: itsShard }).from(userDirectory).where(itself);
  return [
    db
      .update(userShards)
      .set({ entries: sql`${userShards.entries} - 1` })
      .where(inArray(userShards.shard, shard)),
    db.delete(userDirectory).where(itself),
  ] as const;
};

export async function deleteEntry(db: SharedDatabase, userId: string): Promise<void> {
  await db.batch(deleteEntryQueries(db, userId));
}

/** Reservations that nobody has used since `before`, at most `limit`. */
export const listReservations = (db: SharedDatabase, before: string, limit: number) =>
  db
    .select({ userId: id, shard: itsShard })
    .from(userDirectory)
    // In words, as their index has it: with a parameter the whole directory would be read.
    .where(and(sql`state = 'opening'`, lt(changedAt, before)))
    .limit(limit);

/** Settles reservations, unless they have been used since `before`: those with an account, and those without. */
export async function settleReservations(
  db: SharedDatabase,
  { opened, unused }: { opened: string[]; unused: string[] },
  before: string,
): Promise<void> {
  const isStale = and(eq(state, "opening"), lt(changedAt, before));
  await db.batch([
    db
      .update(userDirectory)
      .set({ state: "open" })
      .where(and(inArray(id, opened), eq(state, "opening"))),
    ...unused.flatMap((userId) => deleteEntryQueries(db, userId, isStale)),
  ]);
}

/** What is known of shards. */
export const listShards = (db: SharedDatabase) => db.select().from(userShards);
export type ShardRow = typeof userShards.$inferSelect;
