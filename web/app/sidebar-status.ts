import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { RHYTHM } from "../../worker/contract/limits";
import { activity, type Activity, currentGeneration, generateMessage } from "../../worker/contract/messages";
import { currentSearch } from "../../worker/contract/search";
import { keyOf, queryOf } from "../lib/query-client";

const isBusy = (current: Activity | undefined) =>
  current?.search?.state === "running" || (current?.generation_id ?? null) !== null;

/**
 * Work going on behind the other screens, in whichever tab it was begun: asked for every 5 seconds while there is some, every minute while there is
 * none, at once when the tab is seen again, and never while it is not.
 */
export function useSidebarStatus(): { writing: boolean; search: "busy" | "done" | null } {
  const { data } = useQuery({
    ...queryOf(activity),
    refetchInterval: ({ state }) => (isBusy(state.data?.activity) ? RHYTHM.sidebarPoll : RHYTHM.sidebarIdle),
  });
  const { data: generation } = useQuery({ ...queryOf(currentGeneration), enabled: false });
  const writingOne = useIsMutating({ mutationKey: keyOf(generateMessage) }) > 0;
  const current = data?.activity;
  useChanges(current);
  // The dashboard follows a generation every second, and knows of its end first.
  const isOver = generation?.generation?.id === current?.generation_id && generation?.generation?.status !== "running";
  return {
    writing: writingOne || ((current?.generation_id ?? null) !== null && !isOver),
    search: current?.search ? (current.search.state === "running" ? "busy" : "done") : null,
  };
}

/** Has the screens look again at what has begun or ended elsewhere. */
function useChanges(current: Activity | undefined): void {
  const client = useQueryClient();
  const seen = useRef<Activity>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = current;
    if (!before || !current) return;
    if (before.generation_id !== current.generation_id)
      void client.invalidateQueries({ queryKey: keyOf(currentGeneration) });
    if (before.search?.id !== current.search?.id || before.search?.state !== current.search?.state)
      void client.invalidateQueries({ queryKey: keyOf(currentSearch) });
  }, [client, current]);
}
