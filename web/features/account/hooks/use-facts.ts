import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { listFacts, type Settings } from "../../../../worker/contract/account";
import type { Answer } from "../../../../worker/contract/endpoint";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { endpointQuery } from "../../../lib/query-client";
import { useEventCallback } from "../../../lib/use-event-callback";
import { addFact, changeFact, extractFacts, removeFact, toProfileQuery } from "../api/account-requests";

/**
 * What is known of the user, and its changes. A CV that was not read yet is read at once, and polled meanwhile.
 * @param profileId whose CV it is; undefined for the default profile
 */
export function useFacts(cv: Settings["cv"], profileId?: string) {
  const client = useQueryClient();
  const list = endpointQuery(listFacts, { query: toProfileQuery(profileId) });
  const query = useQuery({
    ...list,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? INTERVALS_MS.searchPoll : false),
  });
  const onSuccess = (answer: Answer<typeof listFacts>) => client.setQueryData(list.queryKey, answer);
  const extract = useMutation({
    mutationFn: () => extractFacts(profileId),
    onSuccess,
    onError: () => client.invalidateQueries({ queryKey: list.queryKey }),
  });
  // The settings may be older than the list, which says nothing of a CV while its text is extracted.
  const isUnread = query.data?.status === "none" && (cv?.text_status === "ok" || cv?.text_status === "pending");
  const uploadedAt = isUnread ? cv.uploaded_at : null;
  const startedFor = useRef<string | null>(null);
  const startExtracting = useEventCallback(() => extract.mutate());
  useEffect(() => {
    if (uploadedAt === null || startedFor.current === uploadedAt) return;
    startedFor.current = uploadedAt;
    startExtracting();
  }, [uploadedAt, startExtracting]);
  return {
    query,
    profileId,
    extract,
    add: useMutation({ mutationFn: (fact: Parameters<typeof addFact>[0]) => addFact(fact, profileId), onSuccess }),
    change: useMutation({
      mutationFn: (fact: Parameters<typeof changeFact>[0]) => changeFact(fact, profileId),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => removeFact(id, profileId), onSuccess }),
  };
}
export type Facts = ReturnType<typeof useFacts>;
