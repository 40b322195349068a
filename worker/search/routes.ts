import { allowPolls, readPoll, TRUST_OF_SEARCH } from "../activity/poll-cookie";
import { tellActivity } from "../activity/tell";
import * as api from "../contract/search";
import type { Search } from "../contract/search";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type RequestInput, route } from "../http/route";
import { ApiError, notConfigured } from "../platform/api-error";
import { findCategory } from "./categories/catalogue";
import { translate } from "./categories/names";
import { rankCategories } from "./categories/rerank";
import { takeObjection } from "./objections";
import { revived } from "./revive";
import { isKnownType, isOver } from "./rules";
import { addFound, currentQuery, discardSearch, historyQuery, openSearch, toSearch } from "./store";
import { toNewCompany } from "./wire";

export function searchRoutes(app: App): void {
  route(app, api.categories, { handler: categories });
  route(app, api.translate, {
    handler: ({ user }, { body }) => ({ translations: translate(body.gcids, body.language ?? user.language) }),
  });
  route(app, api.runSearch, { handler: run });
  route(app, api.searchStatus, { answerPoll, handler: showStatus });
  route(app, api.currentSearch, {
    reads: ({ deps: { db } }, { userId }) => [currentQuery(db, userId)] as const,
    handler: (context, _, [[row]]) => current(context, row),
  });
  route(app, api.stopSearch, {
    handler: async ({ deps, user }, { params }) => ({
      search: present(await objectOf(deps, params.id).stop(user.id)),
    }),
  });
  route(app, api.cancelSearch, { handler: cancel });
  route(app, api.discardSearch, { handler: discard });
  route(app, api.searchHistory, {
    reads: ({ deps: { db } }, { userId }) => [historyQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => ({ searches: rows.map(toSearch) }),
  });
  route(app, api.foundCompanies, { handler: found });
  route(app, api.addToDashboard, { handler: add });
  route(app, api.raiseObjection, { handler: takeObjection });
}

/** The object of a search. A stranger's id, or one that never was, finds an object that knows nothing. */
const objectOf = ({ searches }: RequestContext["deps"], id: string) => searches.get(searches.idFromName(id));

function present(search: Search | null): Search {
  if (!search) throw new ApiError("not_found");
  return search;
}

async function categories(
  { deps, user, runAfterResponse }: SignedInContext,
  { body }: RequestInput<typeof api.categories>,
) {
  const writer = deps.config.openai.apiKey === undefined ? undefined : deps.writerFor(user.id);
  return { categories: await rankCategories(writer, body.query, body.language ?? user.language, runAfterResponse) };
}

async function run({ c, deps, user, at }: SignedInContext, { body }: RequestInput<typeof api.runSearch>) {
  if (!deps.osm && (await deps.imported.isEmpty())) throw noDirectory(deps);
  const unknown = body.business_types.findIndex(
    (type) => !isKnownType(type, (gcid) => findCategory(gcid) !== undefined),
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
  const running = await openSearch(deps.db, order);
  if (running && running.id !== order.searchId) {
    await revived(deps, running);
    throw new ApiError("search_in_progress", { extra: { search_id: running.id } });
  }
  const [search] = await Promise.all([objectOf(deps, order.searchId).start(order), tellActivity(deps, user.id)]);
  await allowPolls(c, deps.config.sessionSecret, user, at);
  return { search_id: order.searchId, search };
}

/** Nothing is imported, and OpenStreetMap is switched off or could not reach us. */
function noDirectory({ config }: RequestContext["deps"]): ApiError {
  if (config.osmEnabled) return notConfigured("company directory", ["CONTACT_URL"]);
  return new ApiError("not_configured", {
    text: "company directory is switched off on this server: OSM_ENABLED is false, and no directory is imported",
    retryAfterSeconds: 3_600,
  });
}

/** Asks no D1: the signed cookie names the user, and the object knows whether the search is theirs. */
async function answerPoll({ c, deps }: RequestContext, { id }: { id: string }) {
  const vouched = await readPoll(c, deps.config.sessionSecret, deps.now(), TRUST_OF_SEARCH);
  const search = vouched && (await objectOf(deps, id).status(vouched.userId));
  return search && { search };
}

/** For a poll without the cookie, or with that of somebody who used this browser before. */
async function showStatus({ c, deps, user, at }: SignedInContext, { params }: RequestInput<typeof api.searchStatus>) {
  await allowPolls(c, deps.config.sessionSecret, user, at);
  return { search: present(await objectOf(deps, params.id).status(user.id)) };
}

async function current({ c, deps, user, at }: SignedInContext, row: Parameters<typeof toSearch>[0] | undefined) {
  if (!row) return { search: null };
  if (isOver(row.status)) return { search: toSearch(row) };
  await allowPolls(c, deps.config.sessionSecret, user, at);
  return { search: await revived(deps, row) };
}

async function cancel({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelSearch>) {
  const search = present(await objectOf(deps, params.id).cancel(user.id));
  if (search.status !== "cancelled") throw new ApiError("search_finished");
  return { search };
}

async function discard({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.discardSearch>) {
  const search = present(await objectOf(deps, params.id).discard(user.id));
  if (!isOver(search.status)) throw new ApiError("search_in_progress", { extra: { search_id: search.id } });
  await discardSearch(deps.db, user.id, params.id);
  await tellActivity(deps, user.id);
  return { search };
}

async function found({ deps, user }: SignedInContext, { params, query }: RequestInput<typeof api.foundCompanies>) {
  const object = objectOf(deps, params.id);
  present(await object.status(user.id));
  const { companies, next } = await object.companies(user.id, query.cursor ?? 0, query.limit);
  return { companies, next_cursor: next === null ? null : String(next) };
}

async function add({ deps, user }: SignedInContext, { params, body }: RequestInput<typeof api.addToDashboard>) {
  const object = objectOf(deps, params.id);
  const search = present(await object.status(user.id));
  if (search.status !== "completed" || search.discarded) throw new ApiError("search_not_completed");
  if (search.added_to_dashboard) return { added_count: 0, search };
  const rows = await object.rowsToAdd(user.id, body.company_ids);
  // Nothing of what was named is there: the results stay to be added.
  if (rows.length === 0 && body.company_ids) return { added_count: 0, search };
  const added_count = await addFound(
    deps.db,
    user.id,
    params.id,
    rows.map((row) => toNewCompany(row, user.language)),
    deps.now().toISOString(),
  );
  const [marked] = await Promise.all([object.markAdded(user.id), tellActivity(deps, user.id)]);
  return { added_count, search: present(marked) };
}
