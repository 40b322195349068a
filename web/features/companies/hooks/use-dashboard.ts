import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import * as z from "zod/mini";
import type { Company } from "../../../../worker/contract/companies";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { LIMITS } from "../../../../worker/contract/limits";
import type { OutboxMail } from "../../../../worker/contract/outbox";
import type { ComingMessages } from "../../../lib/coming-messages";
import { createStoredValue } from "../../../lib/stored-value";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { useTypedText, useUrlState } from "../../../lib/use-url-state";
import { companyIdsQuery } from "../api/company-requests";
import {
  correctStates,
  countStates,
  getOutcomeFilter,
  type IsBlocked,
  joinWaiting,
  listInState,
  OUTCOME_FILTERS,
  type OutcomeFilter,
  STATE_FILTERS,
  type StateFilter,
} from "../model/company-status";
import { findListing, LISTING_PARAMETERS, storedSort, toListingParameters } from "../model/stored-sort-and-filter";
import { filterByOutcome, filterCompanies } from "../model/table-filter";
import { useLoadedCompanies } from "./use-loaded-companies";
import { useSelection } from "./use-selection";
import { useTagFilter } from "./use-tag-filter";

/** The dashboard's selection, stored per tab. */
const storedSelection = createStoredValue<string[]>("session", "selectedCompanyIds", z.array(z.string()), []);

/** Longest text of the filter: addresses have a limit. */
export const MAX_FILTER_LENGTH = 200;

/** The state of the list in its address. */
const URL_PARAMETERS = {
  ...LISTING_PARAMETERS,
  q: z.string().check(z.maxLength(MAX_FILTER_LENGTH)),
  state: z.enum(STATE_FILTERS),
  outcome: z.enum(OUTCOME_FILTERS),
  tag: z.string().check(z.minLength(1), z.maxLength(LIMITS.tagLength)),
};

/**
 * State of the dashboard's list: order, filters, loaded rows, selection.
 * @param isBlocked stable while the do-not-contact list stays the same
 * @param anyBlocked whether that list has entries
 * @param queued the mails that wait in the outbox, by company
 */
