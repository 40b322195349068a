import { useTranslation } from "react-i18next";
import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCity } from "../model/chosen-cities";
import { countByCity } from "../model/rules-search";

/** The cities of a search as stops on a road, each with the number of companies found. */
export function CityProgress({
  cities,
  places,
  companies,
  finished,
}: {
  cities: readonly string[];
  places: Search["places"];
  companies: readonly FoundCompany[];
  finished: boolean;
}) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <ol className="route" aria-label={t(($) => $.search.progress.route)}>
      {countByCity(cities, companies, places).map(({ city, count }) => (
        <li key={city} className={count > 0 || finished ? "reached" : undefined}>
          <span className="route-city">{formatCity(city, language)}</span>
          {count > 0 && <span className="soft numbers">{t(($) => $.search.progress.found, { count })}</span>}
        </li>
      ))}
    </ol>
  );
}
