import { useState } from "react";
import { type SearchForm, EMPTY_SEARCH_FORM, storedSearchForm } from "../model/stored-search-form";

/** The choices so far and how to change them; every change is kept for the session. */
export function useSearchForm() {
  const [draft, setDraft] = useState<SearchForm>(() => storedSearchForm.read());
  const change = (part: Partial<SearchForm>) => {
    const next = { ...draft, ...part };
    storedSearchForm.write(next);
    setDraft(next);
  };
  return { draft, change, reset: () => change(EMPTY_SEARCH_FORM) };
}
