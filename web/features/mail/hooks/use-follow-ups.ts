import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type FollowUp, getFollowUp, listFollowUps } from "../../../../worker/contract/follow-ups";
import { toQueryKey } from "../../../lib/query-client";
import { fetchFollowUp, followUpPreviewQuery, followUpQuery, followUpsQuery } from "../api/follow-up-requests";
import { usePreviewedMail } from "./use-previewed-mail";

/** The applications that it is time to follow up. */
export const useFollowUps = () => useQuery(followUpsQuery());

/** The next follow-up of one application, and ways to change what is known of it. */
export const useFollowUp = (id: string, enabled = true) => useQuery({ ...followUpQuery(id), enabled });

export function useFollowUpCache() {
  const client = useQueryClient();
  return useMemo(() => {
    const reload = async (id?: string) => {
      const single = id === undefined ? toQueryKey(getFollowUp) : followUpQuery(id).queryKey;
      await Promise.all([toQueryKey(listFollowUps), single].map((queryKey) => client.invalidateQueries({ queryKey })));
    };
    return {
      reload,
      /** Shows a follow-up from an answer at once. */
      put: (followUp: FollowUp) => {
        const { company_id: id } = followUp;
        client.setQueryData(followUpQuery(id).queryKey, { follow_up: followUp });
        client.setQueryData(
          followUpsQuery().queryKey,
          (list) =>
            list && { ...list, follow_ups: list.follow_ups.map((each) => (each.company_id === id ? followUp : each)) },
        );
      },
    };
  }, [client]);
}

/**
 * A follow-up as it would be sent.
 * @param enabled false composes no mail
 */
export function usePreviewedFollowUp(followUp: FollowUp | undefined, id: string, enabled: boolean) {
  const { put } = useFollowUpCache();
  const step = followUp?.step ?? 1;
  return usePreviewedMail(
    {
      companyId: id,
      step,
      version: followUp?.version ?? 0,
      isUnsure: followUp?.outcome_unknown === true,
      query: (version) => followUpPreviewQuery(id, step, version),
      fetchVersion: async () => {
        const latest = await fetchFollowUp(id);
        put(latest);
        return latest.version;
      },
    },
    enabled && followUp !== undefined,
  );
}
