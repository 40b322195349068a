import { type SQL, sql } from "drizzle-orm";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { mails } from "../../db/schema/mail";

/** What companies are grouped by; `all` is one group. */
const DIMENSIONS = ["all", "activity", "place", "profile", "week"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Groups that an answer holds at most. */
const MAX_GROUPS = 1_000;

/**
 * Counts the companies that a user has applied to, in groups: each once, at its first application, in the first of its
 * business types, with the outcome that was confirmed last. The log outlives companies: those that were deleted count.
 * @param weeks starts of weeks, ISO 8601 UTC
 * @param recentSince applications from then on without an answer are recent
 */
export function numbersQueries(
  db: UserDatabase,
  userId: string,
  { weeks, recentSince }: { weeks: readonly string[]; recentSince: string },
) {
  const applied = sql`SELECT company_id, created_at FROM mails
      WHERE user_id = ${userId} AND test = 0 AND step = 0 AND status = 'sent'
    UNION ALL SELECT company_id, created_at FROM applications WHERE user_id = ${userId}`;
  const groups = sql`(
    WITH firsts AS (SELECT company_id, min(created_at) AS at FROM (${applied}) GROUP BY company_id),
    base AS MATERIALIZED (
      SELECT firsts.at, companies.id, companies.business_type, companies.city, companies.profile_id,
        (SELECT outcome FROM outcome_events AS event
          WHERE event.user_id = ${userId} AND event.company_id = firsts.company_id
            AND event.status = 'confirmed' AND event.outcome <> 'bounced'
          ORDER BY event.decided_at DESC, event.rowid DESC LIMIT 1) AS outcome
      FROM firsts LEFT JOIN companies ON companies.user_id = ${userId} AND companies.id = firsts.company_id)
    SELECT dimension.value AS dimension, CASE dimension.value
        WHEN 'week' THEN (SELECT max(week.value) FROM json_each(${JSON.stringify(weeks)}) AS week
          WHERE week.value <= at)
        WHEN 'activity' THEN substr(business_type, 1, instr(business_type || ';', ';') - 1)
        WHEN 'place' THEN city
        WHEN 'profile' THEN CASE WHEN base.id IS NOT NULL THEN coalesce(profile_id, '') END END AS "key",
      at, outcome
    FROM base, json_each(${JSON.stringify(DIMENSIONS)}) AS dimension) AS grouped`;
  const countIf = (condition: SQL) => sql<number>`count(CASE WHEN ${condition} THEN 1 END)`;
  return [
    db
      .select({
        dimension: sql<Dimension>`dimension`,
        key: sql<string | null>`"key"`,
        applied: sql<number>`count(*)`.as("applied"),
        answered: countIf(sql`outcome <> 'no_answer'`).as("answered"),
        interviews: countIf(sql`outcome = 'interview'`).as("interviews"),
        offers: countIf(sql`outcome = 'offer'`).as("offers"),
        refused: countIf(sql`outcome = 'refused'`).as("refused"),
        recent: countIf(sql`outcome IS NULL AND at >= ${recentSince}`).as("recent"),
      })
      .from(groups)
      .groupBy(sql`dimension`, sql`"key"`)
      .orderBy(sql`applied DESC`, sql`"key"`)
      .limit(MAX_GROUPS),
    db
      .select({ bounced: sql<number>`count(DISTINCT company_id)`.as("bounced") })
      .from(mails)
      .where(
        sql`user_id = ${userId} AND test = 0 AND step = 0 AND status = 'bounced'
          AND company_id NOT IN (SELECT company_id FROM (${applied}))`,
      ),
  ] as const;
}
export type NumbersRows = BatchResponse<ReturnType<typeof numbersQueries>>;
export type CountedGroup = NumbersRows[0][number];