export function useDashboard(
  isBlocked: IsBlocked,
  anyBlocked: boolean,
  queued: ReadonlyMap<string, OutboxMail>,
  coming: ComingMessages,
) {
  const [url, changeUrl] = useUrlState(URL_PARAMETERS);
  const { sort, favorites, state = "all", outcome = null } = url;
  const listing = useMemo(() => findListing({ sort, favorites }), [sort, favorites]);
  const painted = useAfterFirstPaint();
  const isBare = sort === undefined && favorites === undefined;
  useEffect(() => {
    // A new address draws the whole screen again: the first rows do not wait for that.
    if (isBare && painted) changeUrl(toListingParameters(listing));
  }, [isBare, painted, listing, changeUrl]);
  const [text, setText] = useTypedText(url.q ?? "", (q) => changeUrl({ q: q || undefined }));
  const { query, byId, loaded: companies, complete, list } = useLoadedCompanies(listing, state);
  const loaded = useMemo(() => joinWaiting(companies, queued, coming), [companies, queued, coming]);
  // With the favourites filter, actions apply to favourites only: never to hidden rows.
  const ids = useQuery({ ...companyIdsQuery(listing.favorites), enabled: painted && query.isSuccess && !complete });

  // What was just written leaves the filter "to write"; it stays on screen until another filter is chosen.
  const [kept, setKept] = useState<{ state: StateFilter; ids: ReadonlySet<string> } | null>(null);
  const keptIds = kept?.state === state ? kept.ids : undefined;
  const keepOnScreen = useCallback(
    (added: readonly string[]) =>
      setKept((before) => ({ state, ids: new Set([...(before?.state === state ? before.ids : []), ...added]) })),
    [state],
  );
  const byTag = useTagFilter(url.tag ?? null, painted && query.isSuccess);
  const { narrow } = byTag;
  const rows = useMemo(
    () => filterByOutcome(narrow(filterCompanies(loaded, text, state, isBlocked, keptIds)), outcome),
    [narrow, loaded, text, state, isBlocked, keptIds, outcome],
  );
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
  const hiddenCount = useMemo(() => selected.length - rows.filter(({ id }) => has(id)).length, [selected, rows, has]);

  // Load the rest of the list when the selection, a text or a tag needs it, or when companies that are blocked or of
  // which something waits must be left out of the counts: the server does not know them.
  const { isFetching, isError, hasNextPage, fetchNextPage } = query;
  const isSelectionIncomplete = selected.length < selection.ids.length && !complete;
  const anyUncounted = anyBlocked || queued.size > 0 || coming.size > 0;
  const isSearching = (text.trim() !== "" || byTag.tag !== null || outcome !== null) && !complete;
  useEffect(() => {
    if ((isSelectionIncomplete || isSearching || anyUncounted) && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [isSelectionIncomplete, isSearching, anyUncounted, hasNextPage, isFetching, isError, fetchNextPage]);

  // A mail that came back is told of too, and counts as none that was sent.
  const isAnyApplied = useMemo(() => loaded.some((company) => getOutcomeFilter(company) !== null), [loaded]);
  const first = query.data?.pages[0];
  // Which of them are favourites is not known.
  const unlisted = useMemo(
    () => (listing.favorites ? [] : [...queued].flatMap(([id, mail]) => (byId.has(id) ? [] : mail))),
    [listing.favorites, queued, byId],
  );
  return {
    query,
    list,
    complete,
    isBlocked,
    rows,
    loaded,
    selection,
    selected,
    /** How many selected companies the filter hides: they stay selected, and actions apply to them. */
    hiddenCount,
    listing,
    text,
    setText,
    state,
    setState: (next: StateFilter) => changeUrl({ state: next === "all" ? undefined : next }),
    /** Keeps companies on screen although they leave the state that is filtered by. */
    keepOnScreen,
    /** Some selected companies are not loaded yet. */
    isSelectionIncomplete,
    /** The first companies in a state; loads more of the list as long as some of them are missing. */
    loadInState: async (wanted: StateFilter, limit: number): Promise<Company[]> => {
      let found = listInState(loaded, wanted, isBlocked, limit);
      for (let more = hasNextPage; more && found.length < limit;) {
        const { data, hasNextPage: next, error } = await fetchNextPage();
        if (error) throw error;
        const listed = joinWaiting(data?.pages.flatMap((page) => page.companies) ?? [], queued, coming);
        found = listInState(listed, wanted, isBlocked, limit);
        more = next;
      }
      return found;
    },
    total: complete ? loaded.length : (first?.total ?? 0),
    /** Counted here once everything is loaded, which follows changes at once. */
    counts: useMemo(
      () =>
        !complete && first
          ? correctStates(first.states, first.total, loaded, isBlocked, unlisted)
          : countStates(loaded, isBlocked),
      [complete, first, loaded, isBlocked, unlisted],
    ),
    byTag: { ...byTag, setTag: (tag: string | null) => changeUrl({ tag: tag ?? undefined }) },
    /** An outcome can be told of something. */
    hasApplications: isAnyApplied || (first?.states.sent ?? 0) > 0,
    outcome,
    setOutcome: (next: OutcomeFilter | null) => changeUrl({ outcome: next ?? undefined }),
    filtered: text.trim() !== "" || state !== "all" || byTag.tag !== null || outcome !== null,
    setListing: (next: Listing) => {
      storedSort.write(next);
      changeUrl(toListingParameters(next));
    },
    clearFilters: () => {
      const everything = { ...listing, favorites: false };
      storedSort.write(everything);
      setText("");
      changeUrl({
        ...toListingParameters(everything),
        q: undefined,
        state: undefined,
        outcome: undefined,
        tag: undefined,
      });
    },
  };
}
export type Dashboard = ReturnType<typeof useDashboard>;
