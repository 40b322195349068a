import { issuePollToken, readPollToken, SEARCH_POLL_MAX_AGE_MS } from "../auth/poll-token";
import { findCategory } from "../catalogue/catalogue";
import { translateCategoryNames } from "../catalogue/category-names";
import { rankCategories } from "../catalogue/rerank-categories";
import * as api from "../contract/search";
import type { Search } from "../contract/search";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError, notConfigured } from "../platform/api-error";
import { recordObjection } from "../suppression/record-objection";
import { toNewCompany } from "./found-company-dto";
import { resumeSearch } from "./resume-search";
import { isKnownBusinessType, isFinished } from "./rules-identity";
import {
  addFoundCompanies,
  latestSearchQuery,
  markSearchDiscarded,
  recentSearchesQuery,
  insertUnlessRunning,
  toSearchFromRow,
} from "./store-searches";

export function registerSearchRoutes(app: App): void {
  route(app, api.getCategorySuggestions, { handler: rankCategoriesForQuery });
  route(app, api.translateCategories, {
    handler: ({ user }, { body }) => ({
      translations: translateCategoryNames(body.gcids, body.language ?? user.language),
    }),
  });
  route(app, api.runSearch, { handler: startSearch });
  route(app, api.getSearchStatus, { answerPoll, handler: showStatus });
  route(app, api.getCurrentSearch, {
    reads: ({ deps: { db } }, { userId }) => [latestSearchQuery(db, userId)] as const,
    handler: (context, _, [[row]]) => findCurrentSearch(context, row),
  });
  route(app, api.stopSearch, {
    handler: async ({ deps, user }, { params }) => ({
      search: requireSearch(await getSearchObject(deps, params.id).stop(user.id)),
    }),
  });
  route(app, api.cancelSearch, { handler: cancelSearch });
  route(app, api.discardSearch, { handler: discardResults });
  route(app, api.listSearches, {
    reads: ({ deps: { db } }, { userId }) => [recentSearchesQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => ({ searches: rows.map(toSearchFromRow) }),
  });
  route(app, api.listFoundCompanies, { handler: readFoundCompanies });
  route(app, api.addToDashboard, { handler: addToDashboard });
  route(app, api.raiseObjection, { handler: recordObjection });
}

/** The object of a search. A stranger's id, or one that never was, finds an object that knows nothing. */
const getSearchObject = ({ searches }: RequestContext["deps"], id: string) => searches.get(searches.idFromName(id));

function requireSearch(search: Search | null): Search {
  if (!search) throw new ApiError("not_found");
  return search;
}

async function rankCategoriesForQuery(
  { deps, user, runAfterResponse }: SignedInContext,
  { body }: RequestInput<typeof api.getCategorySuggestions>,
) {
  const writer = deps.config.openai.apiKey === undefined ? undefined : deps.getLlm(user.id);
  return { categories: await rankCategories(writer, body.query, body.language ?? user.language, runAfterResponse) };
}

async function startSearch({ c, deps, user, at }: SignedInContext, { body }: RequestInput<typeof api.runSearch>) {
  if (!deps.osm && (await deps.importedDirectory.isEmpty())) throw toNoDirectoryError(deps);
  const unknown = body.business_types.findIndex(
    (type) => !isKnownBusinessType(type, (gcid) => findCategory(gcid) !== undefined),
  );
  if (unknown >= 0)
    throw new ApiError("category_invalid", { fields: { [`business_types.${unknown}`]: "category_invalid" } });
  const order = {
    userId: user.id,
    searchId: crypto.randomUUID(),
    businessTypes: body.business_types,
    cities: body.cities,
    createdAt: deps.now().toISOString(),
  };
  const running = await insertUnlessRunning(deps.db, order);
  if (running && running.id !== order.searchId) {
    await resumeSearch(deps, running);
    throw new ApiError("search_in_progress", { extra: { search_id: running.id } });
  }
  const [search] = await Promise.all([
    getSearchObject(deps, order.searchId).start(order),
    invalidateActivity(deps, user.id),
  ]);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search_id: order.searchId, search };
}

/** Nothing is imported, and OpenStreetMap is switched off or could not reach us. */
function toNoDirectoryError({ config }: RequestContext["deps"]): ApiError {
  if (config.osmEnabled) return notConfigured("company directory", ["CONTACT_URL"]);
  return new ApiError("not_configured", {
    text: "company directory is switched off on this server: OSM_ENABLED is false, and no directory is imported",
    retryAfterSeconds: 3_600,
  });
}

/** Asks no D1: the signed cookie names the user, and the object knows whether the search is theirs. */
async function answerPoll({ c, deps }: RequestContext, { id }: { id: string }) {
  const vouched = await readPollToken(c, deps.config.sessionSecret, deps.now(), SEARCH_POLL_MAX_AGE_MS);
  const search = vouched && (await getSearchObject(deps, id).status(vouched.userId));
  return search && { search };
}

/** For a poll without the cookie, or with that of somebody who used this browser before. */
async function showStatus(
  { c, deps, user, at }: SignedInContext,
  { params }: RequestInput<typeof api.getSearchStatus>,
) {
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search: requireSearch(await getSearchObject(deps, params.id).status(user.id)) };
}

async function findCurrentSearch(
  { c, deps, user, at }: SignedInContext,
  row: Parameters<typeof toSearchFromRow>[0] | undefined,
) {
  if (!row) return { search: null };
  if (isFinished(row.status)) return { search: toSearchFromRow(row) };
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search: await resumeSearch(deps, row) };
}

async function cancelSearch({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelSearch>) {
  const search = requireSearch(await getSearchObject(deps, params.id).cancel(user.id));
  if (search.status !== "cancelled") throw new ApiError("search_finished");
  return { search };
}

async function discardResults({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.discardSearch>) {
  const search = requireSearch(await getSearchObject(deps, params.id).discard(user.id));
  if (!isFinished(search.status)) throw new ApiError("search_in_progress", { extra: { search_id: search.id } });
  await markSearchDiscarded(deps.db, user.id, params.id);
  await invalidateActivity(deps, user.id);
  return { search };
}

async function readFoundCompanies(
  { deps, user }: SignedInContext,
  { params, query }: RequestInput<typeof api.listFoundCompanies>,
) {
  const object = getSearchObject(deps, params.id);
  requireSearch(await object.status(user.id));
  const { companies, next } = await object.companies(user.id, query.cursor ?? 0, query.limit);
  return { companies, next_cursor: next === null ? null : String(next) };
}

async function addToDashboard(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.addToDashboard>,
) {
  const object = getSearchObject(deps, params.id);
  const search = requireSearch(await object.status(user.id));
  if (search.status !== "completed" || search.discarded) throw new ApiError("search_not_completed");
  if (search.added_to_dashboard) return { added_count: 0, search };
  const rows = await object.rowsToAdd(user.id, body.company_ids);
  // Nothing of what was named is there: the results stay to be added.
  if (rows.length === 0 && body.company_ids) return { added_count: 0, search };
  const added_count = await addFoundCompanies(
    deps.db,
    user.id,
    params.id,
    rows.map((row) => toNewCompany(row, user.language)),
    deps.now().toISOString(),
  );
  const [marked] = await Promise.all([object.markAdded(user.id), invalidateActivity(deps, user.id)]);
  return { added_count, search: requireSearch(marked) };
}
