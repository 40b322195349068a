import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { categoryNamesQuery } from "../../../lib/category-names-query";
import { formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { keepSearch, runSearch, searchHistoryQuery } from "../api/search-requests";
import { useListTitle } from "../hooks/use-list-title";
import { formatCity } from "../model/chosen-cities";
import { NameSearchDialog } from "./name-search-dialog";
import { WaitingLists } from "./own/waiting-lists";

interface SearchHistoryProps {
  /** The search on screen; left out of the list. */
  shown: string | null;
  onRun: (id: string) => Promise<void>;
  onView: (id: string) => Promise<void>;
}

/** Earlier searches, to view or to run again. */
export function SearchHistory({ shown, onRun, onView }: SearchHistoryProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const [kept, setKept] = useState<Search>();
  const history = useQuery(searchHistoryQuery());
  const all = history.data?.searches ?? [];
  const searches = all.filter(({ id, status }) => id !== shown && status !== "waiting");
  const listTitle = useListTitle();
  const gcids = [...new Set(searches.flatMap(({ business_types }) => business_types))].sort();
  const names = useQuery(categoryNamesQuery(gcids, language));
  const run = useMutation({
    mutationFn: ({ business_types, cities, places }: Search) =>
      runSearch(
        business_types,
        cities.filter((city) => !places.some((place) => place.city === city)),
        places.map(({ id, radius_km }) => ({ id, radius_km })),
      ),
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
  return (
    <>
      <WaitingLists searches={all} onStarted={onRun} onRemoved={async () => void (await history.refetch())} />
      <section className="stack history">
        <h2>{t(($) => $.search.history.title)}</h2>
        {history.isError && (
          <Banner tone="bad">
            {errorText(
              history.error,
              t(($) => $.search.errors.historyError),
            )}
          </Banner>
        )}
        {history.isSuccess && searches.length === 0 && <p className="soft">{t(($) => $.search.history.empty)}</p>}
        <ul>
          {searches.map((search) => (
            <li key={search.id}>
              <div className="stack stack-tight">
                <p>{title(search)}</p>
                <p className="row soft small">
                  <time dateTime={search.created_at}>{formatDateTime(search.created_at, language)}</time>
                  <Tag tone={search.status === "failed" ? "bad" : "plain"}>
                    {t(($) => $.search.history.status[search.status])}
                  </Tag>
                  {search.status === "completed" && (
                    <span className="numbers">
                      {t(($) => $.search.history.result, { count: search.new_companies })}
                    </span>
                  )}
                  {search.added_to_dashboard && <span>{t(($) => $.search.history.added)}</span>}
                  {search.status === "completed" && search.discarded && (
                    <span>{t(($) => $.search.history.discarded)}</span>
                  )}
                </p>
              </div>
              <div className="row">
                {search.status === "completed" && !search.list && (
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={t(($) => $.search.saved.keepOf, { name: title(search) })}
                    onClick={() => setKept(search)}
                  >
                    {t(($) => $.search.saved.keep)}
                  </Button>
                )}
                {search.status === "completed" && !search.discarded && (
                  <Button size="small" onClick={() => void onView(search.id)}>
                    {t(($) => $.search.history.view)}
                  </Button>
                )}
                {/* What was in a list is with the user, not with us. */}
                {!search.list && (
                  <Button
                    size="small"
                    busy={run.isPending && run.variables.id === search.id}
                    onClick={() => run.mutate(search)}
                  >
                    {t(($) => $.search.history.again)}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        {kept && (
          <NameSearchDialog
            title={t(($) => $.search.saved.keep)}
            name={title(kept)}
            onSave={(name) => keepSearch(kept.id, name)}
            onClose={() => setKept(undefined)}
          />
        )}
      </section>
    </>
  );
}
