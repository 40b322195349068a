import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RADII_KM } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { placeSuggestionsQuery } from "../api/search-requests";
import { type ChosenCity, type ChosenPlace, findOfferedCity, formatCity, toChosenCity } from "../model/chosen-cities";

/**
 * How far around a chosen city companies are searched. An offered city becomes a place as soon as the directory tells
 * which one it is; a typed text has no radius.
 */
export function CityRadius({ chosen, change }: { chosen: ChosenCity; change: (place: ChosenPlace) => void }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const offered = typeof chosen === "string" ? findOfferedCity(chosen) : undefined;
  const { data } = useQuery({ ...placeSuggestionsQuery(offered ?? "", language), enabled: offered !== undefined });
  const suggestion = data?.places.find(({ city }) => city !== null && city === offered);
  const place = typeof chosen === "string" ? suggestion && toChosenCity(suggestion) : chosen;
  if (!place || typeof place === "string") return null;
  return (
    <select
      className="chosen-radius"
      aria-label={t(($) => $.search.cities.radius.label, { name: formatCity(chosen, language) })}
      value={place.radius_km}
      onChange={(event) => {
        const radius_km = RADII_KM.find((radius) => String(radius) === event.target.value) ?? 0;
        change({ ...place, radius_km });
      }}
    >
      {RADII_KM.map((km) => (
        <option key={km} value={km}>
          {km === 0 ? t(($) => $.search.cities.radius.town) : t(($) => $.search.cities.radius.around, { km })}
        </option>
      ))}
    </select>
  );
}
