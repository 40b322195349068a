import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { companyIdsQuery } from "../api/company-requests";
import { correctStates, countStates, type IsBlocked, type StateFilter } from "../model/company-status";
import { storedSelection } from "../model/stored-selection";
import { storedSort } from "../model/stored-sort";
import { filterCompanies } from "../model/table-filter";
import { useLoadedCompanies } from "./use-loaded-companies";
import { useSelection } from "./use-selection";

/**
 * Everything the dashboard shows and can change of its list: order, filters, rows loaded so far, selection.
 * @param isBlocked the same function as long as the do-not-contact list stays the same
 * @param anyBlocked whether anything is on that list
 */
export function useDashboard(isBlocked: IsBlocked, anyBlocked: boolean) {
  const [listing, setListing] = useState(() => storedSort.read());
  const [text, setText] = useState("");
  const [state, setState] = useState<StateFilter>("all");
  const { query, byId, loaded, complete, list } = useLoadedCompanies(listing, state);
  const painted = useAfterFirstPaint();
  // Under the favourites filter only favourites can be acted on: nothing is done to rows out of sight.
  const ids = useQuery({ ...companyIdsQuery(listing.favorites), enabled: painted && query.isSuccess && !complete });

  const rows = useMemo(() => filterCompanies(loaded, text, state, isBlocked), [loaded, text, state, isBlocked]);
  const known = useMemo(() => new Set(ids.data?.ids), [ids.data]);
  const exists = useCallback(
    (id: string) => {
      const company = byId.get(id);
      return company ? company.favorited || !listing.favorites : !complete && known.has(id);
    },
    [byId, known, complete, listing.favorites],
  );
  const selection = useSelection(rows, complete || ids.data ? exists : undefined, storedSelection);
  const { has } = selection;
  const selected = useMemo(() => loaded.filter(({ id }) => has(id)), [loaded, has]);

  // What is selected has to be known to be acted on, what is looked for to be found, and what may not be written to not to be counted as ready, which the
  // server does not tell: the rest of the list is loaded.
  const { isFetching, isError, hasNextPage, fetchNextPage } = query;
  const isSelectionIncomplete = selected.length < selection.ids.length && !complete;
  const isSearching = text.trim() !== "" && !complete;
  useEffect(() => {
    if ((isSelectionIncomplete || isSearching || anyBlocked) && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [isSelectionIncomplete, isSearching, anyBlocked, hasNextPage, isFetching, isError, fetchNextPage]);

  const first = query.data?.pages[0];
  return {
    query,
    list,
    complete,
    isBlocked,
    rows,
    loaded,
    selection,
    selected,
    listing,
    text,
    setText,
    state,
    setState,
    /** Some of the selection is not loaded yet. */
    isSelectionIncomplete,
    total: complete ? loaded.length : (first?.total ?? 0),
    /** As far as everything is loaded they are counted here, where they change at once. */
    counts: useMemo(
      () =>
        !complete && first
          ? correctStates(first.states, first.total, loaded, isBlocked)
          : countStates(loaded, isBlocked),
      [complete, first, loaded, isBlocked],
    ),
    filtered: text.trim() !== "" || state !== "all",
    setListing: (next: Listing) => {
      storedSort.write(next);
      setListing(next);
    },
    clearFilters: () => {
      setText("");
      setState("all");
      if (listing.favorites) {
        storedSort.write({ ...listing, favorites: false });
        setListing({ ...listing, favorites: false });
      }
    },
  };
}
export type Dashboard = ReturnType<typeof useDashboard>;
