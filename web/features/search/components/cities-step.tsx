import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { LIMITS } from "../../../../worker/contract/limits";
import { AmbiguousCities as AmbiguousCitiesBody } from "../../../../worker/contract/search";
import { SUGGESTED_CITY_NAMES } from "../../../../worker/contract/suggested-cities";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { ApiError } from "../../../lib/api-error";
import { formatCountry } from "../../../lib/format";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { ProfileSelect } from "../../../ui/form/profile-select";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { Banner } from "../../../ui/status/banner";
import { Tag } from "../../../ui/status/tag";
import { notify } from "../../../ui/toast/notify";
import { runSearch } from "../api/search-requests";
import { useCustomValue } from "../hooks/use-custom-value";
import { usePlaceSuggestions } from "../hooks/use-place-suggestions";
import type { SearchForm } from "../hooks/use-search-form";
import {
  type ChosenCity,
  findCityProblem,
  findOfferedCity,
  findTypedSuggestion,
  formatCity,
  getCityKey,
  listOfferedCities,
  toChosenCity,
  toSearchTargets,
} from "../model/chosen-cities";
import { toggleItem } from "../model/custom-values";
import { findRunningSearchId } from "../model/running-search";
import { AmbiguousCities } from "./ambiguous-cities";
import { ChosenList } from "./chosen-list";
import { CityField } from "./city-field";
import { CityRadius } from "./city-radius";

/** Parses what an error answer adds to its code; undefined when it adds something else. */
function parseErrorBody<T>(error: unknown, schema: z.ZodMiniType<T>): T | undefined {
  const parsed = schema.safeParse(error instanceof ApiError ? error.body : undefined);
  return parsed.success ? parsed.data : undefined;
}

interface CitiesStepProps {
  draft: SearchForm;
  change: (part: Partial<SearchForm>) => void;
  onStarted: (id: string) => Promise<void>;
}

/** Step 3: the cities. Starting leads to the results; a failure stays here. */
export function CitiesStep({ draft, change, onStarted }: CitiesStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const heading = useStepHeading();
  const { cities: chosen, typedCity } = draft;
  const found = usePlaceSuggestions(typedCity);
  const full = chosen.length >= LIMITS.cities;
  /** The list with a city more, and an empty field; a city that is there already stays as it is. */
  const withCity = (city: ChosenCity) => ({
    cities: chosen.some((other) => getCityKey(other) === getCityKey(city)) ? chosen : [...chosen, city],
    typedCity: "",
  });
  // Typed names that nobody knows: they may be misspelt.
  const [unknown, setUnknown] = useState<ReadonlySet<string>>(new Set());
  const isUnknown = found.isFresh && found.problem === null && found.suggestions.length === 0;
  const withText = (text: string) => {
    if (isUnknown && findOfferedCity(text) === undefined) setUnknown((before) => new Set([...before, text]));
    return withCity(text);
  };
  const withTypedCity = (text: string) => {
    const suggestion = found.isFresh ? findTypedSuggestion(text, found.suggestions) : undefined;
    const city = suggestion && toChosenCity(suggestion);
    return city ? withCity(city) : withText(text);
  };
  const replace = (key: string, city: ChosenCity) =>
    change({ cities: chosen.map((other) => (getCityKey(other) === key ? city : other)) });
  const own = useCustomValue({
    text: typedCity,
    type: (typed) => change({ typedCity: typed }),
    add: (city) => change(withTypedCity(city)),
    findProblem: (city) => findCityProblem(city, chosen, language),
  });
  const profiles = useProfiles();
  // One that was deleted since counts as the default one.
  const profile = profiles.find(({ id }) => id === draft.profileId);
  const start = useMutation({
    mutationFn: (cities: ChosenCity[]) => {
      const targets = toSearchTargets(cities);
      return runSearch(
        draft.categories.map(({ gcid }) => gcid),
        targets.cities,
        targets.places,
        profile?.id,
      );
    },
    onSuccess: ({ search_id }) => onStarted(search_id),
    onError: async (error) => {
      // Any other failure is shown on this screen.
      const running = findRunningSearchId(error);
      if (running === undefined) return;
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.searchError),
        ),
      );
      await onStarted(running);
    },
  });
  const ambiguous = parseErrorBody(start.error, AmbiguousCitiesBody)?.choices;
  /** Those whose text is still among the chosen ones. */
  const unclear = ambiguous?.filter(({ city }) => chosen.includes(city)) ?? [];
  const submit = () => {
    if (!own.check()) return;
    const all = typedCity.trim() === "" ? { cities: chosen } : withTypedCity(typedCity.trim());
    change(all);
    start.mutate(all.cities);
  };
  return (
    <div className="stack search-form">
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.cities.title)}
      </h2>
      <CityField
        own={own}
        found={found}
        choose={(place) => {
          const city = toChosenCity(place);
          if (city !== null && own.check()) change(withCity(city));
        }}
        chooseText={() => {
          if (own.check()) change(withText(typedCity.trim()));
        }}
      />
      <fieldset>
        <legend className="small soft">{t(($) => $.search.cities.legend)}</legend>
        <div className="choices choices-short">
          {listOfferedCities(language).map((city) => {
            const isChosen = chosen.some((other) => findOfferedCity(other) === city);
            const { names, country } = SUGGESTED_CITY_NAMES[city];
            return (
              <Checkbox
                key={city}
                label={names[language]}
                hint={`(${formatCountry(country, language)})`}
                checked={isChosen}
                disabled={full && !isChosen}
                onChange={() => change({ cities: toggleItem<ChosenCity>(chosen, city, getCityKey) })}
              />
            );
          })}
        </div>
      </fieldset>
      <ChosenList
        // What is typed counts too, once the search is started.
        title={
          chosen.length === 0 && typedCity.trim() !== ""
            ? undefined
            : t(($) => $.search.cities.chosen, { count: chosen.length })
        }
        items={chosen}
        getKey={getCityKey}
        getName={(city) => formatCity(city, language)}
        removeLabel={(name) => t(($) => $.search.cities.remove, { name })}
        onRemove={(city) => change({ cities: toggleItem<ChosenCity>(chosen, city, getCityKey) })}
        renderControl={(city) =>
          typeof city === "string" && unknown.has(city) ? (
            <Tag tone="warn">{t(($) => $.search.cities.unknown)}</Tag>
          ) : (
            <CityRadius chosen={city} change={(place) => replace(getCityKey(city), place)} />
          )
        }
      />
      <ProfileSelect
        profiles={profiles}
        value={draft.profileId}
        hint={t(($) => $.search.cities.profileHint)}
        onChange={(profileId) => change({ profileId })}
      />
      {full && <p className="soft small">{t(($) => $.search.cities.max)}</p>}
      {unclear.length > 0 && (
        <AmbiguousCities
          choices={unclear}
          choose={(text, place) => replace(getCityKey(text), { ...place, city: null, radius_km: 0 })}
        />
      )}
      {start.isError && !ambiguous && (
        <Banner tone="bad" alert>
          {errorText(
            start.error,
            t(($) => $.search.errors.searchError),
          )}
        </Banner>
      )}
      <div className="row row-spread step-actions">
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
