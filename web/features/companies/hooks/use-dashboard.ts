import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import * as z from "zod/mini";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { createStoredValue } from "../../../lib/stored-value";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { useTypedText, useUrlState } from "../../../lib/use-url-state";
import { companyIdsQuery } from "../api/company-requests";
import { correctStates, countStates, type IsBlocked, STATE_FILTERS, type StateFilter } from "../model/company-status";
import { findListing, LISTING_PARAMETERS, storedSort, toListingParameters } from "../model/stored-sort-and-filter";
import { filterCompanies } from "../model/table-filter";
import { useLoadedCompanies } from "./use-loaded-companies";
import { useSelection } from "./use-selection";

/** The dashboard's selection, stored per tab. */
const storedSelection = createStoredValue<string[]>("session", "selectedCompanyIds", z.array(z.string()), []);

/** Longest text of the filter: addresses have a limit. */
export const MAX_FILTER_LENGTH = 200;

/** The state of the list in its address. */
const URL_PARAMETERS = {
  ...LISTING_PARAMETERS,
  q: z.string().check(z.maxLength(MAX_FILTER_LENGTH)),
  state: z.enum(STATE_FILTERS),
};

/**
 * State of the dashboard's list: order, filters, loaded rows, selection.
 * @param isBlocked stable while the do-not-contact list stays the same
 * @param anyBlocked whether that list has entries
 */
export function useDashboard(isBlocked: IsBlocked, anyBlocked: boolean) {
  const [url, changeUrl] = useUrlState(URL_PARAMETERS);
  const { sort, favorites, state = "all" } = url;
  const listing = useMemo(() => findListing({ sort, favorites }), [sort, favorites]);
  const isBare = sort === undefined && favorites === undefined;
  useEffect(() => {
    if (isBare) changeUrl(toListingParameters(listing));
  }, [isBare, listing, changeUrl]);
  const [text, setText] = useTypedText(url.q ?? "", (q) => changeUrl({ q: q || undefined }));
  const { query, byId, loaded, complete, list } = useLoadedCompanies(listing, state);
  const painted = useAfterFirstPaint();
  // With the favourites filter, actions apply to favourites only: never to hidden rows.
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

  // Load the rest of the list when the selection or a text search needs it, or when blocked companies must be left out
  // of the counts: the server does not know them.
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
    setState: (next: StateFilter) => changeUrl({ state: next === "all" ? undefined : next }),
    /** Some selected companies are not loaded yet. */
    isSelectionIncomplete,
    total: complete ? loaded.length : (first?.total ?? 0),
    /** Counted here once everything is loaded, which follows changes at once. */
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
      changeUrl(toListingParameters(next));
    },
    clearFilters: () => {
      const everything = { ...listing, favorites: false };
      storedSort.write(everything);
      setText("");
      changeUrl({ ...toListingParameters(everything), q: undefined, state: undefined });
    },
  };
}
export type Dashboard = ReturnType<typeof useDashboard>;
