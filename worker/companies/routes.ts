import type { CompanyPage, DashboardPage, ListQuery } from "../contract/companies";
import * as api from "../contract/companies";
import * as pageApi from "../contract/company-page";
import type { App } from "../http/request-context";
import { route } from "../http/route";
import { ApiError } from "../platform/api-error";
import { deleteArchivedCompanies, deleteOneCompany, setArchivedState } from "./archive-and-delete";
import { toCompany } from "./company-dto";
import { addCompanyTag, removeCompanyTag, saveCompanyNote, toCompanyPage, toTagKey } from "./company-page";
import { parseCursorQuery, cutPage, type StateCounts, toStateCounts } from "./cursor";
import { recordApplication, undoApplication } from "./record-application";
import type { CompanyRow } from "./rules-recipient";
import { setCompanyEmail } from "./set-company-email";
import {
  archiveCountQuery,
  archiveQuery,
  companyAddressesQuery,
  companyQuery,
  stateCountsQuery,
  dashboardIdsQuery,
  dashboardQuery,
  readSortValue,
  websitelessQueries,
} from "./store-companies";
import { tagsInUseQuery } from "./store-company-notes";
import { companyPageQueries } from "./store-company-page";

export function registerCompanyRoutes(app: App): void {
  route(app, api.listCompanies, {
    reads: ({ deps: { db } }, { userId }, { query }) => {
      const page = toPageRequest(query, toListKey(query));
      const listing = toListing(query);
      return [
        dashboardQuery(db, userId, listing, page),
        stateCountsQuery(db, userId, listing, page.cursor),
        ...websitelessQueries(db, userId, listing, page),
      ] as const;
    },
    handler: ({ deps }, { query }, [rows, counted, without]) =>
      toDashboardPage(
        without ? [...rows, ...without] : rows,
        toStateCounts(counted, parseCursorQuery(query, toListKey(query))),
        query,
        deps.now(),
      ),
  });
  route(app, api.listCompanyIds, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      [
        dashboardIdsQuery(db, userId, toListing(query), query.tag === undefined ? undefined : toTagKey(query.tag)),
      ] as const,
    handler: (_context, _input, [rows]) => ({ ids: rows.map(({ id }) => id) }),
  });
  route(app, api.getCompany, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: ({ deps }, _, [[row]]) => ({ company: toCompany(row ?? throwNotFound(), deps.now()) }),
  });
  route(app, pageApi.getCompanyPage, {
    reads: ({ deps: { db } }, { userId }, { params }) => companyPageQueries(db, userId, params.id),
    handler: ({ deps }, _, rows) => toCompanyPage(rows, deps.now()),
  });
  route(app, pageApi.saveCompanyNote, { handler: saveCompanyNote });
  route(app, pageApi.addCompanyTag, { handler: addCompanyTag });
  route(app, pageApi.removeCompanyTag, { handler: removeCompanyTag });
  route(app, pageApi.listTags, {
    reads: ({ deps: { db } }, { userId }) => [tagsInUseQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => ({ tags: rows.map(({ tag }) => tag) }),
  });
  route(app, api.setCompanyEmail, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: (context, input, [[row]]) => setCompanyEmail(context, input, row),
  });
  route(app, api.recordApplication, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: (context, input, [[row]]) => recordApplication(context, input, row),
  });
  route(app, api.undoApplication, { handler: undoApplication });
  route(app, api.bulkArchive, {
    handler: (context, { body }) => setArchivedState(context, body.company_ids, context.deps.now().toISOString()),
  });
  route(app, api.archiveCompany, {
    handler: (context, { params }) => setArchivedState(context, [params.id], context.deps.now().toISOString(), "one"),
  });

  route(app, api.listArchive, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      [archiveQuery(db, userId, toPageRequest(query, ARCHIVE_LIST_KEY)), archiveCountQuery(db, userId)] as const,
    handler: ({ deps }, { query }, [rows, counts]) =>
      toArchivePage(rows, counts[0]?.total ?? 0, query.limit, deps.now()),
  });
  route(app, api.bulkUnarchive, { handler: (context, { body }) => setArchivedState(context, body.company_ids, null) });
  route(app, api.unarchiveCompany, {
    handler: (context, { params }) => setArchivedState(context, [params.id], null, "one"),
  });
  route(app, api.bulkDelete, { handler: deleteArchivedCompanies });
  route(app, api.deleteCompany, {
    reads: ({ deps }, { userId }, { params }) => [companyAddressesQuery(deps.db, userId, [params.id])] as const,
    handler: (context, input, [rows]) => deleteOneCompany(context, input, rows),
  });
}

function throwNotFound(): never {
  throw new ApiError("not_found");
}

type CompanyFilter = Omit<ListQuery, "limit" | "cursor">;
const toListing = (query: CompanyFilter) =>
  ({
    sortBy: query.sort_by,
    order: query.sort_order,
    favorited: query.favorited === "true",
    status: query.status,
  }) as const;
/** The list that a cursor belongs to: it is invalid in another. */
const toListKey = (query: CompanyFilter) =>
  `${query.sort_by} ${query.sort_order} ${query.favorited ?? ""} ${query.status ?? ""}`;
const ARCHIVE_LIST_KEY = "archive";
const toPageRequest = (query: { limit: number; cursor?: string | undefined }, list: string) => ({
  limit: query.limit,
  cursor: parseCursorQuery(query, list),
});

function toDashboardPage(rows: CompanyRow[], states: StateCounts, query: ListQuery, now: Date): DashboardPage {
  const { shown, next_cursor } = cutPage(
    rows,
    query.limit,
    toListKey(query),
    (row) => readSortValue(row, query.sort_by),
    states,
  );
  const total = query.status ? states[query.status] : Object.values(states).reduce((sum, count) => sum + count, 0);
  return { companies: shown.map((row) => toCompany(row, now)), next_cursor, total, states };
}

function toArchivePage(rows: CompanyRow[], total: number, limit: number, now: Date): CompanyPage {
  const { shown, next_cursor } = cutPage(rows, limit, ARCHIVE_LIST_KEY, (row) => row.archivedAt ?? "");
  return { companies: shown.map((row) => toCompany(row, now)), next_cursor, total };
}
