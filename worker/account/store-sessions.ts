import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../db/client";
import { mailboxes, sessions, users } from "../db/schema";
import { ACCOUNT } from "./store";

/** The signed-in user as every call sees it: the account without its secrets and long texts. */
export type SessionUser = NonNullable<Awaited<ReturnType<typeof sessionQuery>>[number]>;

/** Finds the user of a live session. Not awaited by the caller when it joins a batch. */
export function sessionQuery(db: Database, claim: { userId: string; tokenHash: string }, now: { at: string; idleSince: string }) {
  return db
    .select({
      ...ACCOUNT,
      sessionSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(mailboxes, eq(mailboxes.userId, sessions.userId))
    .where(and(
      eq(sessions.tokenHash, claim.tokenHash), eq(sessions.userId, claim.userId),
      gt(sessions.expiresAt, now.at), gt(sessions.lastSeenAt, now.idleSince), isNull(users.deletedAt),
    ));
}

/** Writes a new session; `previous` is closed and the user's dead ones are dropped in the same trip. */
export async function createSession(db: Database, session: typeof sessions.$inferInsert, previous: { userId: string; tokenHash: string } | null): Promise<void> {
  await db.batch([
    db.insert(sessions).values(session),
    db.delete(sessions).where(and(eq(sessions.userId, session.userId), lt(sessions.expiresAt, session.createdAt))),
    ...(previous ? [db.delete(sessions).where(and(eq(sessions.tokenHash, previous.tokenHash), eq(sessions.userId, previous.userId)))] : []),
  ]);
}

export async function touchSession(db: Database, tokenHash: string, at: string): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Database, claim: { userId: string; tokenHash: string }): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.tokenHash, claim.tokenHash), eq(sessions.userId, claim.userId)));
}
