import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { allIds, dashboardList } from "./api";
import { correctStates, countStates, type IsBlocked, type Listing, matching, type StateFilter, together } from "./rules";
import { storedListing, storedSelection } from "./session";
import { useSelection } from "./use-selection";

const NONE: never[] = [];

/**
 * Everything the dashboard shows and can change of its list: order, filters, rows loaded so far, selection.
 * @param isBlocked the same function as long as the do-not-contact list stays the same
 */
export function useDashboard(isBlocked: IsBlocked) {
  const [listing, setListing] = useState(() => storedListing.read());
  const [text, setText] = useState("");
  const [state, setState] = useState<StateFilter>("all");
  const query = useInfiniteQuery(dashboardList(listing));
  // What a state holds is known here once everything is loaded; before that the server tells its companies apart.
  const { hasNextPage: inPart } = query;
  const narrowed = state !== "all" && state !== "blocked" && inPart ? state : undefined;
  const narrow = useInfiniteQuery({ ...dashboardList(listing, narrowed), enabled: narrowed !== undefined });
  // Under the favourites filter only favourites can be acted on: nothing is done to rows out of sight.
  const ids = useQuery(allIds(listing.favorites));

  const pages = query.data?.pages ?? NONE;
  const more = narrowed ? narrow.data?.pages ?? NONE : NONE;
  // Those of the state come after those of the whole list, further down in the same order. A star taken off under the favourites filter leaves at once.
  const loaded = useMemo(() => together(...[...pages, ...more].map((page) => page.companies)).filter(({ favorited }) => favorited || !listing.favorites), [pages, more, listing.favorites]);
  const rows = useMemo(() => matching(loaded, text, state, isBlocked), [loaded, text, state, isBlocked]);
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);
  const existing = useMemo(() => (ids.data ? new Set([...ids.data.ids, ...loaded.map(({ id }) => id)]) : undefined), [ids.data, loaded]);
  const selection = useSelection(order, existing, storedSelection);
  const selected = useMemo(() => {
    const ticked = new Set(selection.ids);
    return loaded.filter(({ id }) => ticked.has(id));
  }, [loaded, selection.ids]);

  // What is selected has to be known to be acted on, and what is looked for to be found: the rest of the list is loaded.
  const { isFetching, isError, fetchNextPage } = query;
  const wanting = selected.length < selection.ids.length && inPart;
  const looking = text.trim() !== "" && inPart;
  useEffect(() => {
    if ((wanting || looking) && !isFetching && !isError) void fetchNextPage();
  }, [wanting, looking, isFetching, isError, fetchNextPage]);

  const [first] = pages;
  return {
    query, isBlocked,
    /** The list on screen, for what is further down in it. */
    list: narrowed ? narrow : query,
    rows, loaded, selection, selected, listing, text, setText, state, setState,
    /** Some of the selection is not loaded yet. */
    wanting,
    total: first?.total ?? 0,
    /** As far as everything is loaded they are counted here, where they change at once. */
    counts: useMemo(() => (inPart && first ? correctStates(first.states, first.total, loaded, isBlocked) : countStates(loaded, isBlocked)), [inPart, first, loaded, isBlocked]),
    filtered: text.trim() !== "" || state !== "all",
    setListing: (next: Listing) => {
      storedListing.write(next);
      setListing(next);
    },
    clearFilters: () => {
      setText("");
      setState("all");
      if (listing.favorites) {
        storedListing.write({ ...listing, favorites: false });
        setListing({ ...listing, favorites: false });
      }
    },
  };
}
export type Dashboard = ReturnType<typeof useDashboard>;
