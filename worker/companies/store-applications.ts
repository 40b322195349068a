import { and, eq, isNull, sql } from "drizzle-orm";
import type { ApplicationWay } from "../contract/companies";
import type { UserDatabase } from "../db/client";
import { applications } from "../db/schema/applications";
import { companies } from "../db/schema/companies";
import { isOnDoNotContactListSql } from "../suppression/store-do-not-contact";
import type { CompanyRow } from "./rules-recipient";
import { companyQuery } from "./store-companies";
import { deriveOutcomeQuery } from "./store-outcome-events";

interface NewApplication {
  userId: string;
  companyId: string;
  way: ApplicationWay;
  /** The number called, or the page where it was done. */
  target: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Its addresses, and its domain as "@firm.example": none of them may be on the user's list. */
  listed: readonly string[];
}

const isThatCompany = (userId: string, id: string) => and(eq(companies.userId, userId), eq(companies.id, id));
const isOfWay = (userId: string, companyId: string, way: ApplicationWay) =>
  and(eq(applications.userId, userId), eq(applications.companyId, companyId), eq(applications.way, way));

/**
 * Records an application, unless the company is on the user's do-not-contact list. A second one by the same way changes
 * nothing.
 * @returns whether there is one now, and the company (undefined: not on the dashboard of this user)
 */
export async function insertApplication(
  db: UserDatabase,
  { userId, companyId, way, target, at, listed }: NewApplication,
): Promise<{ recorded: boolean; row: CompanyRow | undefined }> {
  const id = crypto.randomUUID();
  const isListed = sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(listed)}) AS given
    WHERE ${isOnDoNotContactListSql(sql`given.value`)})`;
  const isOpen = and(isThatCompany(userId, companyId), isNull(companies.archivedAt));
  const [, , , recorded, rows] = await db.batch([
    // All columns in the order of the table.
    db
      .insert(applications)
      .select(
        sql`SELECT companies.user_id, ${id}, companies.id, companies.name, companies.city, ${way}, ${target}, ${at}
          FROM companies WHERE ${isOpen} AND NOT ${isListed}`,
      )
      .onConflictDoNothing(),
    db
      .update(companies)
      .set({ appliedAt: at, appliedWay: way })
      .where(
        and(
          isThatCompany(userId, companyId),
          sql`EXISTS (SELECT 1 FROM applications a WHERE a.user_id = ${userId} AND a.id = ${id})`,
        ),
      ),
    deriveOutcomeQuery(db, { userId, companyId }),
    db
      .select({ id: applications.id })
      .from(applications)
      .where(isOfWay(userId, companyId, way)),
    companyQuery(db, userId, companyId),
  ]);
  return { recorded: recorded.length > 0, row: rows[0] };
}

/** Takes an application back. @returns the company; undefined when this user has no such company */
export async function deleteApplication(
  db: UserDatabase,
  userId: string,
  companyId: string,
  way: ApplicationWay,
): Promise<CompanyRow | undefined> {
  const latestSql = (column: "created_at" | "way") =>
    sql`(SELECT ${sql.raw(column)} FROM applications a WHERE a.user_id = ${userId} AND a.company_id = ${companyId}
      ORDER BY a.created_at DESC LIMIT 1)`;
  const [, , , rows] = await db.batch([
    db.delete(applications).where(isOfWay(userId, companyId, way)),
    db
      .update(companies)
      .set({ appliedAt: latestSql("created_at"), appliedWay: latestSql("way") })
      .where(isThatCompany(userId, companyId)),
    deriveOutcomeQuery(db, { userId, companyId }),
    companyQuery(db, userId, companyId),
  ]);
  return rows[0];
}
