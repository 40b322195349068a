import { hasProfile } from "../account/profiles/store-profiles";
import { issuePollToken } from "../auth/poll-token";
import { findCategory } from "../catalogue/catalogue";
import type * as api from "../contract/search";
import type { RequestContext, SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError, notConfigured } from "../platform/api-error";
import type { SearchRequest } from "../platform/search-rpc";
import { ensureSearchRuns, getSearchObject } from "./ensure-search-runs";
import { resolvePlaces } from "./resolve-places";
import { isKnownBusinessType } from "./rules-business-types";
import { insertUnlessRunning } from "./store-searches";

export async function startSearch(
  { c, deps, user, at }: SignedInContext,
  { body }: Pick<RequestInput<typeof api.runSearch>, "body">,
  saved?: SearchRequest["saved"],
) {
  const unknown = body.business_types.findIndex(
    (type) => !isKnownBusinessType(type, (gcid) => findCategory(gcid) !== undefined),
  );
  if (unknown >= 0)
    throw new ApiError("category_invalid", { fields: { [`business_types.${unknown}`]: "category_invalid" } });
  const { profile_id: profileId } = body;
  if (profileId !== undefined && !(await hasProfile(deps.db, user.id, profileId))) throw new ApiError("not_found");
  const { cities, places, release } = await resolvePlaces(deps, body, user.language);
  if (!deps.osm && release === null) throw toNoDirectoryError(deps);
  const request = {
    userId: user.id,
    searchId: crypto.randomUUID(),
    businessTypes: body.business_types,
    cities,
    places,
    release,
    createdAt: deps.now().toISOString(),
    ...(saved && { saved }),
    ...(profileId !== undefined && { profileId }),
  };
  const running = await insertUnlessRunning(deps.db, request);
  if (running && running.id !== request.searchId) {
    await ensureSearchRuns(deps, running);
    throw new ApiError("search_in_progress", { extra: { search_id: running.id } });
  }
  const [search] = await Promise.all([
    getSearchObject(deps, request.searchId).start(request),
    invalidateActivity(deps, user.id),
  ]);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  return { search_id: request.searchId, search };
}

/** No directory is published, and OpenStreetMap is off or lacks the contact URL that its policy requires. */
function toNoDirectoryError({ config }: RequestContext["deps"]): ApiError {
  if (config.osmEnabled) return notConfigured("company directory", ["CONTACT_URL"]);
  return new ApiError("not_configured", {
    text: "company directory is switched off on this server: OSM_ENABLED is false, and no directory is published",
    retryAfterSeconds: 3_600,
  });
}
