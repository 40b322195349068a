import { allowPolls, readPoll, TRUST_OF_SEARCH } from "../activity/poll-cookie";
import { tellActivity } from "../activity/tell";
import * as api from "../contract/search";
import type { Search } from "../contract/search";
import { type App, type Call, callOf, type Input, serve, serveRead, signIn, type UserCall } from "../http";
import { Refusal, switchedOff } from "../refusal";
import { findCategory } from "./categories/catalogue";
import { translate } from "./categories/names";
import { rankCategories } from "./categories/rerank";
import { takeObjection } from "./objections";
import { revived } from "./revive";
import { isKnownType, isOver } from "./rules";
import { addFound, currentQuery, discardSearch, historyQuery, openSearch, toSearch } from "./store";
import { toNewCompany } from "./wire";

export function searchRoutes(app: App): void {
  serve(app, api.categories, categories);
  serve(app, api.translate, async ({ user }, { body }) => ({
    translations: translate(body.gcids, body.language ?? user.language),
  }));
  serve(app, api.runSearch, run);
  // A poll reads no D1: the signed cookie says who asks, and the object whether it is theirs.
  app.get(api.searchStatus.path, async (c) => c.json({ search: await poll(callOf(c), c.req.param("id")) }));
  serveRead(
    app,
    api.currentSearch,
    ({ deps: { db } }, userId) => [currentQuery(db, userId)] as const,
    ([rows], call) => current(call, rows[0]),
  );
  serve(app, api.stopSearch, async ({ deps, user }, { params }) => ({
    search: present(await objectOf(deps, params.id).stop(user.id)),
  }));
  serve(app, api.cancelSearch, cancel);
  serve(app, api.discardSearch, discard);
  serveRead(
    app,
    api.searchHistory,
    ({ deps: { db } }, userId) => [historyQuery(db, userId)] as const,
    ([rows]) => ({ searches: rows.map(toSearch) }),
  );
  serve(app, api.foundCompanies, found);
  serve(app, api.addToDashboard, add);
  serve(app, api.raiseObjection, takeObjection);
}

/** The object of a search. A stranger's id, or one that never was, finds an object that knows nothing. */
const objectOf = ({ searches }: Call["deps"], id: string) => searches.get(searches.idFromName(id));

function present(search: Search | null): Search {
  if (!search) throw new Refusal("not_found");
  return search;
}

async function categories({ deps, user, later }: UserCall, { body }: Input<typeof api.categories>) {
  const writer = deps.config.openai.apiKey === undefined ? undefined : deps.writerFor(user.id);
  return { categories: await rankCategories(writer, body.query, body.language ?? user.language, later) };
}

async function run({ c, deps, user, at }: UserCall, { body }: Input<typeof api.runSearch>) {
  if (!deps.osm && (await deps.imported.isEmpty())) throw noDirectory(deps);
  const unknown = body.business_types.findIndex(
    (type) => !isKnownType(type, (gcid) => findCategory(gcid) !== undefined),
  );
  if (unknown >= 0)
    throw new Refusal("category_invalid", { fields: { [`business_types.${unknown}`]: "category_invalid" } });
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
    throw new Refusal("search_in_progress", { extra: { search_id: running.id } });
  }
  const [search] = await Promise.all([objectOf(deps, order.searchId).start(order), tellActivity(deps, user.id)]);
  await allowPolls(c, deps.config.sessionSecret, user, at);
  return { search_id: order.searchId, search };
}

/** Nothing is imported, and OpenStreetMap is switched off or could not reach us. */
function noDirectory({ config }: Call["deps"]): Refusal {
  if (config.osmEnabled) return switchedOff("company directory", ["CONTACT_URL"]);
  return new Refusal("not_configured", {
    text: "company directory is switched off on this server: OSM_ENABLED is false, and no directory is imported",
    retryAfterSeconds: 3_600,
  });
}

async function poll(call: Call, id: string): Promise<Search> {
  const { c, deps, at } = call;
  const secret = deps.config.sessionSecret;
  const vouched = await readPoll(c, secret, deps.now(), TRUST_OF_SEARCH);
  const search = vouched && (await objectOf(deps, id).status(vouched.userId));
  if (search) return search;
  // No cookie, or that of somebody who used this browser before: the session decides.
  const { user } = await signIn(call, api.searchStatus);
  await allowPolls(c, secret, user, at);
  return present(await objectOf(deps, id).status(user.id));
}

async function current({ c, deps, user, at }: UserCall, row: Parameters<typeof toSearch>[0] | undefined) {
  if (!row) return { search: null };
  if (isOver(row.status)) return { search: toSearch(row) };
  await allowPolls(c, deps.config.sessionSecret, user, at);
  return { search: await revived(deps, row) };
}

async function cancel({ deps, user }: UserCall, { params }: Input<typeof api.cancelSearch>) {
  const search = present(await objectOf(deps, params.id).cancel(user.id));
  if (search.status !== "cancelled") throw new Refusal("search_finished");
  return { search };
}

async function discard({ deps, user }: UserCall, { params }: Input<typeof api.discardSearch>) {
  const search = present(await objectOf(deps, params.id).discard(user.id));
  if (!isOver(search.status)) throw new Refusal("search_in_progress", { extra: { search_id: search.id } });
  await discardSearch(deps.db, user.id, params.id);
  await tellActivity(deps, user.id);
  return { search };
}

async function found({ deps, user }: UserCall, { params, query }: Input<typeof api.foundCompanies>) {
  const object = objectOf(deps, params.id);
  present(await object.status(user.id));
  const { companies, next } = await object.companies(user.id, query.cursor ?? 0, query.limit);
  return { companies, next_cursor: next === null ? null : String(next) };
}

async function add({ deps, user }: UserCall, { params, body }: Input<typeof api.addToDashboard>) {
  const object = objectOf(deps, params.id);
  const search = present(await object.status(user.id));
  if (search.status !== "completed" || search.discarded) throw new Refusal("search_not_completed");
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
