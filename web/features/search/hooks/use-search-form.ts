import { useState } from "react";
import * as z from "zod/mini";
import { Category, Sector } from "../../../../worker/contract/search";
import { createStoredValue } from "../../../lib/stored-value";
import { ChosenCity } from "../model/chosen-cities";

/** The choices so far, stored for the session, so that leaving the page loses nothing. */
const SearchForm = z.object({
  step: z.literal([1, 2, 3]),
  query: z.string(),
  suggestions: z.array(Category),
  /** To choose from, for a job that exists in every one. */
  sectors: z._default(z.array(Sector), []),
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
  categories: [],
  cities: [],
  typedCategory: "",
  typedCity: "",
  profileId: null,
};
const storedSearchForm = createStoredValue<SearchForm>("session", "searchDraft", SearchForm, EMPTY_SEARCH_FORM);

/** The choices so far and their setters; every change is stored for the session. */
export function useSearchForm() {
  const [draft, setDraft] = useState<SearchForm>(() => storedSearchForm.read());
  const change = (part: Partial<SearchForm>) => {
    const next = { ...draft, ...part };
    storedSearchForm.write(next);
    setDraft(next);
  };
  return { draft, change, reset: () => change(EMPTY_SEARCH_FORM) };
}
