import { useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, getSettings, type Settings } from "../../../../worker/contract/account";
import { toQueryKey, endpointQuery } from "../../../lib/query-client";

/** Caches the settings of an answer for all screens and reloads the current user. */
export function useSettingsCache(): (answer: Settings) => void {
  const client = useQueryClient();
  return (answer) => {
    client.setQueryData(endpointQuery(getSettings).queryKey, answer);
    void client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) });
  };
}
