import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { builtOnce } from "../db/built-once";
import type { Database, Statement } from "../db/client";
import { sessions, users } from "../db/schema/account";
import { mailboxes } from "../db/schema/mail";
import { ACCOUNT } from "./store";

/** The signed-in user as every call sees it: the account without its secrets and long texts, and the session. */
export type SessionUser = NonNullable<ReturnType<typeof sessionQuery>["_"]["result"][number]>;

interface Claim {
  userId: string;
  tokenHash: string;
}

const given = sql.placeholder;
const liveSession = builtOnce((db) => db
  .select({
    ...ACCOUNT,
    sessionSeenAt: sessions.lastSeenAt, sessionEndsAt: sessions.expiresAt, sessionHash: sessions.firstHash, sessionFresh: sessions.fresh,
    // Named, as the account has a column of that name too.
    tokenGivenAt: sql<string>`${sessions.createdAt}`.as("token_given_at"),
  })
  .from(sessions)
  .innerJoin(users, eq(users.id, sessions.userId))
  .leftJoin(mailboxes, eq(mailboxes.userId, sessions.userId))
  .where(and(eq(sessions.tokenHash, given("tokenHash")), eq(sessions.userId, given("userId")), gt(sessions.expiresAt, given("at")), gt(sessions.lastSeenAt, given("idleSince")), isNull(users.deletedAt))));

/** Statement that finds the user of a live session. */
export const sessionQuery = (db: Database, { userId, tokenHash }: Claim, now: { at: string; idleSince: string }) => liveSession(db, { userId, tokenHash, ...now });

/** Condition that a token is there: for what is written in the batch that checks it, as anybody can name a user in a cookie. */
export const holdsToken = ({ userId, tokenHash }: Claim) => sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash} AND ${sessions.userId} = ${userId})`;

const theToken = ({ userId, tokenHash }: Claim) => and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId));
/** All tokens of the session that a token belongs to. */
const theSession = (db: Database, claim: Claim) =>
  and(eq(sessions.userId, claim.userId), inArray(sessions.firstHash, db.select({ firstHash: sessions.firstHash }).from(sessions).where(theToken(claim))));

/** Statements that write a new session, close `previous` and drop the user's dead ones. */
export const newSession = (db: Database, session: typeof sessions.$inferInsert, previous: Claim | null): [Statement, ...Statement[]] => [
  db.insert(sessions).values(session),
  db.delete(sessions).where(and(eq(sessions.userId, session.userId), lt(sessions.expiresAt, session.createdAt))),
  ...(previous ? [db.delete(sessions).where(theSession(db, previous))] : []),
];

/**
 * Adds a token to a session, which lasts no longer for it. Of calls at the same moment one adds it.
 * @param next.givenBefore no other may have been given since
 * @param next.endsAfter a token that ends before has been replaced already
 */
export async function renewSession(db: Database, claim: Claim, next: { tokenHash: string; at: string; givenBefore: string; endsAfter: string }): Promise<boolean> {
  const named = (value: string, name: string) => sql<string>`${value}`.as(name);
  const newer = sql`SELECT 1 FROM sessions newer WHERE newer.user_id = ${claim.userId} AND newer.first_hash = ${sessions.firstHash} AND newer.created_at > ${next.givenBefore}`;
  const added = await db.insert(sessions).select(db.select({
    tokenHash: named(next.tokenHash, "token_hash"), userId: sessions.userId, createdAt: named(next.at, "created_at"), lastSeenAt: named(next.at, "last_seen_at"),
    expiresAt: sessions.expiresAt, firstHash: sessions.firstHash, fresh: sql<boolean>`1`.as("fresh"),
  }).from(sessions).where(and(theToken(claim), gt(sessions.expiresAt, next.endsAfter), sql`NOT EXISTS (${newer})`))).returning({ userId: sessions.userId });
  return added.length > 0;
}

/** The browser has the new token: the others of the session end at `end`, if not before. The user's dead ones are dropped in the same trip. */
export async function closeOthers(db: Database, claim: Claim, now: string, end: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(and(eq(sessions.userId, claim.userId), lt(sessions.expiresAt, now))),
    db.update(sessions).set({ expiresAt: end }).where(and(theSession(db, claim), ne(sessions.tokenHash, claim.tokenHash), gt(sessions.expiresAt, end))),
    db.update(sessions).set({ fresh: false }).where(theToken(claim)),
  ]);
}

export async function touchSession(db: Database, tokenHash: string, at: string): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends a session, whichever of its tokens is named. @returns whether there was one */
export async function deleteSession(db: Database, claim: Claim): Promise<boolean> {
  return (await db.delete(sessions).where(theSession(db, claim)).returning({ userId: sessions.userId })).length > 0;
}
