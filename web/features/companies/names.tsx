import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { countryName } from "../../lib/format";
import { useSeen } from "../../lib/use-seen";
import { useCards } from "../../ui/use-cards";
import { plainType } from "./rules";
import { useTypeNames } from "./use-type-names";

const Types = createContext<(type: string) => string>(plainType);
const Countries = createContext<(code: string) => string>((code) => code);
/** What a business type is called, for what stands in a row. */
export const useTypeName = () => useContext(Types);
/** What a country is called, for what stands in a row. */
export const useCountryName = () => useContext(Countries);

/** Keeps the line. */
const NOTHING_YET = "\u00a0";

/**
 * Around rows that name business types and countries: the names come after the rows, of which then nothing else is drawn again. Those of types
 * have to be asked for, and the browser takes as long to have its countries ready as a row takes to be drawn ten times.
 */
export function Names({ companies, children }: { companies: readonly Company[]; children: ReactNode }) {
  const [language, seen, cards] = [useShownLanguage(), useSeen(), useCards()];
  // A card has no room for a country.
  const wanted = seen && !cards;
  const country = useCallback(
    (code: string) => (wanted ? countryName(code, language) : NOTHING_YET),
    [wanted, language],
  );
  return (
    <Countries value={country}>
      <Types value={useTypeNames(companies)}>{children}</Types>
    </Countries>
  );
}
