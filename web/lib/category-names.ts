import { keepPreviousData } from "@tanstack/react-query";
import type { Language } from "../../worker/contract/fields";
import { translate } from "../../worker/contract/search";
import { queryOf } from "./query-client";

/** Names of categories in the language shown, by identifier; a failure is only logged, and the identifiers stand for themselves. */
export const categoryNames = (gcids: string[], language: Language) => ({
  ...queryOf(translate, { body: { gcids } }),
  queryKey: [translate.path, language, gcids],
  placeholderData: keepPreviousData,
  enabled: gcids.length > 0,
  staleTime: Infinity,
});
