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
/** What a business type is called, for what stands in a row. */
export const useTypeName = () => useContext(TypeNamesContext);
/** What a country is called, for what stands in a row. */
export const useCountryName = () => useContext(CountryNamesContext);

/** Keeps the line. */
const NAME_PLACEHOLDER = "\u00a0";

/**
 * Around rows that name business types and countries: the names come after the rows, of which then nothing else is drawn again. Those of types
 * have to be asked for, and the browser takes as long to have its countries ready as a row takes to be drawn ten times.
 */
export function TypeNamesProvider({ companies, children }: { companies: readonly Company[]; children: ReactNode }) {
  const [language, painted, cards] = [useShownLanguage(), useAfterFirstPaint(), useCardLayout()];
  // A card has no room for a country.
  const wanted = painted && !cards;
  const country = useCallback(
    (code: string) => (wanted ? formatCountry(code, language) : NAME_PLACEHOLDER),
    [wanted, language],
  );
  return (
    <CountryNamesContext value={country}>
      <TypeNamesContext value={useTypeNames(companies)}>{children}</TypeNamesContext>
    </CountryNamesContext>
  );
}
