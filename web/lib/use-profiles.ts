import { useQuery } from "@tanstack/react-query";
import { getSettings } from "../../worker/contract/account";
import { listProfiles, type Profile } from "../../worker/contract/profiles";
import { endpointQuery } from "./query-client";

/** The list of profiles; not asked for while the user has only the default one. */
export function useProfileList() {
  const { data: settings } = useQuery(endpointQuery(getSettings));
  const hasSeveral = settings?.several_profiles === true;
  return useQuery({ ...endpointQuery(listProfiles), enabled: hasSeveral });
}

/** The user's profiles, the default one first; empty until they are loaded, and for a user who has only that. */
export function useProfiles(): readonly Profile[] {
  return useProfileList().data?.profiles ?? [];
}
