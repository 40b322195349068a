import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CompanyPage } from "../../../../worker/contract/companies";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { dashboardQuery } from "../api/company-requests";
import { type StateFilter } from "../model/company-status";
import { reorderCompanies, indexCompaniesById } from "../model/table-filter";

const NO_PAGES: CompanyPage[] = [];

/** The companies of a listing as far as they are here. The server sorts and filters page by page; once all are here, another order needs no answer. */
export function useLoadedCompanies(listing: Listing, state: StateFilter) {
  const [requestedListing, setRequestedListing] = useState(listing);
  const query = useInfiniteQuery(dashboardQuery(requestedListing));
  const complete = query.isSuccess && !query.isPlaceholderData && !query.hasNextPage;
  const answered = complete && (listing.favorites || !requestedListing.favorites);
  if (!answered && requestedListing !== listing) setRequestedListing(listing);

  // What a state holds is known here once everything is loaded; before that the server tells its companies apart.
  const narrowed = complete || state === "all" || state === "blocked" ? undefined : state;
  const narrow = useInfiniteQuery({ ...dashboardQuery(requestedListing, narrowed), enabled: narrowed !== undefined });
  const pages = query.data?.pages ?? NO_PAGES;
  const more = narrowed ? (narrow.data?.pages ?? NO_PAGES) : NO_PAGES;
  // Those of the state come after those of the whole list, further down in the same order.
  const byId = useMemo(() => indexCompaniesById(...[...pages, ...more].map((page) => page.companies)), [pages, more]);
  const loaded = useMemo(() => {
    const ordered = reorderCompanies([...byId.values()], requestedListing, listing);
    // A star taken off under the favourites filter leaves at once.
    return listing.favorites ? ordered.filter(({ favorited }) => favorited) : ordered;
  }, [byId, requestedListing, listing]);
  return {
    query,
    byId,
    loaded,
    /** Everything is here. */
    complete,
    /** The list on screen, for what is further down in it. */
    list: narrowed ? narrow : query,
  };
}
