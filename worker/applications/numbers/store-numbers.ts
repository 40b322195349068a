import { sql } from "drizzle-orm";
import type { BatchResponse, Database } from "../../db/client";

/** What companies are grouped by; `all` is one group. */
export const DIMENSIONS = ["all", "activity", "place", "profile", "week"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface CountedGroup {
  dimension: Dimension;
  key: string | null;
  applied: number;
  answered: number;
  interviews: number;
  offers: number;
  refused: number;
  recent: number;
}

/** Groups that an answer holds at most. */
const MAX_GROUPS = 1_000;

/**
 * Counts the companies that a user has applied to, in groups: each once, at its first application, in the first of its
 * business types, with the outcome that was confirmed last. The log outlives companies: those that were deleted count.
 * @param weeks starts of weeks, ISO 8601 UTC
 * @param recentSince applications from then on without an answer are recent
 */
export function numbersQueries(
  db: Database,
  userId: string,
  { weeks, recentSince }: { weeks: readonly string[]; recentSince: string },
) {
  const applied = sql`SELECT company_id, created_at FROM mails WHERE user_id = ${userId} AND test = 0 AND status = 'sent'
    UNION ALL SELECT company_id, created_at FROM applications WHERE user_id = ${userId}`;
  return [
    db.all<CountedGroup>(sql`
      WITH firsts AS (SELECT company_id, min(created_at) AS at FROM (${applied}) GROUP BY company_id),
      base AS MATERIALIZED (
        SELECT firsts.at, companies.id, companies.business_type, companies.city, companies.profile_id,
          (SELECT outcome FROM outcome_events AS event
            WHERE event.user_id = ${userId} AND event.company_id = firsts.company_id
              AND event.status = 'confirmed' AND event.outcome <> 'bounced'
            ORDER BY event.decided_at DESC, event.rowid DESC LIMIT 1) AS outcome
        FROM firsts LEFT JOIN companies ON companies.user_id = ${userId} AND companies.id = firsts.company_id),
      grouped AS (
        SELECT dimension.value AS dimension, CASE dimension.value
            WHEN 'week' THEN (SELECT max(week.value) FROM json_each(${JSON.stringify(weeks)}) AS week WHERE week.value <= at)
            WHEN 'activity' THEN substr(business_type, 1, instr(business_type || ';', ';') - 1)
            WHEN 'place' THEN city
            WHEN 'profile' THEN CASE WHEN id IS NOT NULL THEN coalesce(profile_id, '') END END AS key,
          at, outcome
        FROM base, json_each(${JSON.stringify(DIMENSIONS)}) AS dimension)
      SELECT dimension, key, count(*) AS applied,
        count(CASE WHEN outcome <> 'no_answer' THEN 1 END) AS answered,
        count(CASE WHEN outcome = 'interview' THEN 1 END) AS interviews,
        count(CASE WHEN outcome = 'offer' THEN 1 END) AS offers,
        count(CASE WHEN outcome = 'refused' THEN 1 END) AS refused,
        count(CASE WHEN outcome IS NULL AND at >= ${recentSince} THEN 1 END) AS recent
      FROM grouped GROUP BY dimension, key ORDER BY applied DESC, key LIMIT ${MAX_GROUPS}`),
    db.all<{ bounced: number }>(sql`
      SELECT count(DISTINCT company_id) AS bounced FROM mails
      WHERE user_id = ${userId} AND test = 0 AND status = 'bounced'
        AND company_id NOT IN (SELECT company_id FROM (${applied}))`),
  ] as const;
}
export type NumbersRows = BatchResponse<ReturnType<typeof numbersQueries>>;
