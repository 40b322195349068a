import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";
import type { TypedEmail } from "../platform/search-rpc";
import { isDeadAddressSql } from "../suppression/store-dead-addresses";
import { isOnDoNotContactListSql } from "../suppression/store-do-not-contact";
import type { CompanyRow } from "./rules-recipient";
import { companyQuery } from "./store-companies";
import { renumberVersionQuery } from "./store-kept-versions";
import { applyTypedEmail } from "./typed-email";

/**
 * Makes an address that the user typed the recipient of a company on the dashboard, or removes one: another mail, so
 * another version.
 * @param row the company as it was read; a change in the meantime is not overwritten
 * @returns whether it was changed, whether the address is on the user's list or dead, and the row as it is now
 */
export async function saveTypedEmail(
  db: UserDatabase,
  row: CompanyRow,
  typed: TypedEmail,
): Promise<{ changed: boolean; isOnList: boolean; isDead: boolean; row: CompanyRow | undefined }> {
  const { userId, id: companyId } = row;
  const isOnList = typed.email === undefined ? sql`0` : isOnDoNotContactListSql(sql`${typed.email}`);
  const isDead = typed.email === undefined ? sql`0` : isDeadAddressSql(sql`${typed.email}`);
  const isOwn = and(eq(companies.userId, userId), eq(companies.id, companyId));
  const [changed, , [refused], rows] = await db.batch([
    db
      .update(companies)
      .set({
        ...applyTypedEmail(row, typed),
        ...(typed.email !== undefined && { recipient: typed.email }),
        messageVersion: sql`${companies.messageVersion} + 1`,
      })
      .where(
        and(
          isOwn,
          isNull(companies.archivedAt),
          eq(companies.email, row.email),
          sql`${companies.sendStatus} NOT IN ('sending', 'sent')`,
          sql`NOT ${isOnList}`,
          sql`NOT ${isDead}`,
        ),
      )
      .returning({ id: companies.id }),
    renumberVersionQuery(db, { userId, companyId }),
    db
      .select({
        isOnList: sql<boolean>`${isOnList}`.mapWith(Boolean),
        isDead: sql<boolean>`${isDead}`.mapWith(Boolean),
      })
      .from(companies)
      .where(isOwn),
    companyQuery(db, userId, companyId),
  ]);
  return {
    changed: changed.length > 0,
    isOnList: refused?.isOnList === true,
    isDead: refused?.isDead === true,
    row: rows[0],
  };
}
