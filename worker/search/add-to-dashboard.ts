import type * as api from "../contract/search";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { getSearchObject, requireSearch } from "./ensure-search-runs";
import { toNewCompany } from "./search-dto";
import { addFoundCompanies } from "./store-searches";

export async function addToDashboard(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.addToDashboard>,
) {
  const object = getSearchObject(deps, params.id);
  const search = requireSearch(await object.status(user.id));
  if (search.status !== "completed" || search.discarded) throw new ApiError("search_not_completed");
  // Without ids the call says "all of them": repeated, it changes nothing.
  if (search.added_to_dashboard && !body.company_ids) return { added_count: 0, search };
  const rows = await object.rowsToAdd(user.id, body.company_ids);
  // None of the named companies exists: do not mark the search as added.
  if (rows.length === 0 && body.company_ids) return { added_count: 0, search };
  const { added, listed } = await addFoundCompanies(
    deps.db,
    user.id,
    params.id,
    rows.map((row) => toNewCompany(row, user.language)),
    deps.now().toISOString(),
    {
      count: search.added_companies,
      again: new Set(rows.filter((row) => row.added === 1).map(({ id }) => id)),
    },
  );
  const [marked] = await Promise.all([
    object.markAdded(
      user.id,
      rows.map(({ id }) => id),
      listed,
    ),
    invalidateActivity(deps, user.id),
  ]);
  return { added_count: added, search: requireSearch(marked) };
}
