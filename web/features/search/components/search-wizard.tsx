import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getActivity } from "../../../../worker/contract/activity";
import { type FoundCompany, getCurrentSearch, listSearches } from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { Skeleton } from "../../../ui/status/spinner";
import { currentSearchQuery } from "../api/search-requests";
import { useSearchForm } from "../hooks/use-search-form";
import { CategoriesStep } from "./categories-step";
import { CitiesStep } from "./cities-step";
import { OwnCompanies } from "./own/own-companies";
import { type SearchMode, SearchModes } from "./own/search-modes";
import { QueryStep } from "./query-step";
import { ResultsStep } from "./results-step";
import { SavedSearches } from "./saved-searches";
import { SearchHistory } from "./search-history";
import { StepIndicator } from "./step-indicator";
import "./search.css";

interface SearchWizardProps {
  /** What is shown while there are no results. */
  mode: SearchMode;
  onAdded: () => void;
  /** Opens the ways to apply to a company without e-mail. */
  onApply: (company: FoundCompany) => void;
}

/** The four steps of a search, or companies of the user's own; opens on the results when a search has some. */
export function SearchWizard({ mode, onAdded, onApply }: SearchWizardProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useQueryClient();
  const current = useQuery(currentSearchQuery());
  const { draft, change, reset } = useSearchForm();
  const [shown, setShown] = useState<string | null>(null);
  const watched = shown ?? current.data?.search?.id ?? null;

  const watch = async (id: string | null) => {
    setShown(id);
    await Promise.all(
      [getCurrentSearch, listSearches, getActivity].map((endpoint) =>
        cache.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
      ),
    );
  };
  const startOver = async (again: boolean) => {
    if (again) change({ step: 1 });
    else reset();
    await watch(null);
  };

  if (current.isPending) return <Skeleton label={t(($) => $.common.loading)} lines={5} />;
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
  const step = watched === null ? draft.step : 4;
  const isWizard = watched === null && mode === "directory";
  return (
    <div className="stack stack-loose">
      {watched === null && <SearchModes mode={mode} />}
      {mode === "directory" && <StepIndicator step={step} />}
      {watched === null && mode === "own" && <OwnCompanies onStarted={watch} />}
      {isWizard && draft.step === 1 && <QueryStep draft={draft} change={change} />}
      {isWizard && draft.step === 2 && <CategoriesStep draft={draft} change={change} />}
      {isWizard && draft.step === 3 && <CitiesStep draft={draft} change={change} onStarted={watch} />}
      {watched !== null && (
        <ResultsStep
          key={watched}
          id={watched}
          onFresh={startOver}
          onApply={onApply}
          onAdded={async () => {
            await startOver(false);
            onAdded();
          }}
        />
      )}
      <SavedSearches onRun={watch} />
      <SearchHistory onRun={watch} onView={watch} shown={watched} />
    </div>
  );
}
