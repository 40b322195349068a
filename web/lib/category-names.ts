import { keepPreviousData } from "@tanstack/react-query";
import type { Answer } from "../../worker/contract/endpoint";
import type { Language } from "../../worker/contract/fields";
import { translate } from "../../worker/contract/search";
import { call } from "./http";
import { queryOf } from "./query-client";

/** Names of categories in the language shown, by identifier; a failure is only logged, and the identifiers stand for themselves. */
export const categoryNames = (gcids: string[], language: Language) => ({
  ...queryOf(translate, { body: { gcids, language } }),
  queryFn: ({ signal }: { signal: AbortSignal }) => translated(gcids, language, signal),
  queryKey: [translate.path, language, gcids],
  placeholderData: keepPreviousData,
  enabled: gcids.length > 0,
  staleTime: Infinity,
});

async function translated(gcids: string[], language: Language, signal: AbortSignal): Promise<Answer<typeof translate>> {
  try {
    return await call(translate, { body: { gcids, language }, signal });
  } catch (error) {
    if (!signal.aborted) console.warn("The names of categories could not be had", error);
    throw error;
  }
}
