import { useQueryClient } from "@tanstack/react-query";
import { listProposals } from "../../../../worker/contract/applications";
import { getFollowUp } from "../../../../worker/contract/follow-ups";
import { toQueryKey } from "../../../lib/query-client";

/** Fetches again which answers wait for the user, and the follow-ups that wait for these. */
export function useRefreshProposals(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listProposals, getFollowUp].map((endpoint) => client.invalidateQueries({ queryKey: toQueryKey(endpoint) })),
    );
}
