import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type CompanyPatch, CompanyState, type MessageWarning } from "../contract/companies";
import type { MessageLanguage, SentenceClaims } from "../contract/field-schemas";
import { DEFAULT_SUBJECT } from "../contract/mail";
import type { UserDatabase } from "../db/client";
import { prepareQuery, createRowReader } from "../db/prepared-queries";
import { companies, COMPANY_STATE_SQL, pastCompanies } from "../db/schema/companies";
import { isDeadAddressSql } from "../suppression/store-dead-addresses";
import { isOnDoNotContactListSql } from "../suppression/store-do-not-contact";
import type { ListCursor } from "./cursor";
import type { CompanyRow } from "./rules-recipient";
import { toSortKeys } from "./sort-keys";
import { deleteNotesAndTagsQueries } from "./store-company-notes";
import { existingProfileSql } from "./store-existing-profile";
import { deleteTextsQueries, keepVersionQueries, renumberVersionQuery } from "./store-kept-versions";

/** Statements and verbs over the companies of one user; `user_id` leads every one. */

/** A list of ids as one bound parameter: D1 takes a hundred at most. */
const hasIdIn = (ids: string[]) => sql`${companies.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
const isOwnedBy = (userId: string | Placeholder, ...more: (SQL | undefined)[]) =>
  and(eq(companies.userId, userId), ...more);

interface CompanyListing {
  sortBy: "created_at" | "name" | "website";
  order: "asc" | "desc";
  favorited: boolean;
  /** Undefined: all of them. */
  status: CompanyState | undefined;
}

const STATE_SQL = sql.raw(COMPANY_STATE_SQL);
const placeholder = sql.placeholder;

/** Conditions spelled like those of the indexes: with a parameter SQLite would not use them. */
const isOnDashboard = (
  userId: string | Placeholder,
  { favorited }: Pick<CompanyListing, "favorited">,
  ...more: (SQL | undefined)[]
) => isOwnedBy(userId, isNull(companies.archivedAt), favorited ? sql`favorited = 1` : undefined, ...more);

/**
 * Rows of the dashboard in a unique order. Each state is a range of an index; SQLite merges the ranges and stops at the
 * limit, so a page costs its rows and one more for each state, however many companies there are. D1 merges five at
 * most.
 */
function stateUnionQuery(db: UserDatabase, listing: CompanyListing, ...which: (SQL | undefined)[]) {
  const states: readonly CompanyState[] = listing.status ? [listing.status] : CompanyState.options;
  const [first, ...others] = states.map((state) =>
    db
      .select()
      .from(companies)
      .where(isOnDashboard(placeholder("userId"), listing, sql`${STATE_SQL} = ${state}`, ...which)),
  );
  if (!first) throw new TypeError("there is no state");
  const direction = listing.order === "asc" ? asc : desc;
  return others
    .reduce((query, other) => query.unionAll(other), first.$dynamic())
    .orderBy(direction(getSortColumn(listing)), direction(companies.id))
    .limit(placeholder("limit"));
}
const SORT_COLUMNS = { created_at: "createdAt", name: "nameKey", website: "siteKey" } as const;
const getSortColumn = ({ sortBy }: Pick<CompanyListing, "sortBy">) => companies[SORT_COLUMNS[sortBy]];
/** What a company is sorted by. */
export const readSortValue = (row: CompanyRow, sortBy: CompanyListing["sortBy"]): string => row[SORT_COLUMNS[sortBy]];
const isAfterCursor = (listing: CompanyListing) => {
  const follows = sql.raw(listing.order === "asc" ? ">" : "<");
  return sql`(${getSortColumn(listing)}, ${companies.id}) ${follows} (${placeholder("value")}, ${placeholder("id")})`;
};

const HAS_NO_WEBSITE = sql`site_key = ''`;
/** Companies without a website come last. In ascending order the index has them first, so they are read separately. */
const hasWebsitelessApart = ({ sortBy, order }: Pick<CompanyListing, "sortBy" | "order">): boolean =>
  sortBy === "website" && order === "asc";

/** Start of a page: the beginning, after a company, or after one that has no website. */
type PageStart = "first" | "after" | "after_without";
const toPageStart = (cursor: ListCursor | null): PageStart =>
  cursor === null ? "first" : cursor.value === "" ? "after_without" : "after";

const preparedDashboardQuery = prepareQuery(
  (
    db,
    sortBy: CompanyListing["sortBy"],
    order: CompanyListing["order"],
    favorited: boolean,
    status: CompanyState | undefined,
    begin: PageStart,
  ) => {
    const listing = { sortBy, order, favorited, status };
    const within =
      !hasWebsitelessApart(listing) || begin === "after"
        ? undefined
        : begin === "first"
          ? sql`site_key > ''`
          : HAS_NO_WEBSITE;
    return stateUnionQuery(db, listing, within, begin === "first" ? undefined : isAfterCursor(listing));
  },
  createRowReader(companies),
);

/** Rows after the cursor; one more than `limit` shows that there are more. */
export const dashboardQuery = (
  db: UserDatabase,
  userId: string,
  { sortBy, order, favorited, status }: CompanyListing,
  { limit, cursor }: { limit: number; cursor: ListCursor | null },
) =>
  preparedDashboardQuery(
    db,
    { userId, value: cursor?.value, id: cursor?.id, limit: limit + 1 },
    sortBy,
    order,
    favorited,
    status,
    toPageStart(cursor),
  );

const preparedWebsitelessQuery = prepareQuery(
  (db, favorited: boolean, status: CompanyState | undefined, goesOn: boolean) => {
    const listing: CompanyListing = { sortBy: "website", order: "asc", favorited, status };
    const inStates = inArray(STATE_SQL, status ? [status] : [...CompanyState.options]);
    const others = db
      .select({ id: companies.id })
      .from(companies)
      .where(
        isOnDashboard(placeholder("userId"), listing, inStates, goesOn ? isAfterCursor(listing) : sql`site_key > ''`),
      )
      .limit(placeholder("limit"));
    const without = stateUnionQuery(db, listing, HAS_NO_WEBSITE).as("without");
    return db
      .select()
      .from(without)
      .where(sql`(SELECT count(*) FROM ${others}) < ${placeholder("limit")}`)
      .orderBy(sql`id`);
  },
  createRowReader(companies),
);

/** The first companies without a website, to fill a short page; no query where they do not follow. */
export const websitelessQueries = (
  db: UserDatabase,
  userId: string,
  listing: CompanyListing,
  { limit, cursor }: { limit: number; cursor: ListCursor | null },
) =>
  !hasWebsitelessApart(listing) || toPageStart(cursor) === "after_without"
    ? ([] as const)
    : ([
        preparedWebsitelessQuery(
          db,
          { userId, value: cursor?.value, id: cursor?.id, limit: limit + 1 },
          listing.favorited,
          listing.status,
          cursor !== null,
        ),
      ] as const);

/** Companies in each state, counted in an index alone; no query when the cursor has the counts. */
export const stateCountsQuery = (
  db: UserDatabase,
  userId: string,
  { favorited }: Pick<CompanyListing, "favorited">,
  cursor: ListCursor | null,
) => preparedStateCountsQuery(db, { userId }, favorited, cursor?.states === undefined);
const preparedStateCountsQuery = prepareQuery((db, favorited: boolean, wanted: boolean) =>
  db
    .select({ state: sql<CompanyState>`${STATE_SQL}`.as("state"), count: count() })
    .from(companies)
    .where(and(isOnDashboard(placeholder("userId"), { favorited }), wanted ? undefined : sql`false`))
    .groupBy(STATE_SQL),
);

/**
 * All ids, in order: sorted after they were read off an index alone.
 * @param foldedTag only of companies that have it
 */
export function dashboardIdsQuery(db: UserDatabase, userId: string, listing: CompanyListing, foldedTag?: string) {
  const direction = listing.order === "asc" ? asc : desc;
  const inState = listing.status && sql`${STATE_SQL} = ${listing.status}`;
  const isTagged =
    foldedTag === undefined
      ? undefined
      : sql`${companies.id} IN (SELECT t.company_id FROM company_tags t
          WHERE t.user_id = ${userId} AND t.folded_tag = ${foldedTag})`;
  const withoutLast = listing.sortBy === "website" ? [HAS_NO_WEBSITE] : [];
  return db
    .select({ id: companies.id })
    .from(companies)
    .where(isOnDashboard(userId, listing, inState, isTagged))
    .orderBy(...withoutLast, direction(getSortColumn(listing)), direction(companies.id));
}

export function archiveQuery(db: UserDatabase, userId: string, page: { limit: number; cursor: ListCursor | null }) {
  const { cursor } = page;
  const after = cursor ? sql`(${companies.archivedAt}, ${companies.id}) < (${cursor.value}, ${cursor.id})` : undefined;
  return db
    .select()
    .from(companies)
    .where(isOwnedBy(userId, isNotNull(companies.archivedAt), after))
    .orderBy(desc(companies.archivedAt), desc(companies.id))
    .limit(page.limit + 1);
}

export const archiveCountQuery = (db: UserDatabase, userId: string) =>
  db
    .select({ total: count() })
    .from(companies)
    .where(isOwnedBy(userId, isNotNull(companies.archivedAt)));

export const companyQuery = (db: UserDatabase, userId: string, id: string) =>
  db
    .select()
    .from(companies)
    .where(isOwnedBy(userId, eq(companies.id, id)));

/** The present subject, or the default of the company's next language. */
const defaultSubjectSql = (
  language: MessageLanguage | undefined,
) => sql`CASE WHEN ${companies.subject} <> '' THEN ${companies.subject} ELSE CASE ${language ?? companies.language}
  WHEN 'fr' THEN ${DEFAULT_SUBJECT.fr} WHEN 'de' THEN ${DEFAULT_SUBJECT.de} ELSE ${DEFAULT_SUBJECT.en} END END`;

/**
 * Edits a company on the dashboard. One being sent or sent keeps its message, subject and recipient; the recipient must
 * be one of its addresses from which no mail came back. A changed text is the user's, and becomes a version.
 * @param replaces the version that must be the present one; undefined: any
 * @param checked what is kept with the new text; undefined when the message stays as it is
 * @param at ISO 8601 UTC
 * @returns whether it was changed, and the row as it is now (undefined: the user has no such company)
 */
export async function updateCompany(
  db: UserDatabase,
  { userId, id, replaces }: { userId: string; id: string; replaces: number | undefined },
  patch: Omit<CompanyPatch, "profile_id" | "replaces"> & { profileId?: string },
  checked: { warnings: MessageWarning[]; claims: SentenceClaims[] | null } | undefined,
  at: string,
): Promise<{ changed: boolean; row: CompanyRow | undefined }> {
  // A mail needs a subject: a message written by hand gets its language's default, for the user to see and change.
  const subject =
    patch.message === undefined || patch.subject !== undefined ? undefined : defaultSubjectSql(patch.language);
  const touchesText = patch.message !== undefined || patch.subject !== undefined;
  const touchesMail = touchesText || patch.recipient !== undefined;
  // A message without a subject uses the default of the company's language: another language makes another mail.
  const changesSubject = sql`(${companies.subject} = '' AND ${companies.message} <> ''
    AND ${companies.language} <> ${patch.language ?? ""})`;
  const bump = touchesMail ? sql`1` : patch.language === undefined ? undefined : changesSubject;
  // The text may have been written anew since it was compared.
  const keepIfSameText = (column: SQLWrapper) =>
    sql`CASE WHEN ${companies.message} = ${patch.message ?? ""} THEN ${column} END`;
  const allowed = isOwnedBy(
    userId,
    eq(companies.id, id),
    isNull(companies.archivedAt),
    replaces === undefined ? undefined : eq(companies.messageVersion, replaces),
    touchesMail || patch.profileId !== undefined ? sql`${companies.sendStatus} NOT IN ('sending', 'sent')` : undefined,
    patch.recipient === undefined
      ? undefined
      : sql`instr(';' || ${companies.email} || ';', ${`;${patch.recipient};`}) > 0
          AND NOT ${isDeadAddressSql(sql`lower(${patch.recipient})`)}`,
  );
  const update = db
    .update(companies)
    .set({
      ...patch,
      ...(patch.profileId !== undefined && { profileId: existingProfileSql(userId, patch.profileId) }),
      ...(patch.name !== undefined && { nameKey: toSortKeys({ name: patch.name, website: "" }).nameKey }),
      ...(touchesText && { messageAuthor: "user" as const }),
      ...(patch.message !== undefined && {
        messageWarnings: checked ? toWarningColumn(checked.warnings) : keepIfSameText(companies.messageWarnings),
        messageClaims: checked ? checked.claims : keepIfSameText(companies.messageClaims),
      }),
      ...(subject && { subject }),
      ...(bump && { messageVersion: sql`${companies.messageVersion} + ${bump}` }),
    })
    .where(allowed)
    .returning({ id: companies.id });
  const current = companyQuery(db, userId, id);
  const key = { userId, companyId: id };
  if (!touchesText) {
    const [changed, , rows] = await db.batch([update, renumberVersionQuery(db, key), current]);
    return { changed: changed.length > 0, row: rows[0] };
  }
  const keep = keepVersionQueries(db, key, at);
  const [, changed, , , rows] = await db.batch([keep.before, update, keep.after, keep.prune, current]);
  return { changed: changed.length > 0, row: rows[0] };
}

/** Warnings as they are stored with a message. */
export const toWarningColumn = (warnings: MessageWarning[]) => (warnings.length > 0 ? warnings : null);

/** Archives (a date) or restores (null) companies. @returns the ids in that state afterwards; others are not touched */
export async function setArchived(
  db: UserDatabase,
  userId: string,
  ids: string[],
  archivedAt: string | null,
): Promise<string[]> {
  const wrong = archivedAt === null ? isNotNull(companies.archivedAt) : isNull(companies.archivedAt);
  const right = archivedAt === null ? isNull(companies.archivedAt) : isNotNull(companies.archivedAt);
  const [, rows] = await db.batch([
    db
      .update(companies)
      .set({ archivedAt })
      .where(isOwnedBy(userId, hasIdIn(ids), wrong)),
    db
      .select({ id: companies.id })
      .from(companies)
      .where(isOwnedBy(userId, hasIdIn(ids), right)),
  ]);
  return rows.map(({ id }) => id);
}

/** SQL: the user has applied to the company, or has it on the do-not-contact list. */
const IS_APPLIED_TO_OR_LISTED = sql`(companies.applied_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM mails WHERE mails.user_id = companies.user_id AND mails.company_id = companies.id
    AND mails.test = 0 AND mails.status <> 'failed')
  OR EXISTS (SELECT 1 FROM (SELECT '@' || companies.identity AS address
      UNION ALL SELECT value FROM json_each('["' || replace(replace(companies.email, '"', ''), ';', '","') || '"]'))
    WHERE ${isOnDoNotContactListSql(sql`lower(address)`)}))`;

const rememberPastCompaniesQuery = (db: UserDatabase, which: SQL | undefined, at: string) =>
  db
    .insert(pastCompanies)
    // All columns in the order of the table. SQLite needs `WHERE` to parse the conflict clause after a SELECT.
    .select(
      sql`SELECT companies.user_id, value, ${at} FROM companies, json_each(json_array(identity, redirected_from))
        WHERE ${which} AND value IS NOT NULL`,
    )
    .onConflictDoNothing();

/** Query for what objections may be about in companies that are to be deleted. */
export const companyAddressesQuery = (db: UserDatabase, userId: string, ids: string[]) =>
  db
    .select({ id: companies.id, identity: companies.identity, email: companies.email })
    .from(companies)
    .where(isOwnedBy(userId, hasIdIn(ids)));
export type CompanyAddresses = Awaited<ReturnType<typeof companyAddressesQuery>>[number];

/**
 * Deletes archived companies that are not being sent, with their texts, notes and tags. Of those that the user has
 * applied to, or that must not be written to, the identity stays: searches do not offer them again.
 * @param objected those of the ids that have objected
 * @returns the deleted ids, and those of the list still there
 */
export async function deleteCompanies(
  db: UserDatabase,
  userId: string,
  { ids, objected }: { ids: string[]; objected: string[] },
  at: string,
): Promise<{ deleted: string[]; left: CompanyRow[] }> {
  const isDeletable = isOwnedBy(
    userId,
    hasIdIn(ids),
    isNotNull(companies.archivedAt),
    sql`${companies.sendStatus} <> 'sending'`,
  );
  const [, deleted, , , , , left] = await db.batch([
    rememberPastCompaniesQuery(db, and(isDeletable, or(IS_APPLIED_TO_OR_LISTED, hasIdIn(objected))), at),
    db.delete(companies).where(isDeletable).returning({ id: companies.id }),
    ...deleteTextsQueries(db, userId, ids),
    ...deleteNotesAndTagsQueries(db, userId, ids),
    db
      .select()
      .from(companies)
      .where(isOwnedBy(userId, hasIdIn(ids))),
  ]);
  return { deleted: deleted.map(({ id }) => id), left };
}
