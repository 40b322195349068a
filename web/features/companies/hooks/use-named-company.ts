import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Company, getCompany } from "../../../../worker/contract/companies";
import { endpointQuery } from "../../../lib/query-client";
import { useUrlDialog } from "../../../lib/use-url-state";

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

/**
 * A dialog about one company as it was when it opened, whatever becomes of its row; its address opens it again.
 * @param name of the parameter
 * @param accepts whether the address of a company may still open it; it must not change
 */
export function useSnapshotDialog(name: string, listed: Listed, accepts: (company: Company) => boolean = acceptAll) {
  const { id, open, close } = useUrlDialog(name);
  const [kept, setKept] = useState<Company>();
  const isKept = kept !== undefined && kept.id === id;
  const named = useNamedCompany(isKept ? null : id, listed, close);
  const isRefused = named !== undefined && !accepts(named);
  if (named !== undefined && !isRefused) setKept(named);
  useEffect(() => {
    if (isRefused) close();
  }, [isRefused, close]);
  useEffect(() => {
    if (id !== null) return () => setKept((before) => (before?.id === id ? undefined : before));
  }, [id]);
  return {
    company: isKept ? kept : undefined,
    open: (company: Company, ...more: [Parameters<typeof open>[1]?]) => {
      setKept(company);
      open(company.id, ...more);
    },
    /** Shows the company as it is now. */
    update: (company: Company) => setKept((before) => (before?.id === company.id ? company : before)),
    close,
  };
}
const acceptAll = () => true;
