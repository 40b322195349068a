import { useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, getSettings, listFacts } from "../../../../worker/contract/account";
import { listProfiles, type Profile } from "../../../../worker/contract/profiles";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";
import { toProfileQuery } from "../api/account-requests";

/** Caches the profiles of an answer for all screens, and reloads what depends on the default one. */
export function useProfilesCache(): (profiles: Profile[]) => Promise<unknown> {
  const client = useQueryClient();
  return (profiles) => {
    client.setQueryData(endpointQuery(listProfiles).queryKey, { profiles });
    // Not those of a profile that was deleted: its screen is still there, and would ask for what is gone.
    const facts = [undefined, ...profiles.map(({ id }) => id)].map(
      (id) => endpointQuery(listFacts, { query: toProfileQuery(id) }).queryKey,
    );
    return Promise.all([
      ...[getSettings, getCurrentUser].map((endpoint) => client.invalidateQueries({ queryKey: toQueryKey(endpoint) })),
      ...facts.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })),
    ]);
  };
}
