import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { MessageAuthor } from "../contract/companies";
import { LIMITS } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";
import { followUps, messageVersions } from "../db/schema/messages";

interface CompanyKey {
  userId: string;
  companyId: string;
}

const whereVersions = ({ userId, companyId }: CompanyKey) =>
  and(eq(messageVersions.userId, userId), eq(messageVersions.companyId, companyId));
const presentVersionSql = ({ userId, companyId }: CompanyKey) =>
  sql`(SELECT ${companies.messageVersion} FROM ${companies}
    WHERE ${companies.userId} = ${userId} AND ${companies.id} = ${companyId})`;

/** Keeps the present message among the versions, unless it is kept already. */
const keepPresentQuery = (db: UserDatabase, { userId, companyId }: CompanyKey, writtenAt: string | null) =>
  db
    .insert(messageVersions)
    .select(
      db
        .select({
          userId: companies.userId,
          companyId: companies.id,
          version: companies.messageVersion,
          author: sql<MessageAuthor>`coalesce(${companies.messageAuthor}, 'unknown')`.as("author"),
          subject: companies.subject,
          message: companies.message,
          claims: companies.messageClaims,
          warnings: companies.messageWarnings,
          createdAt: sql<string>`coalesce(${writtenAt}, ${companies.createdAt})`.as("created_at"),
          profileId: companies.profileId,
        })
        .from(companies)
        .where(and(eq(companies.userId, userId), eq(companies.id, companyId), ne(companies.message, ""))),
    )
    .onConflictDoNothing();

/**
 * Statements around one that changes a message, in its batch: no text is replaced without its version kept, and the
 * last ones stay.
 */
export function keepVersionQueries(db: UserDatabase, key: CompanyKey, at: string) {
  const eldestKept = sql`(SELECT version FROM ${messageVersions} WHERE ${whereVersions(key)}
    ORDER BY version DESC LIMIT 1 OFFSET ${LIMITS.messageVersions - 1})`;
  return {
    /** Messages from before versions were kept have none yet. */
    before: keepPresentQuery(db, key, null),
    after: keepPresentQuery(db, key, at),
    prune: db.delete(messageVersions).where(and(whereVersions(key), sql`${messageVersions.version} < ${eldestKept}`)),
  };
}

/** Gives the latest version the company's number, after a change of the mail that left its text alone. */
export function renumberVersionQuery(db: UserDatabase, key: CompanyKey) {
  const latest = sql`(SELECT max(version) FROM ${messageVersions} WHERE ${whereVersions(key)})`;
  return db
    .update(messageVersions)
    .set({ version: presentVersionSql(key) })
    .where(
      and(whereVersions(key), eq(messageVersions.version, latest), lt(messageVersions.version, presentVersionSql(key))),
    );
}

/** Deletes the versions and the follow-ups of those of the companies that are there no more. */
export const deleteTextsQueries = (db: UserDatabase, userId: string, companyIds: string[]) =>
  [
    db.delete(messageVersions).where(isOfDeleted(messageVersions, userId, companyIds)),
    db.delete(followUps).where(isOfDeleted(followUps, userId, companyIds)),
  ] as const;

const isOfDeleted = (table: typeof messageVersions | typeof followUps, userId: string, companyIds: string[]) =>
  and(
    eq(table.userId, userId),
    sql`${table.companyId} IN (SELECT value FROM json_each(${JSON.stringify(companyIds)}))`,
    sql`NOT EXISTS (SELECT 1 FROM ${companies}
      WHERE ${companies.userId} = ${userId} AND ${companies.id} = ${table.companyId})`,
  );
