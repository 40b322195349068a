import { useIsMutating, useQuery } from "@tanstack/react-query";
import { RHYTHM } from "../../worker/contract/limits";
import { currentGeneration, generateMessage } from "../../worker/contract/messages";
import { currentSearch, type Search } from "../../worker/contract/search";
import { keyOf, queryOf } from "../lib/query-client";

/** What the search link shows: a spinner, a check mark for results that wait, or nothing. */
export function searchMark(search: Search | null | undefined): "busy" | "done" | null {
  if (search?.status === "running" || search?.status === "stopping") return "busy";
  return search?.status === "completed" && !search.added_to_dashboard && !search.discarded ? "done" : null;
}

/** Work going on behind the other screens, asked for every 5 seconds while the tab is seen. */
export function useSidebarStatus(): { writing: boolean; search: "busy" | "done" | null } {
  const search = useQuery({ ...queryOf(currentSearch), refetchInterval: RHYTHM.sidebarPoll });
  const generation = useQuery({ ...queryOf(currentGeneration), refetchInterval: RHYTHM.sidebarPoll });
  const writingOne = useIsMutating({ mutationKey: keyOf(generateMessage) }) > 0;
  return { writing: writingOne || generation.data?.generation?.status === "running", search: searchMark(search.data?.search) };
}
