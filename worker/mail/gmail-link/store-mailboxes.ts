import { and, desc, eq, gt, lt, notInArray, or, sql } from "drizzle-orm";
import type { UserDatabase } from "../../db/client";
import { gmailLinks, mailboxes } from "../../db/schema/mail";

export type MailboxRow = typeof mailboxes.$inferSelect;

/** Pending links per user: popups left open in several browsers. */
const MAX_PENDING_LINKS = 5;

/** Stores a pending link and deletes the user's expired ones, and the oldest above MAX_PENDING_LINKS. */
export async function storePendingLink(
  db: UserDatabase,
  link: typeof gmailLinks.$inferInsert,
  now: string,
): Promise<void> {
  const owned = eq(gmailLinks.userId, link.userId);
  const newest = db
    .select({ stateHash: gmailLinks.stateHash })
    .from(gmailLinks)
    .where(owned)
    .orderBy(desc(gmailLinks.expiresAt))
    .limit(MAX_PENDING_LINKS - 1);
  await db.batch([
    db
      .delete(gmailLinks)
      .where(and(owned, or(lt(gmailLinks.expiresAt, now), notInArray(gmailLinks.stateHash, newest)))),
    db.insert(gmailLinks).values(link),
  ]);
}

/** Consumes a pending link, only for the user and the session that started it. @returns its PKCE verifier */
export async function consumePendingLink(
  db: UserDatabase,
  link: { userId: string; stateHash: string; sessionHash: string },
  now: string,
): Promise<string | null> {
  const [row] = await db
    .delete(gmailLinks)
    .where(
      and(
        eq(gmailLinks.userId, link.userId),
        eq(gmailLinks.stateHash, link.stateHash),
        eq(gmailLinks.sessionHash, link.sessionHash),
        gt(gmailLinks.expiresAt, now),
      ),
    )
    .returning({ codeVerifier: gmailLinks.codeVerifier });
  return row?.codeVerifier ?? null;
}

/**
 * Links a mailbox in place of the previous one, if the account and the session that started the link still exist.
 * @returns whether it was linked, and the previous one
 */
export async function saveMailbox(
  db: UserDatabase,
  mailbox: MailboxRow,
  sessionHash: string,
): Promise<{ linked: boolean; previous: MailboxRow | undefined }> {
  const { userId, ...values } = mailbox;
  const [previous, linked] = await db.batch([
    db.select().from(mailboxes).where(eq(mailboxes.userId, userId)),
    // All columns in the order of the table.
    db
      .insert(mailboxes)
      .select(sql`SELECT users.id, ${values.email}, ${values.tokens}, ${values.linkedAt}
      FROM users JOIN sessions ON sessions.user_id = users.id
      WHERE users.id = ${userId} AND users.deleted_at IS NULL AND sessions.first_hash = ${sessionHash}`)
      .onConflictDoUpdate({ target: mailboxes.userId, set: values })
      .returning({ userId: mailboxes.userId }),
  ]);
  return { linked: linked.length > 0, previous: previous[0] };
}

/** Replaces or deletes the tokens of a mailbox, unless they have changed since they were read. */
export async function replaceTokens(
  db: UserDatabase,
  mailbox: { userId: string; tokens: string },
  tokens: string | null,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ tokens })
    .where(and(eq(mailboxes.userId, mailbox.userId), eq(mailboxes.tokens, mailbox.tokens)));
}

export async function findMailbox(db: UserDatabase, userId: string): Promise<MailboxRow | undefined> {
  return (await db.select().from(mailboxes).where(eq(mailboxes.userId, userId)))[0];
}

/** Deletes the mailbox and the pending links. @returns the deleted mailbox */
export async function deleteMailbox(db: UserDatabase, userId: string): Promise<MailboxRow | undefined> {
  const [rows] = await db.batch([
    db.delete(mailboxes).where(eq(mailboxes.userId, userId)).returning(),
    db.delete(gmailLinks).where(eq(gmailLinks.userId, userId)),
  ]);
  return rows[0];
}
