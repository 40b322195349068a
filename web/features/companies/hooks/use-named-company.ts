import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Company, getCompany } from "../../../../worker/contract/companies";
import { endpointQuery } from "../../../lib/query-client";

interface Listed {
  loaded: readonly Company[];
  /** The first page has come. */
  isReady: boolean;
}

/**
 * The company that an address names: of the list, or fetched when it is further down.
 * @param onMissing called when there is none on the dashboard
 */
export function useNamedCompany(
  id: string | null,
  { loaded, isReady }: Listed,
  onMissing: () => void,
): Company | undefined {
  const listed = id === null ? undefined : loaded.find((company) => company.id === id);
  const { data, isError } = useQuery({
    ...endpointQuery(getCompany, { params: { id: id ?? "" } }),
    enabled: id !== null && isReady && listed === undefined,
    retry: false,
  });
  const found = listed ?? (data?.company.id === id ? data.company : undefined);
  const isMissing = id !== null && !listed && (isError || (found !== undefined && found.state === "archived"));
  useEffect(() => {
    if (isMissing) onMissing();
  }, [isMissing, onMissing]);
  return isMissing ? undefined : found;
}
