import type { CompanyPage, DashboardPage, ListQuery } from "../contract/companies";
import * as api from "../contract/companies";
import type { App, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
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
  route(app, api.listCompanies, {
    reads: ({ deps: { db } }, { userId }, { query }) => {
      const wanted = pageOf(query, listOf(query));
      const listing = listingOf(query);
      return [
        dashboardQuery(db, userId, listing, wanted),
        dashboardCounts(db, userId, listing, wanted.cursor),
        ...withoutQueries(db, userId, listing, wanted),
      ] as const;
    },
    handler: ({ deps }, { query }, [rows, counted, without]) =>
      dashboardPage(
        without ? [...rows, ...without] : rows,
        statesOf(counted, cursorOf(query, listOf(query))),
        query,
        deps.now(),
      ),
  });
  route(app, api.companyIds, {
    reads: ({ deps: { db } }, { userId }, { query }) => [dashboardIds(db, userId, listingOf(query))] as const,
    handler: (_context, _input, [rows]) => ({ ids: rows.map(({ id }) => id) }),
  });
  route(app, api.getCompany, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: ({ deps }, _, [[row]]) => ({ company: toCompany(row ?? absent(), deps.now()) }),
  });
  route(app, api.patchCompany, { handler: edit });
  route(app, api.bulkArchive, {
    handler: (context, { body }) => setState(context, body.company_ids, context.deps.now().toISOString()),
  });
  route(app, api.archiveCompany, {
    handler: (context, { params }) => setState(context, [params.id], context.deps.now().toISOString(), "one"),
  });

  route(app, api.listArchive, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      [archiveQuery(db, userId, pageOf(query, ARCHIVE)), archiveCount(db, userId)] as const,
    handler: ({ deps }, { query }, [rows, counts]) => archivePage(rows, counts[0]?.total ?? 0, query.limit, deps.now()),
  });
  route(app, api.bulkUnarchive, { handler: (context, { body }) => setState(context, body.company_ids, null) });
  route(app, api.unarchiveCompany, { handler: (context, { params }) => setState(context, [params.id], null, "one") });
  route(app, api.bulkDelete, {
    handler: async ({ deps, user }, { body }) => ({
      company_ids: (await deleteCompanies(deps.db, user.id, body.company_ids)).deleted,
    }),
  });
  route(app, api.deleteCompany, { handler: deleteOne });
}

async function edit({ deps, user }: SignedInContext, { params, body }: RequestInput<typeof api.patchCompany>) {
  const { changed, row } = await patchCompany(deps.db, user.id, params.id, body);
  if (!changed || !row) throw refusalOfEdit(row);
  return { company: toCompany(row, deps.now()) };
}

async function setState(
  { deps, user }: SignedInContext,
  ids: string[],
  archivedAt: string | null,
  how: "one" | "many" = "many",
) {
  const done = await setArchived(deps.db, user.id, ids, archivedAt);
  if (how === "one" && done.length === 0) absent();
  return { company_ids: done };
}

async function deleteOne({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.deleteCompany>) {
  const {
    deleted,
    left: [row],
  } = await deleteCompanies(deps.db, user.id, [params.id]);
  if (row) throw new ApiError(row.archivedAt === null ? "not_archived" : "in_flight");
  if (deleted.length === 0) absent();
  return { company_ids: deleted };
}

function absent(): never {
  throw new ApiError("not_found");
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
