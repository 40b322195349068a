import { keepPreviousData } from "@tanstack/react-query";
import type { Answer } from "../../worker/contract/endpoint";
import type { Language } from "../../worker/contract/field-schemas";
import { translateCategories } from "../../worker/contract/search";
import { callApi } from "./api-client";
import { endpointQuery } from "./query-client";

/** Names of categories by identifier. A failure is only logged: the identifiers are shown instead. */
export const categoryNamesQuery = (gcids: string[], language: Language) => ({
  ...endpointQuery(translateCategories, { body: { gcids, language } }),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchTranslations(gcids, language, signal),
  queryKey: [translateCategories.path, language, gcids],
  placeholderData: keepPreviousData,
  enabled: gcids.length > 0,
  staleTime: Infinity,
});

async function fetchTranslations(
  gcids: string[],
  language: Language,
  signal: AbortSignal,
): Promise<Answer<typeof translateCategories>> {
  try {
    return await callApi(translateCategories, { body: { gcids, language }, signal });
  } catch (error) {
    if (!signal.aborted) console.warn("Category names could not be loaded", error);
    throw error;
  }
}
