import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { listTags } from "../../../../worker/contract/company-page";
import { endpointQuery } from "../../../lib/query-client";
import { taggedIdsQuery } from "../api/company-requests";

const NO_TAGS: readonly string[] = [];

/**
 * Narrows the list to a tag.
 * @param tag null for all companies
 * @param enabled the tags in use are asked for
 */
export function useTagFilter(tag: string | null, enabled: boolean) {
  const { data: used } = useQuery({ ...endpointQuery(listTags), enabled });
  const tagged = useQuery({ ...taggedIdsQuery(tag ?? ""), enabled: tag !== null });
  // The list stays as it is until the answer is there.
  const isKnown = tag !== null && !tagged.isPending;
  const ids = useMemo(() => new Set(tagged.data?.ids), [tagged.data]);
  return {
    tag,
    /** Those in use, and the chosen one even when it was removed from the last company. */
    tags: useMemo(() => {
      const all = used?.tags ?? NO_TAGS;
      return tag === null || all.includes(tag) ? all : [...all, tag];
    }, [used, tag]),
    narrow: useMemo(
      () => (companies: readonly Company[]) => (isKnown ? companies.filter(({ id }) => ids.has(id)) : companies),
      [isKnown, ids],
    ),
  };
}
