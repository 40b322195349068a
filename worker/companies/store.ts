import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type CompanyPatch, CompanyState } from "../contract/companies";
import type { MessageLanguage } from "../contract/fields";
import { DEFAULT_SUBJECT } from "../contract/mail";
import type { Database } from "../db/client";
import { prepareQuery, createRowReader } from "../db/prepared-queries";
import { companies, COMPANY_STATE } from "../db/schema/companies";
import type { CompanyRow, Cursor } from "./rules";

/** Statements and verbs over the companies of one user; `user_id` leads every one. */

/** The ids of a list as one bound parameter: D1 takes a hundred at most. */
const among = (ids: string[]) => sql`${companies.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
const own = (userId: string | Placeholder, ...more: (SQL | undefined)[]) => and(eq(companies.userId, userId), ...more);

interface Listing {
  sortBy: "created_at" | "website";
  order: "asc" | "desc";
  favorited: boolean;
  /** Undefined: all of them. */
  status: CompanyState | undefined;
}

const STATE = sql.raw(COMPANY_STATE);
const given = sql.placeholder;

/** Conditions in the words of the indexes, which a parameter would keep from being used. */
const onDashboard = (
  userId: string | Placeholder,
  { favorited }: Pick<Listing, "favorited">,
  ...more: (SQL | undefined)[]
) => own(userId, isNull(companies.archivedAt), favorited ? sql`favorited = 1` : undefined, ...more);

/**
 * Rows of the dashboard in a unique order. Each state is one stretch of an index; SQLite merges the stretches as it goes and stops at the limit,
 * so that a page costs its rows and one more for each state, however many companies there are. D1 merges five at most.
 */
function stretchesOf(db: Database, listing: Listing, ...which: (SQL | undefined)[]) {
  const states: readonly CompanyState[] = listing.status ? [listing.status] : CompanyState.options;
  const [first, ...others] = states.map((state) =>
    db
      .select()
      .from(companies)
      .where(onDashboard(given("userId"), listing, sql`${STATE} = ${state}`, ...which)),
  );
  if (!first) throw new TypeError("there is no state");
  const direction = listing.order === "asc" ? asc : desc;
  return others
    .reduce((query, other) => query.unionAll(other), first.$dynamic())
    .orderBy(direction(sortColumn(listing)), direction(companies.id))
    .limit(given("limit"));
}
const sortColumn = (listing: Listing) => (listing.sortBy === "website" ? companies.website : companies.createdAt);
const afterCursor = (listing: Listing) =>
  sql`(${sortColumn(listing)}, ${companies.id}) ${sql.raw(listing.order === "asc" ? ">" : "<")} (${given("value")}, ${given("id")})`;

const WITHOUT = sql`website = ''`;
/** Companies without a website come last. In ascending order, where the index has them first, they are read by themselves. */
const areReadApart = ({ sortBy, order }: Pick<Listing, "sortBy" | "order">): boolean =>
  sortBy === "website" && order === "asc";

/** Where a page begins: at the beginning, after a company, or after one that has no website. */
type Begin = "first" | "after" | "after_without";
const beginOf = (cursor: Cursor | null): Begin =>
  cursor === null ? "first" : cursor.value === "" ? "after_without" : "after";

const dashboardPage = prepareQuery(
  (
    db,
    sortBy: Listing["sortBy"],
    order: Listing["order"],
    favorited: boolean,
    status: CompanyState | undefined,
    begin: Begin,
  ) => {
    const listing = { sortBy, order, favorited, status };
    const within =
      !areReadApart(listing) || begin === "after" ? undefined : begin === "first" ? sql`website > ''` : WITHOUT;
    return stretchesOf(db, listing, within, begin === "first" ? undefined : afterCursor(listing));
  },
  createRowReader(companies),
);

/** Rows after the cursor; one more than `limit` tells that there are more. */
export const dashboardQuery = (
  db: Database,
  userId: string,
  { sortBy, order, favorited, status }: Listing,
  { limit, cursor }: { limit: number; cursor: Cursor | null },
) =>
  dashboardPage(
    db,
    { userId, value: cursor?.value, id: cursor?.id, limit: limit + 1 },
    sortBy,
    order,
    favorited,
    status,
    beginOf(cursor),
  );

const firstWithout = prepareQuery((db, favorited: boolean, status: CompanyState | undefined, goesOn: boolean) => {
  const listing: Listing = { sortBy: "website", order: "asc", favorited, status };
  const inStates = inArray(STATE, status ? [status] : [...CompanyState.options]);
  const others = db
    .select({ id: companies.id })
    .from(companies)
    .where(onDashboard(given("userId"), listing, inStates, goesOn ? afterCursor(listing) : sql`website > ''`))
    .limit(given("limit"));
  const without = stretchesOf(db, listing, WITHOUT).as("without");
  return db
    .select()
    .from(without)
    .where(sql`(SELECT count(*) FROM ${others}) < ${given("limit")}`)
    .orderBy(sql`id`);
}, createRowReader(companies));

/** The first companies without a website, which fill a page that has too few others left; no statement where they do not follow. */
export const withoutQueries = (
  db: Database,
  userId: string,
  listing: Listing,
  { limit, cursor }: { limit: number; cursor: Cursor | null },
) =>
  !areReadApart(listing) || beginOf(cursor) === "after_without"
    ? ([] as const)
    : ([
        firstWithout(
          db,
          { userId, value: cursor?.value, id: cursor?.id, limit: limit + 1 },
          listing.favorited,
          listing.status,
          cursor !== null,
        ),
      ] as const);

/** How many companies are in each state, read off an index alone; nothing for a page whose cursor says it already. */
export const dashboardCounts = (
  db: Database,
  userId: string,
  { favorited }: Pick<Listing, "favorited">,
  cursor: Cursor | null,
) => countStates(db, { userId }, favorited, cursor?.states === undefined);
const countStates = prepareQuery((db, favorited: boolean, wanted: boolean) =>
  db
    .select({ state: sql<CompanyState>`${STATE}`.as("state"), count: count() })
    .from(companies)
    .where(and(onDashboard(given("userId"), { favorited }), wanted ? undefined : sql`false`))
    .groupBy(STATE),
);

/** All ids, in order: sorted after they were read off an index alone. */
export function dashboardIds(db: Database, userId: string, listing: Listing) {
  const direction = listing.order === "asc" ? asc : desc;
  const inState = listing.status && sql`${STATE} = ${listing.status}`;
  const withoutLast = listing.sortBy === "website" ? [sql`${companies.website} = ''`] : [];
  return db
    .select({ id: companies.id })
    .from(companies)
    .where(onDashboard(userId, listing, inState))
    .orderBy(...withoutLast, direction(sortColumn(listing)), direction(companies.id));
}

export function archiveQuery(db: Database, userId: string, page: { limit: number; cursor: Cursor | null }) {
  const { cursor } = page;
  const after = cursor ? sql`(${companies.archivedAt}, ${companies.id}) < (${cursor.value}, ${cursor.id})` : undefined;
  return db
    .select()
    .from(companies)
    .where(own(userId, isNotNull(companies.archivedAt), after))
    .orderBy(desc(companies.archivedAt), desc(companies.id))
    .limit(page.limit + 1);
}

export const archiveCount = (db: Database, userId: string) =>
  db
    .select({ total: count() })
    .from(companies)
    .where(own(userId, isNotNull(companies.archivedAt)));

export const companyQuery = (db: Database, userId: string, id: string) =>
  db
    .select()
    .from(companies)
    .where(own(userId, eq(companies.id, id)));

/** The subject there is, or the usual one of the language the company will have. */
const usualSubject = (
  language: MessageLanguage | undefined,
) => sql`CASE WHEN ${companies.subject} <> '' THEN ${companies.subject} ELSE CASE ${language ?? companies.language}
  WHEN 'fr' THEN ${DEFAULT_SUBJECT.fr} WHEN 'de' THEN ${DEFAULT_SUBJECT.de} ELSE ${DEFAULT_SUBJECT.en} END END`;

/**
 * Changes a company on the dashboard. What is being sent or was sent keeps its message, subject and recipient, and the recipient is one of its addresses.
 * @returns whether it was changed, and the row as it is now (undefined: the user has no such company)
 */
export async function patchCompany(
  db: Database,
  userId: string,
  id: string,
  patch: CompanyPatch,
): Promise<{ changed: boolean; row: CompanyRow | undefined }> {
  // A mail needs a subject: a message written by hand gets the usual one of its language, to be seen and changed.
  const subject = patch.message === undefined || patch.subject !== undefined ? undefined : usualSubject(patch.language);
  const touchesMail = patch.message !== undefined || patch.subject !== undefined || patch.recipient !== undefined;
  // A message without a subject goes out under one in the company's language: another language is another mail.
  const changesSubject = sql`(${companies.subject} = '' AND ${companies.message} <> '' AND ${companies.language} <> ${patch.language ?? ""})`;
  const bump = touchesMail ? sql`1` : patch.language === undefined ? undefined : changesSubject;
  const allowed = own(
    userId,
    eq(companies.id, id),
    isNull(companies.archivedAt),
    touchesMail ? sql`${companies.sendStatus} NOT IN ('sending', 'sent')` : undefined,
    patch.recipient === undefined
      ? undefined
      : sql`instr(';' || ${companies.email} || ';', ${`;${patch.recipient};`}) > 0`,
  );
  const [changed, rows] = await db.batch([
    db
      .update(companies)
      .set({
        ...patch,
        ...(patch.message !== undefined && { messageWarnings: null }),
        ...(subject && { subject }),
        ...(bump && { messageVersion: sql`${companies.messageVersion} + ${bump}` }),
      })
      .where(allowed)
      .returning({ id: companies.id }),
    companyQuery(db, userId, id),
  ]);
  return { changed: changed.length > 0, row: rows[0] };
}

/** Archives (a date) or restores (null) companies. @returns the ids for which that now holds; the user's other ids are not touched */
export async function setArchived(
  db: Database,
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
      .where(own(userId, among(ids), wrong)),
    db
      .select({ id: companies.id })
      .from(companies)
      .where(own(userId, among(ids), right)),
  ]);
  return rows.map(({ id }) => id);
}

/** Deletes archived companies that are not being sent. @returns the ids deleted, and those of the list that are still there */
export async function deleteCompanies(
  db: Database,
  userId: string,
  ids: string[],
): Promise<{ deleted: string[]; left: CompanyRow[] }> {
  const [deleted, left] = await db.batch([
    db
      .delete(companies)
      .where(own(userId, among(ids), isNotNull(companies.archivedAt), sql`${companies.sendStatus} <> 'sending'`))
      .returning({ id: companies.id }),
    db
      .select()
      .from(companies)
      .where(own(userId, among(ids))),
  ]);
  return { deleted: deleted.map(({ id }) => id), left };
}
