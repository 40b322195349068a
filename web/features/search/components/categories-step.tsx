import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import type { Category, Sector } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { categoryNamesQuery } from "../../../lib/category-names-query";
import { Button } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { useCustomValue } from "../hooks/use-custom-value";
import type { SearchForm } from "../hooks/use-search-form";
import {
  toCustomCategory,
  toNamedCompanies,
  findCustomCategoryProblem,
  listMissing,
  toggleItem,
  toggleSector,
} from "../model/custom-values";
import { ChosenList } from "./chosen-list";
import { CustomValueField } from "./custom-value-field";

const getGcid = ({ gcid }: Category) => gcid;

/** Step 2: the kinds of companies, by sector, suggested or typed. */
export function CategoriesStep({ draft, change }: { draft: SearchForm; change: (part: Partial<SearchForm>) => void }) {
  const { t } = useTranslation();
  const heading = useStepHeading();
  const { categories: chosen, suggestions, sectors, mayBeName, query, typedCategory } = draft;
  const addTypedCategory = (text: string) => ({ categories: [...chosen, toCustomCategory(text)], typedCategory: "" });
  const own = useCustomValue({
    text: typedCategory,
    type: (typed) => change({ typedCategory: typed }),
    add: (text) => change(addTypedCategory(text)),
    findProblem: (text) => findCustomCategoryProblem(text, chosen),
  });
  const continueToCities = () => {
    if (own.check()) change({ ...(typedCategory.trim() !== "" && addTypedCategory(typedCategory.trim())), step: 3 });
  };
  const isChosen = (category: Category) => chosen.some(({ gcid }) => gcid === category.gcid);
  const language = useShownLanguage();
  // Suggestions are in the language of that time; translate them to the current one.
  const shown = [...suggestions, ...chosen, ...sectors.flatMap(({ categories }) => categories)];
  const shownIds = new Set([...shown.map(getGcid), ...sectors.map(({ id }) => id)]);
  const names = useQuery(categoryNamesQuery([...shownIds].sort(), language));
  const getCategoryName = ({ gcid, name }: Category) => names.data?.translations[gcid] ?? name;
  const getSectorName = ({ id, name }: Sector) => names.data?.translations[id] ?? name;
  const named = toNamedCompanies(query);
  const full = chosen.length >= LIMITS.categories;
  // Those with a box above are seen and removed there.
  const others = chosen.filter(({ gcid }) => !suggestions.some((each) => each.gcid === gcid) && gcid !== named.gcid);
  const canBeNamed = mayBeName && findCustomCategoryProblem(named.name, []) === undefined;
  return (
    <div className="stack search-form">
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.categories.title)}
      </h2>
      {sectors.length > 0 && (
        <fieldset>
          <legend>{t(($) => $.search.categories.sectors)}</legend>
          <p className="small soft">{t(($) => $.search.categories.sectorsHint, { query })}</p>
          <div className="choices">
            {sectors.map((sector) => {
              const missing = listMissing(sector, chosen);
              const isUntouched = missing.length === sector.categories.length;
              return (
                <Checkbox
                  key={sector.id}
                  label={getSectorName(sector)}
                  hint={sector.categories.map(getCategoryName).join(", ")}
                  checked={missing.length === 0}
                  mixed={!isUntouched}
                  disabled={full && isUntouched}
                  onChange={() => change({ categories: toggleSector(chosen, sector) })}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      {canBeNamed && (
        <Checkbox
          label={t(($) => $.search.categories.named, { query: query.trim() })}
          hint={t(($) => $.search.categories.namedHint)}
          checked={isChosen(named)}
          disabled={full && !isChosen(named)}
          onChange={() => change({ categories: toggleItem(chosen, named, getGcid) })}
        />
      )}
      {suggestions.length === 0 && !canBeNamed && (
        <p className="soft prose">{t(($) => $.search.categories.none, { query })}</p>
      )}
      {suggestions.length > 0 && (
        <fieldset>
          <legend className="small soft">{t(($) => $.search.categories.legend, { query })}</legend>
          <div className="choices">
            {suggestions.map((category) => (
              <Checkbox
                key={category.gcid}
                label={getCategoryName(category)}
                checked={isChosen(category)}
                disabled={full && !isChosen(category)}
                onChange={() => change({ categories: toggleItem(chosen, category, getGcid) })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <CustomValueField
        own={own}
        label={t(($) => $.search.categories.custom)}
        hint={t(($) => $.search.categories.customHint)}
        add={t(($) => $.search.categories.add)}
      />
      <ChosenList
        title={
          others.length > 0
            ? t(($) => $.search.categories.others)
            : chosen.length === 0 && typedCategory.trim() === ""
              ? t(($) => $.search.categories.noneChosen)
              : undefined
        }
        items={others}
        getKey={getGcid}
        getName={getCategoryName}
        removeLabel={(name) => t(($) => $.search.categories.remove, { name })}
        onRemove={(category) => change({ categories: toggleItem(chosen, category, getGcid) })}
      />
      {full && <p className="soft small">{t(($) => $.search.categories.max)}</p>}
      <div className="row row-spread step-actions">
        <Button icon="back" onClick={() => change({ step: 1 })}>
          {t(($) => $.common.back)}
        </Button>
        <Button
          look="primary"
          icon="arrow"
          onClick={continueToCities}
          disabledReason={
            chosen.length === 0 && typedCategory.trim() === "" ? t(($) => $.errors.categories_required) : undefined
          }
        >
          {t(($) => $.common.next)}
        </Button>
      </div>
    </div>
  );
}
