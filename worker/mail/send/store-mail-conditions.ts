import { type SQL, sql } from "drizzle-orm";
import type { MailPreview, MailStep } from "../../contract/mail";
import type { UserDatabase } from "../../db/client";
import { COMPANY_STATE_SQL } from "../../db/schema/companies";
import { COUNTS_AS_SENT, COUNTS_IN_DAY } from "../../db/schema/mail";

// Conditions of sends in SQL, which reads and claims share. They stand in statements over `companies`. Drizzle omits
// table names in single-table queries, so these spell them.

const TWIN_STATE_SQL = COMPANY_STATE_SQL.replaceAll(/(?<!')\b(send_status|applied_at|email|message)\b/gu, "twin.$1");
const countsAsSent = sql.raw(COUNTS_AS_SENT);

/** A mail that holds the lock of its company and step. Tests never do. */
export const HOLDS_STEP_LOCK = sql`${countsAsSent} AND released = 0 AND test = 0`;
/** The application that holds the lock of its company. */
export const HOLDS_LOCK = sql`${HOLDS_STEP_LOCK} AND step = 0`;

/** The status of the mail that holds the lock of a company's step; null without one. */
export const lockStatusSql = (step: SQL | MailStep): SQL => sql`(SELECT held.status FROM mails AS held
  WHERE held.user_id = companies.user_id AND held.company_id = companies.id AND held.step = ${step}
    AND held.${countsAsSent} AND held.released = 0 AND held.test = 0)`;

/** SQL: the first address of a company from its "@" on. */
const toMailDomainSql = (table: string) =>
  `substr(${table}.email, instr(${table}.email, '@'), instr(${table}.email || ';', ';') - instr(${table}.email, '@'))`;
/** The town, a number or the domain of addresses: one of them beside the name tells that it is the same company. */
const sharesPlace = sql.raw(`(
  (twin.city <> '' AND lower(twin.city) = lower(companies.city))
  OR (twin.phone <> '' AND twin.phone = companies.phone)
  OR (twin.email <> '' AND ${toMailDomainSql("twin")} = ${toMailDomainSql("companies")}))`);

/**
 * Another company of the user that has its application and is probably the same one, found under another site: a
 * condition for each index, that of the dashboard and that of the archive.
 */
const IS_CONTACTED_TWIN = ["twin.archived_at IS NULL", "twin.archived_at IS NOT NULL"].map(
  (place) => sql`twin.user_id = companies.user_id AND ${sql.raw(place)}
    AND ${sql.raw(TWIN_STATE_SQL)} IN ('sent', 'unsure') AND twin.name_key = companies.name_key
    AND twin.id <> companies.id AND ${sharesPlace}`,
);
const HAS_CONTACTED_TWIN = sql.join(
  IS_CONTACTED_TWIN.map((isTwin) => sql`EXISTS (SELECT 1 FROM companies AS twin WHERE ${isTwin})`),
  sql` OR `,
);

/**
 * Whether a mail for another company of the user went, or may have gone, to an address, or an application to a company
 * that is probably the same.
 */
export const isContactedElsewhere = (to: SQL): SQL => sql`(EXISTS (SELECT 1 FROM mails AS other
  WHERE other.user_id = companies.user_id AND other.company_id <> companies.id AND other.${countsAsSent}
    AND other.test = 0 AND other.recipient = ${to}) OR ${HAS_CONTACTED_TWIN})`;

type ContactedCompany = NonNullable<MailPreview["contacted_company"]>;

/** Finds a company because of which `isContactedElsewhere` is true; null where the user has deleted it since. */
export async function findContactedCompany(
  db: UserDatabase,
  { userId, companyId, to }: { userId: string; companyId: string; to: string },
): Promise<ContactedCompany | null> {
  const byAddress = sql`SELECT twin.id, twin.name, twin.website, 'address' AS same
    FROM mails AS other JOIN companies AS twin ON twin.user_id = other.user_id AND twin.id = other.company_id
    WHERE other.user_id = ${userId} AND other.company_id <> ${companyId} AND other.${countsAsSent}
      AND other.test = 0 AND other.recipient = ${to}`;
  const byName = IS_CONTACTED_TWIN.map(
    (isTwin) => sql`SELECT twin.id, twin.name, twin.website, 'name' AS same FROM companies, companies AS twin
      WHERE companies.user_id = ${userId} AND companies.id = ${companyId} AND ${isTwin}`,
  );
  const [found] = await db.all<ContactedCompany>(sql`${sql.join([byAddress, ...byName], sql` UNION ALL `)} LIMIT 1`);
  return found ?? null;
}

export const countSentSince = (userId: string, since: string): SQL<number> =>
  sql<number>`(SELECT count(*) FROM mails
    WHERE mails.user_id = ${userId} AND mails.created_at >= ${since} AND mails.${sql.raw(COUNTS_IN_DAY)})`;

/** When a mail to a company last changed its status or came back; null without mails. */
export const LAST_MAIL_CHANGE = sql<string | null>`(SELECT max(at) FROM (
  SELECT max(moved.updated_at) AS at FROM mails AS moved
    WHERE moved.user_id = companies.user_id AND moved.company_id = companies.id AND moved.test = 0
  UNION ALL SELECT max(created_at) FROM dead_addresses AS dead
    WHERE dead.user_id = companies.user_id AND dead.company_id = companies.id))`;
