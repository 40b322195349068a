import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { categoryNamesQuery } from "../../../lib/category-names-query";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { toReadableType, listBusinessTypes } from "../model/business-types";

/**
 * Names of business types in the user's language.
 * @param waiting shown until they are loaded, in place of readable identifiers
 */
export function useTypeNames(
  companies: readonly Pick<Company, "business_type">[],
  waiting?: string,
): (type: string) => string {
  const types = useMemo(() => listBusinessTypes(companies), [companies]);
  const painted = useAfterFirstPaint();
  const names = categoryNamesQuery(types, useShownLanguage());
  const { data, isError } = useQuery({ ...names, enabled: painted && names.enabled });
  return useCallback(
    (type) => {
      const name = data?.translations[type] ?? (isError ? type : (waiting ?? type));
      return name === type ? toReadableType(type) : name;
    },
    [data, isError, waiting],
  );
}
