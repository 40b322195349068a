import { useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, getSettings, listFacts } from "../../../../worker/contract/account";
import { listProfiles, type Profile } from "../../../../worker/contract/profiles";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";

/** Caches the profiles of an answer for all screens, and reloads what depends on the default one. */
export function useProfilesCache(): (profiles: Profile[]) => Promise<unknown> {
  const client = useQueryClient();
  return (profiles) => {
    client.setQueryData(endpointQuery(listProfiles).queryKey, { profiles });
    return Promise.all(
      [getSettings, getCurrentUser, listFacts].map((endpoint) =>
        client.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
      ),
    );
  };
}
