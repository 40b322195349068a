import { useQuery } from "@tanstack/react-query";
import { currentGenerationQuery } from "../api/message-requests";
import { chooseSeriesPollMs } from "../model/rules-generation-plan";

/** The last bulk generation: told by the socket, looked at by itself where that is missing. */
export function useCurrentGeneration() {
  const { data, dataUpdatedAt, isRefetchError } = useQuery({
    ...currentGenerationQuery(),
    refetchInterval: ({ state }) => chooseSeriesPollMs(state.data?.generation ?? null),
  });
  return { generation: data?.generation ?? null, dataUpdatedAt, isRefetchError };
}
