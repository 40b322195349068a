import { useQuery } from "@tanstack/react-query";
import { getSettings } from "../../worker/contract/account";
import { listProfiles, type Profile } from "../../worker/contract/profiles";
import { endpointQuery } from "./query-client";

/** The user's profiles, the default one first; empty until they are loaded, and for a user who never made a second. */
export function useProfiles(): readonly Profile[] {
  const { data: settings } = useQuery(endpointQuery(getSettings));
  const hasSeveral = settings !== undefined && settings.profile_language !== null;
  return useQuery({ ...endpointQuery(listProfiles), enabled: hasSeveral }).data?.profiles ?? [];
}
