import type { CompanyPage, DashboardPage, ListQuery } from "../contract/companies";
import * as api from "../contract/companies";
import { type App, type Input, serve, serveRead, type UserCall } from "../http";
import { Refusal } from "../refusal";
import { type CompanyRow, cursorOf, cutPage, refusalOfEdit, type States, statesOf, toCompany } from "./rules";
import {
  archiveCount,
  archiveQuery,
  companyQuery,
  dashboardCounts,
  dashboardIds,
  dashboardQuery,
  deleteCompanies,
  patchCompany,
  setArchived,
  withoutQueries,
} from "./store";

export function companyRoutes(app: App): void {
  serveRead(
    app,
    api.listCompanies,
    ({ deps: { db } }, userId, { query }) => {
      const wanted = pageOf(query, listOf(query));
      const listing = listingOf(query);
      return [
        dashboardQuery(db, userId, listing, wanted),
        dashboardCounts(db, userId, listing, wanted.cursor),
        ...withoutQueries(db, userId, listing, wanted),
      ] as const;
    },
    ([rows, counted, without], { deps }, { query }) =>
      dashboardPage(
        without ? [...rows, ...without] : rows,
        statesOf(counted, cursorOf(query, listOf(query))),
        query,
        deps.now(),
      ),
  );
  serveRead(
    app,
    api.companyIds,
    ({ deps: { db } }, userId, { query }) => [dashboardIds(db, userId, listingOf(query))] as const,
    ([rows]) => ({ ids: rows.map(({ id }) => id) }),
  );
  serveRead(
    app,
    api.getCompany,
    ({ deps: { db } }, userId, { params }) => [companyQuery(db, userId, params.id)] as const,
    ([[row]], { deps }) => ({ company: toCompany(row ?? absent(), deps.now()) }),
  );
  serve(app, api.patchCompany, edit);
  serve(app, api.bulkArchive, (call, { body }) => setState(call, body.company_ids, call.deps.now().toISOString()));
  serve(app, api.archiveCompany, (call, { params }) =>
    setState(call, [params.id], call.deps.now().toISOString(), "one"),
  );

  serveRead(
    app,
    api.listArchive,
    ({ deps: { db } }, userId, { query }) =>
      [archiveQuery(db, userId, pageOf(query, ARCHIVE)), archiveCount(db, userId)] as const,
    ([rows, counts], { deps }, { query }) => archivePage(rows, counts[0]?.total ?? 0, query.limit, deps.now()),
  );
  serve(app, api.bulkUnarchive, (call, { body }) => setState(call, body.company_ids, null));
  serve(app, api.unarchiveCompany, (call, { params }) => setState(call, [params.id], null, "one"));
  serve(app, api.bulkDelete, async ({ deps, user }, { body }) => ({
    company_ids: (await deleteCompanies(deps.db, user.id, body.company_ids)).deleted,
  }));
  serve(app, api.deleteCompany, deleteOne);
}

async function edit({ deps, user }: UserCall, { params, body }: Input<typeof api.patchCompany>) {
  const { changed, row } = await patchCompany(deps.db, user.id, params.id, body);
  if (!changed || !row) throw refusalOfEdit(row);
  return { company: toCompany(row, deps.now()) };
}

async function setState(
  { deps, user }: UserCall,
  ids: string[],
  archivedAt: string | null,
  how: "one" | "many" = "many",
) {
  const done = await setArchived(deps.db, user.id, ids, archivedAt);
  if (how === "one" && done.length === 0) absent();
  return { company_ids: done };
}

async function deleteOne({ deps, user }: UserCall, { params }: Input<typeof api.deleteCompany>) {
  const {
    deleted,
    left: [row],
  } = await deleteCompanies(deps.db, user.id, [params.id]);
  if (row) throw new Refusal(row.archivedAt === null ? "not_archived" : "in_flight");
  if (deleted.length === 0) absent();
  return { company_ids: deleted };
}

function absent(): never {
  throw new Refusal("not_found");
}

type Filter = Omit<ListQuery, "limit" | "cursor">;
const listingOf = (query: Filter) =>
  ({
    sortBy: query.sort_by,
    order: query.sort_order,
    favorited: query.favorited === "true",
    status: query.status,
  }) as const;
/** What a cursor belongs to: a place in one list is none in another. */
const listOf = (query: Filter) => `${query.sort_by} ${query.sort_order} ${query.favorited ?? ""} ${query.status ?? ""}`;
const ARCHIVE = "archive";
const pageOf = (query: { limit: number; cursor?: string | undefined }, list: string) => ({
  limit: query.limit,
  cursor: cursorOf(query, list),
});

function dashboardPage(rows: CompanyRow[], states: States, query: ListQuery, now: Date): DashboardPage {
  const { shown, next_cursor } = cutPage(
    rows,
    query.limit,
    listOf(query),
    (row) => (query.sort_by === "website" ? row.website : row.createdAt),
    states,
  );
  const total = query.status ? states[query.status] : Object.values(states).reduce((sum, count) => sum + count, 0);
  return { companies: shown.map((row) => toCompany(row, now)), next_cursor, total, states };
}

function archivePage(rows: CompanyRow[], total: number, limit: number, now: Date): CompanyPage {
  const { shown, next_cursor } = cutPage(rows, limit, ARCHIVE, (row) => row.archivedAt ?? "");
  return { companies: shown.map((row) => toCompany(row, now)), next_cursor, total };
}
