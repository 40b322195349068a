import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { getActivity } from "../../../../worker/contract/activity";
import { getCurrentSearch, listSearches, type Search } from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { useUrlState } from "../../../lib/use-url-state";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { Skeleton } from "../../../ui/status/spinner";
import { currentSearchQuery, searchHistoryQuery, searchStatusQuery } from "../api/search-requests";
import { useSearchForm } from "../hooks/use-search-form";
import { isFinished } from "../model/rules-search";
import {
  findShownSearch,
  isOpen,
  SEARCH_PARAMETERS,
  type SearchMode,
  toFreshPath,
  toResultsPath,
  toSearchMode,
} from "../model/search-mode";
import { CategoriesStep } from "./categories-step";
import { CitiesStep } from "./cities-step";
import { OwnCompanies } from "./own/own-companies";
import { QueryStep } from "./query-step";
import { type RenderApply, ResultsStep } from "./results-step";
import { SavedSearches } from "./saved-searches";
import { SearchHistory } from "./search-history";
import { StepIndicator } from "./step-indicator";

interface SearchWizardProps {
  mode: SearchMode;
  onAdded: () => void;
  renderApply: RenderApply;
}

/** The four steps of a search, or companies of the user's own; opens on the results when there are some. */
export function SearchWizard({ mode, onAdded, renderApply }: SearchWizardProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const [url] = useUrlState(SEARCH_PARAMETERS);
  const current = useQuery(currentSearchQuery());
  const shown = findShownSearch(url, mode, current.data?.search ?? null);
  const isWizard = current.isSuccess && shown === null && mode === "directory";
  const { draft, change, markStep, reset } = useSearchForm(isWizard);
  const isElsewhere = useRightScreen(mode, shown);
  const { data: history } = useQuery(searchHistoryQuery());
  // The screen is left: a fresh search would look as if nothing had been added.
  const [isAdded, setAdded] = useState(false);

  const refresh = () =>
    Promise.all(
      [getCurrentSearch, listSearches, getActivity].map((endpoint) =>
        cache.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
      ),
    );
  const watch = async (id: string) => {
    markStep();
    // Back leads to the step that started the search; the user's own list is in no address.
    navigate(toResultsPath(mode, id), { replace: mode === "own" });
    await refresh();
  };
  const startOver = async (again: boolean) => {
    if (!again) reset();
    navigate(toFreshPath(mode), { replace: true });
    await refresh();
  };

  if (current.isPending || isElsewhere || isAdded) return <Skeleton label={t(($) => $.common.loading)} lines={5} />;
  if (current.isError) {
    const retry = (
      <Button size="small" onClick={() => void current.refetch()}>
        {t(($) => $.common.retry)}
      </Button>
    );
    return (
      <Banner tone="bad" alert action={retry}>
        {errorText(
          current.error,
          t(($) => $.search.errors.statusError),
        )}
      </Banner>
    );
  }
  const waiting = shown === null && current.data.search && isOpen(current.data.search) ? current.data.search : null;
  return (
    <div className="stack stack-loose">
      {waiting && (
        <WaitingResults search={waiting} onView={() => navigate(toResultsPath(toSearchMode(waiting), waiting.id))} />
      )}
      {isWizard && <StepIndicator step={draft.step} />}
      {shown === null && mode === "own" && <OwnCompanies onStarted={watch} />}
      {isWizard && draft.step === 1 && <QueryStep draft={draft} change={change} />}
      {isWizard && draft.step === 2 && <CategoriesStep draft={draft} change={change} />}
      {isWizard && draft.step === 3 && <CitiesStep draft={draft} change={change} onStarted={watch} />}
      {shown !== null && (
        <ResultsStep
          key={shown}
          id={shown}
          hasEarlier={history?.searches.some(({ id, status }) => id !== shown && status !== "waiting") === true}
          onFresh={startOver}
          renderApply={renderApply}
          onAdded={async () => {
            setAdded(true);
            await startOver(false);
            onAdded();
          }}
        />
      )}
      <SavedSearches onRun={watch} />
      <SearchHistory
        onRun={watch}
        onView={(search) => navigate(toResultsPath(toSearchMode(search), search.id))}
        shown={shown}
      />
    </div>
  );
}

/** Moves results to the screen of their kind. @returns whether they are on their way */
function useRightScreen(mode: SearchMode, shown: string | null): boolean {
  const [, navigate] = useLocation();
  const { data } = useQuery({ ...searchStatusQuery(shown ?? ""), enabled: shown !== null, refetchInterval: false });
  const right = shown !== null && data ? toSearchMode(data.search) : mode;
  useEffect(() => {
    if (shown !== null && right !== mode) navigate(toResultsPath(right, shown), { replace: true });
  }, [shown, right, mode, navigate]);
  return right !== mode;
}

/** Says that a search runs or that its results wait, where others are begun. */
function WaitingResults({ search, onView }: { search: Search; onView: () => void }) {
  const { t } = useTranslation();
  return (
    <Banner
      action={
        <Button size="small" onClick={onView}>
          {t(($) => $.search.waiting.view)}
        </Button>
      }
    >
      {isFinished(search)
        ? t(($) => $.search.waiting.found, { count: search.new_companies })
        : t(($) => $.search.waiting.running)}
    </Banner>
  );
}
