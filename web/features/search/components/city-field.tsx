import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import type { SuggestedPlace } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { foldText } from "../../../lib/fold-text";
import { Button } from "../../../ui/button/button";
import { Combobox, type ComboboxOption } from "../../../ui/form/combobox";
import { useArrivalFocus } from "../../../ui/form/use-arrival-focus";
import type { CustomValue } from "../hooks/use-custom-value";
import type { PlaceSuggestions } from "../hooks/use-place-suggestions";
import { formatPlaceDetail } from "../model/chosen-cities";

interface CityFieldProps {
  own: CustomValue;
  found: PlaceSuggestions;
  choose: (place: SuggestedPlace) => void;
  /** Adds the text as it was typed. */
  chooseText: () => void;
}

/** The field for a city, with the places that its text may mean. */
export function CityField({ own, found, choose, chooseText }: CityFieldProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { text, type, problem, place, submit, leave } = own;
  const field = useArrivalFocus();
  const { suggestions, isFresh, problem: trouble } = found;
  const typed = text.trim();
  const toOption = (suggestion: SuggestedPlace): ComboboxOption => ({
    key: suggestion.id ?? suggestion.city ?? suggestion.name,
    content: (
      <>
        <span>{suggestion.name}</span>
        <span className="soft small">{formatPlaceDetail(suggestion, language)}</span>
      </>
    ),
    choose: () => choose(suggestion),
  });
  const isNamed = suggestions[0] !== undefined && foldText(suggestions[0].name) === foldText(typed);
  const asWritten: ComboboxOption = {
    key: "as-written",
    content: <span>{t(($) => $.search.cities.suggestions.asWritten, { text: typed })}</span>,
    choose: chooseText,
  };
  const options = [...suggestions.map(toOption), ...(isFresh && !isNamed ? [asWritten] : [])];
  const findNote = () => {
    if (typed === "" || typed.length > LIMITS.cityLength || suggestions.length > 0) return undefined;
    if (trouble !== null) return t(($) => $.search.cities.suggestions.trouble[trouble]);
    return isFresh ? t(($) => $.search.cities.suggestions.none) : t(($) => $.search.cities.suggestions.loading);
  };
  const note = findNote();
  return (
    <div ref={place} className="add-own">
      <Combobox
        ref={field}
        label={t(($) => $.search.cities.custom)}
        hint={t(($) => $.search.cities.customHint)}
        error={problem && t(($) => $.search.problem[problem])}
        value={text}
        onChange={type}
        options={typed === "" ? [] : options}
        listLabel={t(($) => $.search.cities.suggestions.label)}
        isFirstTaken={isFresh}
        note={note}
        announcement={
          isFresh && trouble === null
            ? t(($) => $.search.cities.suggestions.count, { count: suggestions.length })
            : (note ?? "")
        }
        onSubmit={submit}
        onBlur={leave}
      />
      {/* Keeps the focus in the field for the next city. */}
      <Button icon="plus" onMouseDown={(event) => event.preventDefault()} onClick={submit}>
        {t(($) => $.search.cities.add)}
      </Button>
    </div>
  );
}
