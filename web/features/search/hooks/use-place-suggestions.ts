import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LIMITS } from "../../../../worker/contract/limits";
import type { SuggestedPlace } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { ApiError } from "../../../lib/api-error";
import { useDebouncedValue } from "../../../lib/use-debounced-value";
import { placeSuggestionsQuery } from "../api/search-requests";

/** Two quick letters make one request. */
const TYPING_PAUSE_MS = 150;

export interface PlaceSuggestions {
  /** While the next ones load, those of the text before. */
  suggestions: readonly SuggestedPlace[];
  /** They are those of the present text. */
  isFresh: boolean;
  /** `offline`: the connection is lost; `failed`: the server has none. */
  problem: "offline" | "failed" | null;
}

/** Places for what is being typed; an earlier request is aborted. */
export function usePlaceSuggestions(text: string): PlaceSuggestions {
  const language = useShownLanguage();
  const typed = text.trim();
  const settled = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const isAsked = settled !== "" && settled.length <= LIMITS.cityLength;
  const { data, isPlaceholderData, error } = useQuery({
    ...placeSuggestionsQuery(settled, language),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (typed === "" || !isAsked) return { suggestions: [], isFresh: false, problem: null };
  const isSettled = typed === settled;
  if (error && isSettled) {
    const isOffline = error instanceof ApiError && error.code === "offline";
    return { suggestions: [], isFresh: true, problem: isOffline ? "offline" : "failed" };
  }
  return {
    suggestions: data?.places ?? [],
    isFresh: isSettled && data !== undefined && !isPlaceholderData,
    problem: null,
  };
}
