import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { Category, Sector } from "../../../../worker/contract/search";
import { createStoredValue } from "../../../lib/stored-value";
import { useEventCallback } from "../../../lib/use-event-callback";
import { useUrlState } from "../../../lib/use-url-state";
import { ChosenCity } from "../model/chosen-cities";
import { SEARCH_PARAMETERS, SEARCH_STEPS } from "../model/search-mode";

/** The choices so far, stored for the session, so that leaving the page loses nothing. */
const SearchForm = z.object({
  step: z.literal([...SEARCH_STEPS]),
  query: z.string(),
  suggestions: z.array(Category),
  /** To choose from, for a job that exists in every one. */
  sectors: z._default(z.array(Sector), []),
  /** The query may be the name of a company. */
  mayBeName: z._default(z.boolean(), false),
  categories: z.array(Category),
  cities: z.array(ChosenCity),
  /** Typed but not added yet. */
  typedCategory: z._default(z.string(), ""),
  typedCity: z._default(z.string(), ""),
  /** The profile for the letters; null for the default one. */
  profileId: z._default(z.nullable(z.string()), null),
});
export type SearchForm = z.infer<typeof SearchForm>;

const EMPTY_SEARCH_FORM: SearchForm = {
  step: 1,
  query: "",
  suggestions: [],
  sectors: [],
  mayBeName: false,
  categories: [],
  cities: [],
  typedCategory: "",
  typedCity: "",
  profileId: null,
};
const storedSearchForm = createStoredValue<SearchForm>("session", "searchDraft", SearchForm, EMPTY_SEARCH_FORM);

/** Whether the choices so far lead to a step: an address may name one that is further on. */
export function canShowStep(
  { step, suggestions, sectors, mayBeName, categories }: SearchForm,
  wanted: SearchForm["step"],
): boolean {
  if (wanted <= step) return true;
  return categories.length > 0 || (wanted === 2 && (suggestions.length + sectors.length > 0 || mayBeName));
}

/**
 * The choices so far and their setters; every change is stored for the session. The step is that of the address, which
 * the stored one fills where it says none; another step is a new entry of the history.
 * @param isShown whether one of the steps is on screen
 */
export function useSearchForm(isShown: boolean) {
  const [stored, setStored] = useState<SearchForm>(() => storedSearchForm.read());
  const [url, changeUrl] = useUrlState(SEARCH_PARAMETERS);
  const step = url.step !== undefined && canShowStep(stored, url.step) ? url.step : stored.step;
  const write = (next: SearchForm) => {
    storedSearchForm.write(next);
    setStored(next);
  };
  const follow = useEventCallback(() => {
    if (url.step === undefined && step > 1) changeUrl({ step });
    if (step !== stored.step) write({ ...stored, step });
  });
  useEffect(() => {
    if (isShown) follow();
  });
  /** Makes the entry of the history name its step, so that Back leads to it. */
  const markStep = () => {
    if (isShown) changeUrl({ step });
  };
  return {
    draft: { ...stored, step },
    change: (part: Partial<SearchForm>) => {
      write({ ...stored, step, ...part });
      if (part.step === undefined || part.step === step) return;
      markStep();
      changeUrl({ step: part.step }, { push: true });
    },
    markStep,
    reset: () => write(EMPTY_SEARCH_FORM),
  };
}
