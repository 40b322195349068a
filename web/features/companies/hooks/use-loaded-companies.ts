import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CompanyPage } from "../../../../worker/contract/companies";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { dashboardQuery } from "../api/company-requests";
import { isCompanyState, type StateFilter } from "../model/company-status";
import { reorderCompanies, indexCompaniesById } from "../model/table-filter";

const NO_PAGES: CompanyPage[] = [];

/**
 * The loaded companies of a listing. The server sorts and filters page by page; once all are loaded, reordering needs
 * no request.
 */
export function useLoadedCompanies(listing: Listing, state: StateFilter) {
  const [requestedListing, setRequestedListing] = useState(listing);
  const query = useInfiniteQuery(dashboardQuery(requestedListing));
  const complete = query.isSuccess && !query.isPlaceholderData && !query.hasNextPage;
  const answered = complete && (listing.favorites || !requestedListing.favorites);
  if (!answered && requestedListing !== listing) setRequestedListing(listing);

  // Until everything is loaded, the server filters by state.
  const narrowed = complete || !isCompanyState(state) ? undefined : state;
  const narrow = useInfiniteQuery({ ...dashboardQuery(requestedListing, narrowed), enabled: narrowed !== undefined });
  const pages = query.data?.pages ?? NO_PAGES;
  const more = narrowed ? (narrow.data?.pages ?? NO_PAGES) : NO_PAGES;
  // Companies of the state follow those of the whole list: they are further down in the same order.
  const byId = useMemo(() => indexCompaniesById(...[...pages, ...more].map((page) => page.companies)), [pages, more]);
  const loaded = useMemo(() => {
    const ordered = reorderCompanies([...byId.values()], requestedListing, listing);
    // A company that is no favourite any more leaves the filtered list at once.
    return listing.favorites ? ordered.filter(({ favorited }) => favorited) : ordered;
  }, [byId, requestedListing, listing]);
  return {
    query,
    byId,
    loaded,
    /** All pages are loaded. */
    complete,
    /** The query that loads more of the list on screen. */
    list: narrowed ? narrow : query,
  };
}
