import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CompanyPage } from "../../../../worker/contract/companies";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { dashboardQuery } from "../api/company-requests";
import { reorderCompanies, type StateFilter, indexCompaniesById } from "../model/company-status";

const NO_PAGES: CompanyPage[] = [];

/** The companies of a listing as far as they are here. The server sorts and filters page by page; once all are here, another order needs no answer. */
export function useLoadedCompanies(listing: Listing, state: StateFilter) {
  const [asked, setAsked] = useState(listing);
  const query = useInfiniteQuery(dashboardQuery(asked));
  const complete = query.isSuccess && !query.isPlaceholderData && !query.hasNextPage;
  const answered = complete && (listing.favorites || !asked.favorites);
  if (!answered && asked !== listing) setAsked(listing);

  // What a state holds is known here once everything is loaded; before that the server tells its companies apart.
  const narrowed = complete || state === "all" || state === "blocked" ? undefined : state;
  const narrow = useInfiniteQuery({ ...dashboardQuery(asked, narrowed), enabled: narrowed !== undefined });
  const pages = query.data?.pages ?? NO_PAGES;
  const more = narrowed ? (narrow.data?.pages ?? NO_PAGES) : NO_PAGES;
  // Those of the state come after those of the whole list, further down in the same order.
  const byId = useMemo(() => indexCompaniesById(...[...pages, ...more].map((page) => page.companies)), [pages, more]);
  const loaded = useMemo(() => {
    const ordered = reorderCompanies([...byId.values()], asked, listing);
    // A star taken off under the favourites filter leaves at once.
    return listing.favorites ? ordered.filter(({ favorited }) => favorited) : ordered;
  }, [byId, asked, listing]);
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
