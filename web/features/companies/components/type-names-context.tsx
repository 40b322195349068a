import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCountry } from "../../../lib/format";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { useCardLayout } from "../../../ui/table/use-card-layout";
import { useTypeNames } from "../hooks/use-type-names";
import { toReadableType } from "../model/business-types";

const TypeNamesContext = createContext<(type: string) => string>(toReadableType);
const CountryNamesContext = createContext<(code: string) => string>((code) => code);
/** The name of a business type, for cells. */
export const useTypeName = () => useContext(TypeNamesContext);
/** The name of a country, for cells. */
export const useCountryName = () => useContext(CountryNamesContext);

/** Keeps the line's height. */
const NAME_PLACEHOLDER = "\u00a0";

/**
 * Provides names of business types and countries to rows. They arrive after the first paint and only their cells
 * render again: type names are fetched, and loading the country names takes a browser as long as rendering ten rows.
 */
export function TypeNamesProvider({ companies, children }: { companies: readonly Company[]; children: ReactNode }) {
  const [language, painted, cards] = [useShownLanguage(), useAfterFirstPaint(), useCardLayout()];
  // Cards do not show the country.
  const wanted = painted && !cards;
  const country = useCallback(
    (code: string) => (wanted ? formatCountry(code, language) : NAME_PLACEHOLDER),
    [wanted, language],
  );
  return (
    <CountryNamesContext value={country}>
      <TypeNamesContext value={useTypeNames(companies, NAME_PLACEHOLDER)}>{children}</TypeNamesContext>
    </CountryNamesContext>
  );
}
