import { useQueryClient } from "@tanstack/react-query";
import { me, settings, type Settings } from "../../../worker/contract/account";
import { keyOf, queryOf } from "../../lib/query-client";

/** Puts the settings a call answered with where every screen reads them, and lets the current user be asked again. */
export function useSettingsCache(): (answer: Settings) => void {
  const client = useQueryClient();
  return (answer) => {
    client.setQueryData(queryOf(settings).queryKey, answer);
    void client.invalidateQueries({ queryKey: keyOf(me) });
  };
}
