import { and, eq, gt, inArray, isNull, lt, max, ne, not, type SQL, sql } from "drizzle-orm";
import type { UserDatabase, Statement } from "../db/client";
import { prepareQuery } from "../db/prepared-queries";
import { sessions, users } from "../db/schema/account";
import { mailboxes } from "../db/schema/mail";
import { accountMoves } from "../db/schema/moves";
import { forgetDevicesQuery, forgetOtherDevicesQuery } from "./store-devices";

/** The signed-in user of a request: the account without its secrets and long texts, and the session. */
export type SessionUser = NonNullable<ReturnType<typeof sessionQuery>["_"]["result"][number]>;

interface SessionKey {
  userId: string;
  tokenHash: string;
}

/** The user's rows are in this shard, not on their way from it or to it. */
const isHereSql = sql`NOT EXISTS (SELECT 1 FROM ${accountMoves}
  WHERE account_moves.user_id = sessions.user_id AND account_moves.state <> 'arrived')`;

const placeholder = sql.placeholder;
const preparedSessionQuery = prepareQuery((db) =>
  db
    .select({
      ...ACCOUNT_COLUMNS,
      sessionSeenAt: sessions.lastSeenAt,
      sessionEndsAt: sessions.expiresAt,
      sessionHash: sessions.firstHash,
      sessionFresh: sessions.fresh,
      authenticatedAt: sessions.authenticatedAt,
      deviceHash: sessions.deviceHash,
      // Aliased, as the account has a column of that name too.
      tokenGivenAt: sql<string>`${sessions.createdAt}`.as("token_given_at"),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(mailboxes, eq(mailboxes.userId, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, placeholder("tokenHash")),
        eq(sessions.userId, placeholder("userId")),
        gt(sessions.expiresAt, placeholder("at")),
        gt(sessions.lastSeenAt, placeholder("idleSince")),
        isNull(users.deletedAt),
        isHereSql,
      ),
    ),
);

/** Query for the user of a live session. */
export const sessionQuery = (
  db: UserDatabase,
  { userId, tokenHash }: SessionKey,
  now: { at: string; idleSince: string },
) => preparedSessionQuery(db, { userId, tokenHash, ...now });

/** Condition that a token exists: for writes in the batch that checks it, as a cookie can name any user. */
export const tokenExistsSql = ({ userId, tokenHash }: SessionKey) =>
  sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash} AND ${sessions.userId} = ${userId}
    AND ${isHereSql})`;

const isToken = ({ userId, tokenHash }: SessionKey) =>
  and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId));
const isInSession = (db: UserDatabase, key: SessionKey) =>
  inArray(sessions.firstHash, db.select({ firstHash: sessions.firstHash }).from(sessions).where(isToken(key)));
/** All tokens of the session that a token belongs to. */
const isSession = (db: UserDatabase, key: SessionKey) => and(eq(sessions.userId, key.userId), isInSession(db, key));

/** Queries that insert a new session and delete the user's expired ones. */
export const insertSessionQueries = (
  db: UserDatabase,
  session: typeof sessions.$inferInsert,
): [Statement, ...Statement[]] => [
  db.insert(sessions).values(session),
  db.delete(sessions).where(and(eq(sessions.userId, session.userId), lt(sessions.expiresAt, session.createdAt))),
];

interface NextToken {
  tokenHash: string;
  at: string;
  /** Set when the user has just confirmed who they are; else as with the previous token. */
  authenticatedAt?: string;
}

/** Query that adds a token to the session of another one, with the same end. */
export function addTokenQuery(
  db: UserDatabase,
  key: SessionKey,
  { tokenHash, at, authenticatedAt }: NextToken,
  when?: SQL,
) {
  const toColumn = (value: string, name: string) => sql<string>`${value}`.as(name);
  return db
    .insert(sessions)
    .select(
      db
        .select({
          // All columns in the order of the table.
          tokenHash: toColumn(tokenHash, "token_hash"),
          userId: sessions.userId,
          createdAt: toColumn(at, "created_at"),
          lastSeenAt: toColumn(at, "last_seen_at"),
          expiresAt: sessions.expiresAt,
          firstHash: sessions.firstHash,
          fresh: sql<boolean>`1`.as("fresh"),
          startedAt: sessions.startedAt,
          authenticatedAt: authenticatedAt ? toColumn(authenticatedAt, "authenticated_at") : sessions.authenticatedAt,
          label: sessions.label,
          deviceHash: sessions.deviceHash,
        })
        .from(sessions)
        .where(and(isToken(key), when)),
    )
    .returning({ userId: sessions.userId });
}

/**
 * Adds a token to a session once a day; of concurrent calls one adds it.
 * @param next.givenBefore latest creation of any other token
 * @param next.endsAfter a token that ends before has been replaced already
 */
export async function renewSession(
  db: UserDatabase,
  key: SessionKey,
  next: NextToken & { givenBefore: string; endsAfter: string },
): Promise<boolean> {
  const newer = sql`SELECT 1 FROM sessions newer
    WHERE newer.user_id = ${key.userId} AND newer.first_hash = ${sessions.firstHash}
    AND newer.created_at > ${next.givenBefore}`;
  const mayAdd = and(gt(sessions.expiresAt, next.endsAfter), sql`NOT EXISTS (${newer})`);
  const added = await addTokenQuery(db, key, next, mayAdd);
  return added.length > 0;
}

/** Query that ends a token at `end`, if not before. */
export const endTokenQuery = (db: UserDatabase, key: SessionKey, end: string) =>
  db
    .update(sessions)
    .set({ expiresAt: end })
    .where(and(isToken(key), gt(sessions.expiresAt, end)));

/**
 * Ends the other tokens of the session at `end`, if not before, as the browser has the new one. Deletes the user's
 * expired ones in the same trip.
 */
export async function revokeOldTokens(db: UserDatabase, key: SessionKey, now: string, end: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(and(eq(sessions.userId, key.userId), lt(sessions.expiresAt, now))),
    db
      .update(sessions)
      .set({ expiresAt: end })
      .where(and(isSession(db, key), ne(sessions.tokenHash, key.tokenHash), gt(sessions.expiresAt, end))),
    db.update(sessions).set({ fresh: false }).where(isToken(key)),
  ]);
}

export async function touchSession(db: UserDatabase, tokenHash: string, at: string): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

/** Public id of a session: the beginning of a hash, which grants nothing. */
export const SESSION_ID_LENGTH = 32;
const sessionIdSql = sql<string>`substr(${sessions.firstHash}, 1, ${sql.raw(`${SESSION_ID_LENGTH}`)})`;

/** Query for a user's live sessions, the latest first; the tokens of one count as one. */
export const sessionListQuery = (db: UserDatabase, userId: string, now: { at: string; idleSince: string }) =>
  db
    .select({
      id: sessionIdSql.as("id"),
      label: sessions.label,
      firstHash: sessions.firstHash,
      // Sessions older than the column have no start: use their oldest remaining token.
      startedAt: sql<string>`coalesce(nullif(${sessions.startedAt}, ''), min(${sessions.createdAt}))`.as("began"),
      lastSeenAt: sql<string>`${max(sessions.lastSeenAt)}`.as("seen"),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now.at), gt(sessions.lastSeenAt, now.idleSince)))
    .groupBy(sessions.firstHash)
    .orderBy(sql`seen DESC`, sessions.firstHash);

/**
 * Which sessions of a user end: that of a token; one by its id; all but that of a token; or all. The last three also
 * forget their devices, except the one the user is on.
 */
export type SessionSelection =
  | { which: "of_token"; cookie: SessionKey }
  | { which: "by_id"; id: string; device: string }
  | { which: "others"; cookie: SessionKey; device: string }
  | { which: "all"; device: string };

/** Queries that end sessions: first forgets devices, then ends the sessions, with a row for each token. */
export function endSessionQueries(db: UserDatabase, userId: string, ending: SessionSelection) {
  const deleteQuery = (condition?: SQL) =>
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), condition))
      .returning({ firstHash: sessions.firstHash });
  switch (ending.which) {
    case "of_token":
      return { forget: [], end: deleteQuery(isInSession(db, ending.cookie)) };
    case "by_id": {
      const named = sql`${sessionIdSql} = ${ending.id}`;
      const itsDevice = db
        .select({ device: sessions.deviceHash })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), named));
      return { forget: [forgetDevicesQuery(db, userId, itsDevice, ending.device)], end: deleteQuery(named) };
    }
    case "others":
      return {
        forget: [forgetOtherDevicesQuery(db, userId, ending.device)],
        end: deleteQuery(not(isInSession(db, ending.cookie))),
      };
    case "all":
      return { forget: [forgetOtherDevicesQuery(db, userId, ending.device)], end: deleteQuery() };
  }
}

/** Columns of an account without its secrets and long texts; needs the mailboxes joined. */
export const ACCOUNT_COLUMNS = {
  id: users.id,
  name: users.name,
  email: users.email,
  language: users.language,
  wizardCompleted: users.wizardCompleted,
  attachCv: users.attachCv,
  attachLetter: users.attachLetter,
  tellSource: users.tellSource,
  tagReplies: users.tagReplies,
  letterAddress: users.letterAddress,
  // Drizzle omits table names in single-table queries: raw SQL spells them.
  severalProfiles: sql<boolean>`EXISTS (SELECT 1 FROM profiles WHERE profiles.user_id = users.id)`
    .mapWith(Boolean)
    .as("several_profiles"),
  templateMessage: users.templateMessage,
  signaturePhone: users.signaturePhone,
  signatureLinks: users.signatureLinks,
  createdAt: users.createdAt,
  cvPath: users.cvPath,
  cvName: users.cvName,
  cvSize: users.cvSize,
  cvUploadedAt: users.cvUploadedAt,
  cvTextStatus: users.cvTextStatus,
  // Aliased: in a batch D1 returns a row as an object, where a second `email` would replace the first and shift the
  // rest.
  gmailEmail: sql<string | null>`${mailboxes.email}`.as("gmail_email"),
  gmailTokens: mailboxes.tokens,
  gmailLinkedAt: mailboxes.linkedAt,
};
