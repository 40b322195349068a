import { and, eq, isNull, sql } from "drizzle-orm";
import type { CompanyRow } from "../companies/rules-recipient";
import { companyQuery } from "../companies/store-companies";
import type { CompanyKey } from "../companies/store-outcome-events";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";

/**
 * Sets the next date with a company on the dashboard, or removes it (null). The same date again is no change.
 * @param at when it is changed, ISO 8601 UTC
 * @returns the company as it is now; undefined when there is none
 */
export async function saveNextDate(
  db: UserDatabase,
  { userId, companyId }: CompanyKey,
  date: { at: string; text: string } | null,
  at: string,
): Promise<CompanyRow | undefined> {
  const [nextAt, nextText] = date ? [date.at, date.text] : [null, ""];
  const [, rows] = await db.batch([
    db
      .update(companies)
      .set({ nextAt, nextText, nextChangedAt: at, nextChanges: sql`${companies.nextChanges} + 1` })
      .where(
        and(
          eq(companies.userId, userId),
          eq(companies.id, companyId),
          isNull(companies.archivedAt),
          sql`(${companies.nextAt} IS NOT ${nextAt} OR ${companies.nextText} <> ${nextText})`,
        ),
      ),
    companyQuery(db, userId, companyId),
  ]);
  return rows[0];
}
