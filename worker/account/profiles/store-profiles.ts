import { and, eq, isNull, sql } from "drizzle-orm";
import type { MessageLanguage } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import type { UserDatabase } from "../../db/client";
import { profiles, users } from "../../db/schema/account";
import { companies } from "../../db/schema/companies";
import { savedSearches, searches } from "../../db/schema/search";

/** A profile without its long texts; of the CV's, what tells its language. */
export type ProfileRow = Awaited<ReturnType<typeof profilesQuery>>[number];

const isOpenAccount = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt));
const openAccountSql = (userId: string) =>
  sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.deleted_at IS NULL)`;
/** Raw SQL spells table names: Drizzle omits them in single-table queries. */
const DEFAULT_ID = sql.raw("coalesce(users.profile_id, users.id)");
const isDefault = (profileId: string) => sql`${DEFAULT_ID} = ${profileId}`;
const isOther = (userId: string, profileId: string) =>
  and(eq(profiles.userId, userId), eq(profiles.id, profileId), openAccountSql(userId));

/** Unsent letters of a profile. */
const UNSENT = "companies.message <> '' AND companies.send_status NOT IN ('sending', 'sent')";
const LETTERS = sql.raw(`(SELECT count(*) FROM companies WHERE companies.user_id = profiles.user_id
  AND companies.profile_id = profiles.id AND ${UNSENT})`);

/** Characters of a CV that tell its language. */
const TELLING_CHARS = sql.raw("8000");

/** Query for the profiles of a user, the default one first. */
export function profilesQuery(db: UserDatabase, userId: string) {
  const ofDefault = db
    .select({
      id: sql<string>`${DEFAULT_ID}`.as("profile"),
      isDefault: sql<number>`1`.as("is_default"),
      name: users.profileName,
      profileLanguage: users.profileLanguage,
      templateMessage: users.templateMessage,
      cvPath: users.cvPath,
      cvName: users.cvName,
      cvSize: users.cvSize,
      cvUploadedAt: users.cvUploadedAt,
      cvTextStatus: users.cvTextStatus,
      cvText: sql<string | null>`substr(${users.cvText}, 1, ${TELLING_CHARS})`.as("cv_beginning"),
      letters: sql<number>`0`.as("letters"),
      since: sql<string>`''`.as("since"),
    })
    .from(users)
    .where(isOpenAccount(userId));
  const ofOthers = db
    .select({
      id: sql<string>`${profiles.id}`.as("profile"),
      isDefault: sql<number>`0`.as("is_default"),
      name: profiles.profileName,
      profileLanguage: sql<MessageLanguage | null>`${profiles.profileLanguage}`,
      templateMessage: profiles.templateMessage,
      cvPath: profiles.cvPath,
      cvName: profiles.cvName,
      cvSize: profiles.cvSize,
      cvUploadedAt: profiles.cvUploadedAt,
      cvTextStatus: profiles.cvTextStatus,
      cvText: sql<string | null>`substr(${profiles.cvText}, 1, ${TELLING_CHARS})`.as("cv_beginning"),
      letters: sql<number>`${LETTERS}`.as("letters"),
      since: sql<string>`${profiles.createdAt}`.as("since"),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isOpenAccount(userId), eq(profiles.userId, userId)));
  return ofDefault.unionAll(ofOthers).orderBy(sql`since`, sql`profile`);
}

/** The profile that a call names; the default one when none is named. */
export const findProfile = (rows: readonly ProfileRow[], profileId: string | undefined) =>
  profileId === undefined ? rows[0] : rows.find(({ id }) => id === profileId);

/** Whether the user has a profile. */
export async function hasProfile(db: UserDatabase, userId: string, profileId: string): Promise<boolean> {
  return (await profilesQuery(db, userId)).some(({ id }) => id === profileId);
}

/** Adds a profile, if there is room. The same name and language twice is one profile: an answer may have been lost. */
export async function insertProfile(
  db: UserDatabase,
  profile: { userId: string; id: string; name: string; language: MessageLanguage; createdAt: string },
): Promise<ProfileRow[]> {
  const { userId, id, name, language, createdAt } = profile;
  const [, rows] = await db.batch([
    // All columns in the order of the table.
    db.insert(profiles).select(
      sql`SELECT ${userId}, ${id}, ${name}, ${language}, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${createdAt}
        WHERE ${openAccountSql(userId)}
          AND (SELECT count(*) FROM profiles WHERE user_id = ${userId}) < ${LIMITS.profiles - 1}
          AND NOT EXISTS (SELECT 1 FROM profiles
            WHERE user_id = ${userId} AND profile_name = ${name} AND profile_language = ${language})`,
    ),
    profilesQuery(db, userId),
  ]);
  return rows;
}

interface ProfileChange {
  profileName?: string | undefined;
  profileLanguage?: MessageLanguage | undefined;
  templateMessage?: string | undefined;
}

/** Queries that change a profile, wherever it is, for a batch. What is left out stays. */
export function updateProfileQueries(
  db: UserDatabase,
  userId: string,
  profileId: string,
  { profileName, profileLanguage, templateMessage }: ProfileChange,
) {
  const toColumns = (table: typeof users | typeof profiles) => ({
    profileName: profileName ?? sql`${table.profileName}`,
    profileLanguage: profileLanguage ?? sql`${table.profileLanguage}`,
    templateMessage: templateMessage ?? sql`${table.templateMessage}`,
  });
  return [
    db
      .update(users)
      .set(toColumns(users))
      .where(and(isOpenAccount(userId), isDefault(profileId))),
    db.update(profiles).set(toColumns(profiles)).where(isOther(userId, profileId)),
  ] as const;
}

/**
 * Queries that make a profile the default one, for a batch: the two rows change places. Nothing happens if it is the
 * default one already, absent, or not `wanted`. Letters of the one that was the default stay with it.
 */
export function makeDefaultQueries(db: UserDatabase, userId: string, profileId: string, wanted: boolean) {
  const pick = (column: string) =>
    sql.raw(`(SELECT profiles.${column} FROM profiles WHERE profiles.user_id = users.id AND profiles.id = `);
  const take = (column: string) => sql`${pick(column)}${profileId})`;
  const exists = sql`${wanted ? 1 : 0} = 1 AND EXISTS (SELECT 1 FROM profiles
    WHERE profiles.user_id = ${userId} AND profiles.id = ${profileId})`;
  return [
    db
      .update(companies)
      .set({ profileId: sql`(SELECT ${DEFAULT_ID} FROM users WHERE users.id = ${userId})` })
      .where(and(eq(companies.userId, userId), sql`companies.profile_id IS NULL AND companies.message <> ''`, exists)),
    // All columns in the order of the table.
    db.insert(profiles).select(
      sql`SELECT users.id, ${DEFAULT_ID}, users.profile_name,
          coalesce(users.profile_language, users.language), users.template_message,
          users.cv_path, users.cv_name, users.cv_size, users.cv_uploaded_at, users.cv_text, users.cv_text_status,
          users.cv_facts, users.created_at
        FROM users WHERE users.id = ${userId} AND users.deleted_at IS NULL AND ${exists}`,
    ),
    db
      .update(users)
      .set({
        profileId,
        profileName: take("profile_name"),
        profileLanguage: take("profile_language"),
        templateMessage: take("template_message"),
        cvPath: take("cv_path"),
        cvName: take("cv_name"),
        cvSize: take("cv_size"),
        cvUploadedAt: take("cv_uploaded_at"),
        cvText: take("cv_text"),
        cvTextStatus: take("cv_text_status"),
        cvFacts: take("cv_facts"),
      })
      .where(and(isOpenAccount(userId), exists)),
    db
      .delete(profiles)
      .where(
        and(
          eq(profiles.userId, userId),
          eq(profiles.id, profileId),
          sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.profile_id = ${profileId})`,
        ),
      ),
  ] as const;
}

