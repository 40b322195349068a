import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listFacts } from "../../../../worker/contract/account";
import type { Answer } from "../../../../worker/contract/endpoint";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { endpointQuery } from "../../../lib/query-client";
import { addFact, changeFact, extractFacts, removeFact } from "../api/account-requests";

/** What is known of the user, and its changes. While the CV is read, it is polled. */
export function useFacts() {
  const client = useQueryClient();
  const list = endpointQuery(listFacts);
  const query = useQuery({
    ...list,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? INTERVALS_MS.searchPoll : false),
  });
  const onSuccess = (answer: Answer<typeof listFacts>) => client.setQueryData(list.queryKey, answer);
  return {
    query,
    extract: useMutation({
      mutationFn: extractFacts,
      onSuccess,
      onError: () => client.invalidateQueries({ queryKey: list.queryKey }),
    }),
    add: useMutation({ mutationFn: addFact, onSuccess }),
    change: useMutation({ mutationFn: changeFact, onSuccess }),
    remove: useMutation({ mutationFn: removeFact, onSuccess }),
  };
}
export type Facts = ReturnType<typeof useFacts>;
