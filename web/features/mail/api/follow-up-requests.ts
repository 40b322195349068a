import * as followUps from "../../../../worker/contract/follow-ups";
import { LIMITS } from "../../../../worker/contract/limits";
import type { FollowUpStep } from "../../../../worker/contract/mail";
import { callApi } from "../../../lib/api-client";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";

export const followUpsQuery = () => endpointQuery(followUps.listFollowUps, { query: { limit: LIMITS.followUpList } });
/** How many there are, with no more than one of them. */
export const followUpCountQuery = () => endpointQuery(followUps.listFollowUps, { query: { limit: 1 } });
export const followUpQuery = (id: string) => endpointQuery(followUps.getFollowUp, { params: { id } });
export const fetchFollowUp = async (id: string): Promise<followUps.FollowUp> =>
  (await callApi(followUps.getFollowUp, { params: { id } })).follow_up;
/** The follow-up as a mail. Loaded each time it is opened, never refetched in the background. */
export const followUpPreviewQuery = (id: string, step: FollowUpStep, version: number) => ({
  ...endpointQuery(followUps.getFollowUpPreview, { params: { id } }),
  queryKey: [...toQueryKey(followUps.getFollowUpPreview), id, step, version],
  staleTime: Infinity,
  gcTime: 0,
  refetchOnReconnect: false,
});
