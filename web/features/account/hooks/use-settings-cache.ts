import { useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, getSettings, type Settings } from "../../../../worker/contract/account";
import { toQueryKey, endpointQuery } from "../../../lib/query-client";

/** Puts the settings a call answered with where every screen reads them, and lets the current user be asked again. */
export function useSettingsCache(): (answer: Settings) => void {
  const client = useQueryClient();
  return (answer) => {
    client.setQueryData(endpointQuery(getSettings).queryKey, answer);
    void client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) });
  };
}
