import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

/** A profile if it is there at the moment of the statement, else null: it may be deleted after it was read. */
export const existingProfileSql = (userId: string, profileId: SQLWrapper | string | null): SQL<string | null> =>
  sql`(SELECT given.id FROM (SELECT ${profileId} AS id) given
    WHERE EXISTS (SELECT 1 FROM profiles p WHERE p.user_id = ${userId} AND p.id = given.id)
      OR EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND coalesce(u.profile_id, u.id) = given.id))`;
