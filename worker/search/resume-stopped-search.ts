import { issuePollToken } from "../auth/poll-token";
import type * as api from "../contract/search";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { getSearchObject, requireSearch, ensureSearchRuns } from "./ensure-search-runs";
import { isFinished } from "./rules-search-failure";
import { markResumed } from "./store-searches";

/**
 * Goes on with a search that the user has stopped. Idempotent: one that runs already goes on.
 * @throws ApiError `not_found`, `search_finished`, `search_in_progress`
 */
export async function resumeStoppedSearch(
  { c, deps, user, at }: SignedInContext,
  { params }: RequestInput<typeof api.resumeSearch>,
) {
  const search = requireSearch(await getSearchObject(deps, params.id).status(user.id));
  if (!isFinished(search.status)) return { search };
  if (!search.stopped || search.discarded) throw new ApiError("search_finished");
  const { running, row } = await markResumed(deps.db, user.id, params.id, deps.now().toISOString());
  if (!row) throw new ApiError("not_found");
  if (row.status !== "running") {
    if (running) await ensureSearchRuns(deps, running);
    throw new ApiError("search_in_progress", { extra: { search_id: running?.id ?? "" } });
  }
  const [resumed] = await Promise.all([ensureSearchRuns(deps, row), invalidateActivity(deps, user.id)]);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search: resumed };
}
