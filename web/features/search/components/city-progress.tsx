import { useTranslation } from "react-i18next";
import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { countByCity } from "../model/rules-search";
import "./city-progress.css";

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
  return (
    <ol className="route" aria-label={t(($) => $.search.progress.route)}>
      {countByCity(cities, companies, places).map(({ city, count }) => (
        <li key={city} className={count > 0 || finished ? "reached" : undefined}>
          <span className="route-city">{city}</span>
          {count > 0 && <span className="soft numbers">{t(($) => $.search.progress.found, { count })}</span>}
        </li>
      ))}
    </ol>
  );
}
