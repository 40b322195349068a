import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { CompanyFact, Contact, DirectorySource } from "../contract/companies";
import type { MessageLanguage } from "../contract/field-schemas";
import type { UserDatabase } from "../db/client";
import { toJsonLists } from "../db/json-lists";
import { companies, pastCompanies } from "../db/schema/companies";
import { toSortKeys } from "./sort-keys";
import { existingProfileSql } from "./store-existing-profile";

/** A company in the form that a search delivers. */
export interface NewCompany extends Partial<DirectoryColumns> {
  id: string;
  identity: string;
  redirectedFrom: string | null;
  name: string;
  website: string;
  businessType: string;
  city: string;
  country: string;
  /** Joined by `;`, best first. */
  email: string;
  phone: string;
  contacts: Contact[];
  facts: CompanyFact[];
  applyElsewhere: { url: string; reason: string } | null;
  contactForm?: string | null;
  careersPage?: string | null;
  language: MessageLanguage;
  source: string;
}

/** What our own directory says of a company. */
interface DirectoryColumns {
  sources: DirectorySource[] | null;
  lat: number | null;
  lon: number | null;
  /** From the centre of the searched place. */
  distanceKm: number | null;
  size: string | null;
  sector: string | null;
  chain: string | null;
}

/**
 * Identities of the user's companies: of the site read and of the one that redirected there.
 * @param withPast also of those that were deleted after an application
 */
export async function listIdentities(db: UserDatabase, userId: string, withPast = true): Promise<Set<string>> {
  const { identity, redirectedFrom } = companies;
  const kept = db.select({ identity, redirectedFrom }).from(companies).where(eq(companies.userId, userId));
  const past = db
    .select({ identity: pastCompanies.identity, redirectedFrom: sql<string | null>`NULL` })
    .from(pastCompanies)
    .where(eq(pastCompanies.userId, userId));
  const rows = withPast ? (await db.batch([kept, past])).flat() : await kept;
  return new Set(
    rows.flatMap((row) => (row.redirectedFrom === null ? [row.identity] : [row.identity, row.redirectedFrom])),
  );
}

/** SQL: whether an identity is that of a company of a user, or of one they deleted after an application. */
export const isKnownIdentitySql = (userId: SQL, identity: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM companies AS own WHERE own.user_id = ${userId} AND own.identity = ${identity})
  OR EXISTS (SELECT 1 FROM companies AS own WHERE own.user_id = ${userId} AND own.redirected_from IS NOT NULL
    AND own.redirected_from = ${identity})
  OR EXISTS (SELECT 1 FROM past_companies AS past WHERE past.user_id = ${userId} AND past.identity = ${identity}))`;

/** Those of `identities` that are the user's. */
export async function findKnownIdentities(
  db: UserDatabase,
  userId: string,
  identities: string[],
): Promise<Set<string>> {
  const [first, ...others] = toJsonLists(identities).map((list) =>
    db
      .select({ identity: sql<string>`found.value`.as("identity") })
      .from(sql`json_each(${list}) AS found`)
      .where(isKnownIdentitySql(sql`${userId}`, sql`found.value`)),
  );
  return new Set(first ? (await db.batch([first, ...others])).flat().map(({ identity }) => identity) : []);
}

/**
 * Queries that add found companies to the dashboard, for one batch; companies the user already has are skipped. Each
 * returns the ids it added. Rows are passed as JSON: a tenth of the time of one VALUES a row.
 */
export function insertFoundQueries(
  db: UserDatabase,
  userId: string,
  searchId: string,
  found: NewCompany[],
  createdAt: string,
) {
  const given: Partial<Record<keyof typeof companies.$inferSelect, SQL>> = {
    userId: sql`${userId}`,
    searchId: sql`${searchId}`,
    about: sql`''`,
    subject: sql`''`,
    message: sql`''`,
    messageVersion: sql`0`,
    favorited: sql`0`,
    sendStatus: sql`'none'`,
    nextText: sql`''`,
    nextChanges: sql`0`,
    profileId: existingProfileSql(
      userId,
      sql`(SELECT profile_id FROM searches WHERE user_id = ${userId} AND id = ${searchId})`,
    ),
    ...Object.fromEntries(FOUND_COLUMNS.map((name) => [name, sql.raw(`json_extract(value, '$.${name}')`)])),
  };
  // An INSERT … SELECT names every column of the table in its order; missing values are null.
  const columns = (Object.keys(getTableColumns(companies)) as (keyof typeof given)[]).map(
    (name) => given[name] ?? sql`NULL`,
  );
  // The unique index knows only the site that was read.
  const isKnown = sql`EXISTS (SELECT 1 FROM companies c WHERE c.user_id = ${userId}
      AND c.identity = json_extract(value, '$.redirectedFrom'))
    OR EXISTS (SELECT 1 FROM companies c WHERE c.user_id = ${userId} AND c.redirected_from IS NOT NULL
      AND c.redirected_from IN (json_extract(value, '$.identity'), json_extract(value, '$.redirectedFrom')))`;
  // A millisecond apart: the dashboard lists the newest first, and these in the order in which they were found.
  const time = Date.parse(createdAt);
  const rowsToInsert = found.map((company, index) => ({
    ...company,
    ...toSortKeys(company),
    createdAt: new Date(time - index).toISOString(),
  }));
  return toJsonLists(rowsToInsert).map((rows) =>
    db
      .insert(companies)
      .select(sql`SELECT ${sql.join(columns, sql`, `)} FROM json_each(${rows}) WHERE NOT (${isKnown})`)
      .onConflictDoNothing()
      .returning({ id: companies.id }),
  );
}

const FOUND_COLUMNS = [
  "id",
  "createdAt",
  "identity",
  "redirectedFrom",
  "name",
  "website",
  "nameKey",
  "siteKey",
  "businessType",
  "city",
  "country",
  "email",
  "phone",
  "contacts",
  "facts",
  "applyElsewhere",
  "contactForm",
  "careersPage",
  "language",
  "source",
  "sources",
  "lat",
  "lon",
  "distanceKm",
  "size",
  "sector",
  "chain",
] as const satisfies ("createdAt" | keyof NewCompany | keyof ReturnType<typeof toSortKeys>)[];
