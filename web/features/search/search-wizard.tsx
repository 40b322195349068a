import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { activity } from "../../../worker/contract/messages";
import { currentSearch as currentEndpoint, searchHistory as historyEndpoint } from "../../../worker/contract/search";
import { useErrorText } from "../../i18n/use-error-text";
import { keyOf } from "../../lib/query-client";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/spinner";
import { currentSearch } from "./api";
import { CategoriesStep } from "./categories-step";
import { CitiesStep } from "./cities-step";
import { History } from "./history";
import { QueryStep } from "./query-step";
import { ResultsStep } from "./results-step";
import { Steps } from "./steps";
import { useDraft } from "./use-draft";
import "./search.css";

/** The four steps of a search. Opens on the results when a search is waiting there. */
export function SearchWizard({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useQueryClient();
  const current = useQuery(currentSearch());
  const { draft, change, reset } = useDraft();
  const [shown, setShown] = useState<string | null>(null);
  const watched = shown ?? current.data?.search?.id ?? null;

  const watch = async (id: string | null) => {
    setShown(id);
    await Promise.all(
      [currentEndpoint, historyEndpoint, activity].map((endpoint) =>
        cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
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
  return (
    <div className="stack stack-loose">
      <Steps step={step} />
      {watched === null && draft.step === 1 && <QueryStep draft={draft} change={change} />}
      {watched === null && draft.step === 2 && <CategoriesStep draft={draft} change={change} />}
      {watched === null && draft.step === 3 && <CitiesStep draft={draft} change={change} onStarted={watch} />}
      {watched !== null && (
        <ResultsStep
          key={watched}
          id={watched}
          onFresh={startOver}
          onAdded={async () => {
            await startOver(false);
            onAdded();
          }}
        />
      )}
      <History onRun={watch} onView={watch} shown={watched} />
    </div>
  );
}
