import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { categoryNames } from "../../lib/category-names";
import { useSeen } from "../../lib/use-seen";
import { plainType, typesOf } from "./rules";

/** Names of business types in the user's language; the identifiers, made readable, until they are known or when they cannot be asked for. */
export function useTypeNames(companies: readonly Company[]): (type: string) => string {
  const types = useMemo(() => typesOf(companies), [companies]);
  const seen = useSeen();
  const names = categoryNames(types, useShownLanguage());
  const { data } = useQuery({ ...names, enabled: seen && names.enabled });
  return useCallback(
    (type) => {
      const name = data?.translations[type] ?? type;
      return name === type ? plainType(type) : name;
    },
    [data],
  );
}
