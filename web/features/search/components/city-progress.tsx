import { useTranslation } from "react-i18next";
import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { formatCount } from "../../../i18n/typography";
import { useShownLanguage } from "../../../i18n/use-language";
import { useFocusableScroller } from "../../../ui/dialog/use-focusable-scroller";
import { formatCity } from "../model/chosen-cities";
import { countByCity } from "../model/rules-search";

/** The cities of a search as stops on a road, each with the number of companies found; last, those of other towns. */
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
  const road = useFocusableScroller();
  const counted = countByCity(cities, companies, places);
  const named = counted.stops.map((stop) => ({
    ...stop,
    name: formatCity(stop.city, language),
  }));
  const towns = named.map(({ name }) => name.replace(/ \(.*\)$/u, ""));
  // The country only where two towns of one name are searched.
  const stops = new Set(towns).size < towns.length ? named : named.map((stop, at) => ({ ...stop, name: towns[at] }));
  return (
    // A road of many cities is scrolled sideways.
    <div ref={road} className="route-frame">
      <ol className="route" aria-label={t(($) => $.search.progress.route)}>
        {stops.map(({ city, count, name }) => (
          <li key={city} className={count > 0 || finished ? "reached" : undefined}>
            <span className="route-city">{name}</span>
            {count > 0 && <span className="soft numbers">{formatCount(count, language)}</span>}
          </li>
        ))}
        {counted.elsewhere > 0 && (
          <li className="reached">
            <span>{t(($) => $.search.progress.elsewhere)}</span>
            <span className="soft numbers">{formatCount(counted.elsewhere, language)}</span>
          </li>
        )}
      </ol>
    </div>
  );
}