/**
 * Queries that delete a profile which is not the default one, for a batch.
 * @param movesLetters gives its unsent letters to the default one; else it stays while there are some
 */
export function deleteProfileQueries(db: UserDatabase, userId: string, profileId: string, movesLetters: boolean) {
  const isOfProfile = sql`companies.user_id = ${userId} AND companies.profile_id = ${profileId}`;
  const hasLetters = sql`EXISTS (SELECT 1 FROM companies WHERE ${isOfProfile} AND ${sql.raw(UNSENT)})`;
  const isGone = sql`NOT EXISTS (SELECT 1 FROM profiles
    WHERE profiles.user_id = ${userId} AND profiles.id = ${profileId})`;
  const isUnsent = sql.raw("companies.send_status NOT IN ('sending', 'sent')");
  const requestProfile = sql`json_extract(${savedSearches.request}, '$.profile_id')`;
  return [
    db
      .delete(profiles)
      .where(and(isOther(userId, profileId), movesLetters ? undefined : sql`NOT ${hasLetters}`))
      .returning({ cvPath: profiles.cvPath }),
    db
      .update(companies)
      .set({
        profileId: sql`CASE WHEN companies.message <> ''
          THEN (SELECT ${DEFAULT_ID} FROM users WHERE users.id = ${userId}) END`,
      })
      .where(and(isOfProfile, isUnsent, isGone, openAccountSql(userId))),
    db
      .update(searches)
      .set({ profileId: null })
      .where(and(eq(searches.userId, userId), eq(searches.profileId, profileId), isGone)),
    db
      .update(savedSearches)
      .set({ request: sql`json_remove(${savedSearches.request}, '$.profile_id')` })
      .where(and(eq(savedSearches.userId, userId), sql`${requestProfile} = ${profileId}`, isGone)),
    profilesQuery(db, userId),
  ] as const;
}
