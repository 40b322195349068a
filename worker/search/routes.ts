import { ACTIVITY_POLL_MAX_AGE_MS, issuePollToken, readPollToken, SEARCH_POLL_MAX_AGE_MS } from "../auth/poll-token";
import { translateCategoryNames } from "../catalogue/category-names";
import { rankCategories } from "../catalogue/rerank-categories";
import * as saved from "../contract/saved-searches";
import * as api from "../contract/search";
import { suggestPlaces } from "../directory/places/suggest-places";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { addToDashboard } from "./add-to-dashboard";
import { ensureSearchRuns, getSearchObject, requireSearch } from "./ensure-search-runs";
import { registerOwnListRoutes } from "./own-list/routes";
import { resumeStoppedSearch } from "./resume-stopped-search";
import { isFinished } from "./rules-search-failure";
import { deleteSavedSearch, keepSearch, renameSavedSearch, runSavedSearch, showSavedSearches } from "./saved-searches";
import { toSearchFromRow } from "./search-dto";
import { startSearch } from "./start-search";
import { savedSearchesQuery, savedSearchQuery } from "./store-saved-searches";
import { latestSearchQuery, markSearchDiscarded, recentSearchesQuery, searchQuery } from "./store-searches";

export function registerSearchRoutes(app: App): void {
  route(app, api.getCategorySuggestions, { handler: rankCategoriesForQuery });
  route(app, api.translateCategories, {
    handler: ({ user }, { body }) => ({
      translations: translateCategoryNames(body.gcids, body.language ?? user.language),
    }),
  });
  route(app, api.suggestPlaces, { answerPoll: suggestPlacesAtOnce, handler: suggestPlacesToUser });
  route(app, api.runSearch, { handler: (context, input) => startSearch(context, input) });
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
  route(app, api.resumeSearch, { handler: resumeStoppedSearch });
  route(app, api.cancelSearch, { handler: cancelSearch });
  route(app, api.discardSearch, { handler: discardResults });
  route(app, api.listSearches, {
    reads: ({ deps: { db } }, { userId }) => [recentSearchesQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => ({ searches: rows.map(toSearchFromRow) }),
  });
  route(app, saved.listSavedSearches, {
    reads: ({ deps: { db } }, { userId }) => [savedSearchesQuery(db, userId)] as const,
    handler: (context, _input, [rows]) => showSavedSearches(context, rows),
  });
  route(app, saved.keepSearch, {
    reads: ({ deps: { db } }, { userId }, { params }) => [searchQuery(db, userId, params.id)] as const,
    handler: (context, input, [[row]]) => keepSearch(context, input, row),
  });
  route(app, saved.renameSavedSearch, { handler: renameSavedSearch });
  route(app, saved.deleteSavedSearch, { handler: deleteSavedSearch });
  route(app, saved.runSavedSearch, {
    reads: ({ deps: { db } }, { userId }, { params }) => [savedSearchQuery(db, userId, params.id)] as const,
    handler: (context, _input, [[row]]) => runSavedSearch(context, row),
  });
  route(app, api.listFoundCompanies, { handler: readFoundCompanies });
  route(app, api.addToDashboard, { handler: addToDashboard });
  registerOwnListRoutes(app);
}

async function rankCategoriesForQuery(
  { deps, user, runAfterResponse }: SignedInContext,
  { body }: RequestInput<typeof api.getCategorySuggestions>,
) {
  const writer = deps.config.openai.apiKey === undefined ? undefined : deps.getLlm(user.id);
  return rankCategories(writer, body.query, body.language ?? user.language, runAfterResponse);
}

/** Reads no D1: the signed cookie says that somebody is signed in, and places are no secret. */
async function suggestPlacesAtOnce({ c, deps }: RequestContext, _params: object, query: Record<string, string>) {
  const { success, data } = api.PlacesQuery.safeParse(query);
  if (!success || data.language === undefined) return null;
  const token = await readPollToken(c, deps.config.sessionSecret, deps.now(), ACTIVITY_POLL_MAX_AGE_MS);
  return token && { places: await suggestPlaces(await deps.openPlaces(), data.q, data.language) };
}

async function suggestPlacesToUser(
  { c, deps, user, at }: SignedInContext,
  { query }: RequestInput<typeof api.suggestPlaces>,
) {
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { places: await suggestPlaces(await deps.openPlaces(), query.q, query.language ?? user.language) };
}

/** Reads no D1: the signed cookie names the user, and the object checks that the search is theirs. */
async function answerPoll({ c, deps }: RequestContext, { id }: { id: string }) {
  const token = await readPollToken(c, deps.config.sessionSecret, deps.now(), SEARCH_POLL_MAX_AGE_MS);
  const search = token && (await getSearchObject(deps, id).status(token.userId));
  return search && { search };
}

/** For a poll without a poll token, or with the token of another user of this browser. */
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
  return { search: await ensureSearchRuns(deps, row) };
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
