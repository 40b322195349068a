import { hasProfile } from "../../account/profiles/store-profiles";
import { issuePollToken } from "../../auth/poll-token";
import type { Language } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import type * as api from "../../contract/own-lists";
import type { Search } from "../../contract/search";
import type { SignedInContext } from "../../http/request-context";
import type { RequestInput } from "../../http/route";
import { invalidateActivity } from "../../platform/activity-signals";
import { ApiError } from "../../platform/api-error";
import type { OwnCompany, SearchRequest } from "../../platform/search-rpc";
import { getSearchObject, requireSearch, ensureSearchRuns } from "../ensure-search-runs";
import { isFinished } from "../rules-search-failure";
import { insertUnlessRunning, markStarted } from "../store-searches";
import type { LineRules } from "./check-line";
import { countLists } from "./read-list";

/** Country of telephone numbers that tell none. */
const HOME_COUNTRIES: Record<Language, string> = { fr: "FR", en: "GB", de: "DE" };

export const toLineRules = ({ deps, user }: SignedInContext): LineRules => ({
  checkSite: deps.checkSite,
  homeCountry: HOME_COUNTRIES[user.language],
});

/**
 * Starts reading a list. What does not fit into one search becomes further lists, which wait until the user starts
 * them.
 * @param name of the file; empty for none
 * @param profileId of the letters to its companies; undefined for the default one
 * @throws ApiError `list_empty`, `not_found`, `search_in_progress`
 */
export async function startList(
  { c, deps, user, at }: SignedInContext,
  companies: OwnCompany[],
  name: string,
  profileId: string | undefined,
): Promise<{ search_id: string; search: Search; lists: number }> {
  if (profileId !== undefined && !(await hasProfile(deps.db, user.id, profileId))) throw new ApiError("not_found");
  const parts = countLists(companies.length);
  const lists = Array.from({ length: parts }, (_, part) => {
    const own = companies.slice(part * LIMITS.companiesPerSearch, (part + 1) * LIMITS.companiesPerSearch);
    const request: SearchRequest = {
      userId: user.id,
      searchId: crypto.randomUUID(),
      businessTypes: [],
      cities: [],
      list: { name, part: part + 1, parts, companies: own.length },
      createdAt: deps.now().toISOString(),
      ...(profileId !== undefined && { profileId }),
    };
    return { request, own };
  });
  const [first, ...waiting] = lists;
  if (!first) throw new ApiError("list_empty");
  const running = await insertUnlessRunning(
    deps.db,
    first.request,
    waiting.map(({ request }) => request),
  );
  if (running && running.id !== first.request.searchId) {
    await ensureSearchRuns(deps, running);
    throw toRunningError(running.id);
  }
  const [search] = await Promise.all([
    getSearchObject(deps, first.request.searchId).start(first.request, first.own),
    invalidateActivity(deps, user.id),
    ...waiting.map(({ request, own }) => getSearchObject(deps, request.searchId).keep(request, own)),
  ]);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search_id: first.request.searchId, search, lists: parts };
}

/** Idempotent: a list that runs already goes on. */
export async function startWaitingList(
  { c, deps, user, at }: SignedInContext,
  { params }: RequestInput<typeof api.startWaitingList>,
) {
  const { running, row } = await markStarted(deps.db, user.id, params.id, deps.now().toISOString());
  if (!row?.list) throw new ApiError("not_found");
  if (isFinished(row.status)) throw new ApiError("search_finished");
  if (row.status === "waiting") {
    if (running) await ensureSearchRuns(deps, running);
    throw toRunningError(running?.id ?? "");
  }
  const [search] = await Promise.all([ensureSearchRuns(deps, row), invalidateActivity(deps, user.id)]);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search: requireSearch(search) };
}

const toRunningError = (searchId: string): ApiError =>
  new ApiError("search_in_progress", { extra: { search_id: searchId } });
