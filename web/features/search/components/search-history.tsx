import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { categoryNamesQuery } from "../../../lib/category-names-query";
import { formatDateTime } from "../../../lib/format";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { ProfileTag } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { keepSearch, savedSearchesQuery } from "../api/saved-search-requests";
import { runSearch, searchHistoryQuery } from "../api/search-requests";
import { useListTitle } from "../hooks/use-list-title";
import { formatCity } from "../model/chosen-cities";
import { isSameRequest, toSearchRequest } from "../model/search-request";
import { NameSearchDialog } from "./name-search-dialog";
import { WaitingLists } from "./own/waiting-lists";

/** Where a link leads past the results. */
export const EARLIER_SEARCHES_ID = "earlier-searches";

interface SearchHistoryProps {
  /** The search on screen; left out of the list. */
  shown: string | null;
  onRun: (id: string) => Promise<void>;
  onView: (search: Search) => void;
}

/** Earlier searches, to view or to run again. */
export function SearchHistory({ shown, onRun, onView }: SearchHistoryProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const [toKeep, setToKeep] = useState<Search>();
  const { data: saved } = useQuery(savedSearchesQuery());
  const history = useQuery(searchHistoryQuery());
  const all = history.data?.searches ?? [];
  const searches = all.filter(({ id, status }) => id !== shown && status !== "waiting");
  const listTitle = useListTitle();
  const gcids = [...new Set(searches.flatMap(({ business_types }) => business_types))].sort();
  const names = useQuery(categoryNamesQuery(gcids, language));
  const profiles = useProfiles();
  const run = useMutation({
    mutationFn: (search: Search) => {
      const { business_types, cities, places, profile_id } = toSearchRequest(search);
      // One that was deleted since counts as the default one.
      const profile = profiles.find(({ id }) => id === profile_id);
      return runSearch(business_types, cities, places, profile?.id);
    },
    onSuccess: ({ search_id }) => onRun(search_id),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.searchError),
        ),
      ),
  });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const title = ({ business_types, cities, list: own }: Search) =>
    own
      ? listTitle(own)
      : t(($) => $.search.history.in, {
          categories: list.format(business_types.map((gcid) => names.data?.translations[gcid] ?? gcid)),
          cities: list.format(cities.map((city) => formatCity(city, language))),
        });
  const hasNothingElse = shown === null && all.length === 0;
  return (
    <>
      <WaitingLists searches={all} onStarted={onRun} onRemoved={async () => void (await history.refetch())} />
      {(searches.length > 0 || hasNothingElse || history.isError) && (
        <section className="stack history" id={EARLIER_SEARCHES_ID} tabIndex={-1}>
          <h2>{t(($) => $.search.history.title)}</h2>
          {history.isError && (
            <Banner tone="bad">
              {errorText(
                history.error,
                t(($) => $.search.errors.historyError),
              )}
            </Banner>
          )}
          {history.isSuccess && hasNothingElse && <p className="soft">{t(($) => $.search.history.empty)}</p>}
          <ul>
            {searches.map((search) => {
              const kept = saved?.saved.find((each) => isSameRequest(each, search));
              const name = title(search);
              return (
                <li key={search.id}>
                  <div className="stack stack-tight">
                    {/* Not their codes before the names of categories are here. */}
                    <p>{search.list || !names.isPending ? name : "\u00a0"}</p>
                    <p className="row soft small">
                      <time dateTime={search.created_at}>{formatDateTime(search.created_at, language)}</time>
                      <ProfileTag profiles={profiles} id={search.profile_id} />
                      <SearchState search={search} isKept={kept !== undefined} />
                    </p>
                  </div>
                  <div className="row">
                    {search.status === "completed" && !search.list && !kept && (
                      <Button
                        size="small"
                        look="quiet"
                        aria-label={t(($) => $.search.saved.keepOf, { name })}
                        onClick={() => setToKeep(search)}
                      >
                        {t(($) => $.search.saved.keep)}
                      </Button>
                    )}
                    {search.status === "completed" && !search.discarded && (
                      <Button
                        size="small"
                        aria-label={t(($) => $.search.history.viewOf, { name })}
                        onClick={() => onView(search)}
                      >
                        {t(($) => $.search.history.view)}
                      </Button>
                    )}
                    {/* What was in a list is with the user, not with us; a kept one is run above. */}
                    {!search.list && !kept && (
                      <Button
                        size="small"
                        busy={run.isPending && run.variables.id === search.id}
                        aria-label={t(($) => $.search.history.againOf, { name })}
                        onClick={() => run.mutate(search)}
                      >
                        {t(($) => $.search.history.again)}
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {toKeep && (
        <NameSearchDialog
          title={t(($) => $.search.saved.keep)}
          submit={t(($) => $.search.saved.save)}
          name={title(toKeep)}
          onSave={(name) => keepSearch(toKeep.id, name)}
          onClose={() => setToKeep(undefined)}
        />
      )}
    </>
  );
}

/** How a search ended, and what became of its results. */
function SearchState({ search, isKept }: { search: Search; isKept: boolean }) {
  const { t } = useTranslation();
  const hasNews = search.status === "completed" && search.new_companies > 0;
  return (
    <>
      {(search.status !== "completed" || search.stopped) && (
        <Tag tone={search.status === "failed" ? "bad" : "plain"}>
          {t(($) => $.search.history.status[search.status === "completed" ? "stopped" : search.status])}
        </Tag>
      )}
      {isKept && <Tag>{t(($) => $.search.saved.kept)}</Tag>}
      {search.status === "completed" && (
        <span className="numbers">{t(($) => $.search.history.result, { count: search.new_companies })}</span>
      )}
      {search.added_to_dashboard && <span>{t(($) => $.search.history.added, { count: search.added_companies })}</span>}
      {hasNews && !search.added_to_dashboard && (
        <span>{search.discarded ? t(($) => $.search.history.discarded) : t(($) => $.search.history.waiting)}</span>
      )}
    </>
  );
}
