import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LIMITS, SUGGESTED_CITIES } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { runSearch } from "../api/search-requests";
import { useCustomValue } from "../hooks/use-custom-value";
import type { SearchForm } from "../hooks/use-search-form";
import { findCityProblem, toggleItem } from "../model/custom-values";
import { findRunningSearchId } from "../model/running-search";
import { ChosenList } from "./chosen-list";
import { CustomValueField } from "./custom-value-field";

const identity = (city: string) => city;

interface CitiesStepProps {
  draft: SearchForm;
  change: (part: Partial<SearchForm>) => void;
  onStarted: (id: string) => Promise<void>;
}

/** Step 3: the cities. Starting leads to the results; a failure stays here. */
export function CitiesStep({ draft, change, onStarted }: CitiesStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const heading = useStepHeading();
  const { cities: chosen, typedCity } = draft;
  const full = chosen.length >= LIMITS.cities;
  const addTypedCity = (city: string) => ({ cities: [...chosen, city], typedCity: "" });
  const own = useCustomValue({
    text: typedCity,
    type: (typed) => change({ typedCity: typed }),
    add: (city) => change(addTypedCity(city)),
    findProblem: (city) => findCityProblem(city, chosen),
  });
  const start = useMutation({
    mutationFn: (cities: string[]) =>
      runSearch(
        draft.categories.map(({ gcid }) => gcid),
        cities,
      ),
    onSuccess: ({ search_id }) => onStarted(search_id),
    onError: async (error) => {
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.searchError),
        ),
      );
      const running = findRunningSearchId(error);
      if (running !== undefined) await onStarted(running);
    },
  });
  const submit = () => {
    if (!own.check()) return;
    const all = typedCity.trim() === "" ? { cities: chosen } : addTypedCity(typedCity.trim());
    change(all);
    start.mutate(all.cities);
  };
  return (
    <div className="stack search-form">
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.cities.title)}
      </h2>
      <fieldset>
        <legend className="small soft">{t(($) => $.search.cities.legend)}</legend>
        <div className="choices">
          {SUGGESTED_CITIES.map((city) => (
            <Checkbox
              key={city}
              label={city}
              checked={chosen.includes(city)}
              disabled={full && !chosen.includes(city)}
              onChange={() => change({ cities: toggleItem(chosen, city, identity) })}
            />
          ))}
        </div>
      </fieldset>
      <CustomValueField
        own={own}
        label={t(($) => $.search.cities.custom)}
        hint={t(($) => $.search.cities.customHint)}
        add={t(($) => $.search.cities.add)}
      />
      <ChosenList
        title={t(($) => $.search.cities.chosen, { count: chosen.length })}
        items={chosen}
        getKey={identity}
        getName={identity}
        removeLabel={(name) => t(($) => $.search.cities.remove, { name })}
        onRemove={(city) => change({ cities: toggleItem(chosen, city, identity) })}
      />
      {full && <p className="soft small">{t(($) => $.search.cities.max)}</p>}
      {start.isError && (
        <Banner tone="bad" alert>
          {errorText(
            start.error,
            t(($) => $.search.errors.searchError),
          )}
        </Banner>
      )}
      <div className="row row-spread">
        <Button icon="back" onClick={() => change({ step: 2 })}>
          {t(($) => $.common.back)}
        </Button>
        <Button
          look="primary"
          icon="search"
          busy={start.isPending}
          onClick={submit}
          disabledReason={
            chosen.length === 0 && typedCity.trim() === "" ? t(($) => $.errors.cities_required) : undefined
          }
        >
          {t(($) => $.search.cities.submit)}
        </Button>
      </div>
    </div>
  );
}
