import { useTranslation } from "react-i18next";
import type { z } from "zod/mini";
import type { AmbiguousCities as AmbiguousCitiesBody, PlaceSuggestion } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { formatPlaceDetail } from "../model/chosen-cities";

interface AmbiguousCitiesProps {
  choices: z.infer<typeof AmbiguousCitiesBody>["choices"];
  choose: (text: string, place: PlaceSuggestion) => void;
}

/** Asks which of several places of one name is meant. */
export function AmbiguousCities({ choices, choose }: AmbiguousCitiesProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <Banner tone="warn" alert>
      <div className="stack stack-tight">
        <strong>{t(($) => $.search.cities.ambiguous.title)}</strong>
        {choices.map(({ city, places }) => (
          <fieldset key={city}>
            <legend className="small">{t(($) => $.search.cities.ambiguous.which, { text: city })}</legend>
            <div className="row ambiguous-places">
              {places.map((place) => (
                <Button key={place.id} size="small" onClick={() => choose(city, place)}>
                  {place.name} <span className="soft">{formatPlaceDetail(place, language)}</span>
                </Button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Banner>
  );
}
