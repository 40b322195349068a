import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../worker/contract/limits";
import type { Category } from "../../../worker/contract/search";
import { useShownLanguage } from "../../i18n/use-language";
import { categoryNames } from "../../lib/category-names";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { useStepHeading } from "../../ui/use-step-heading";
import { AddOwn } from "./add-own";
import { Chosen } from "./chosen";
import type { Draft } from "./draft";
import { customCategory, customProblem, toggle } from "./rules";
import { useOwn } from "./use-own";

const keyOf = ({ gcid }: Category) => gcid;

/** Step 2: the kinds of companies, among those suggested or one's own. */
export function CategoriesStep({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation();
  const heading = useStepHeading();
  const { categories: chosen, suggestions, query, typedCategory } = draft;
  const withTyped = (text: string) => ({ categories: [...chosen, customCategory(text)], typedCategory: "" });
  const own = useOwn({
    text: typedCategory,
    type: (typed) => change({ typedCategory: typed }),
    add: (text) => change(withTyped(text)),
    problemOf: (text) => customProblem(text, chosen),
  });
  const goOn = () => {
    if (own.check()) change({ ...(typedCategory.trim() !== "" && withTyped(typedCategory.trim())), step: 3 });
  };
  const isChosen = (category: Category) => chosen.some(({ gcid }) => gcid === category.gcid);
  const language = useShownLanguage();
  // They were suggested in the language of that moment, which may have been changed since.
  const names = useQuery(categoryNames([...new Set([...suggestions, ...chosen].map(keyOf))].sort(), language));
  const nameOf = ({ gcid, name }: Category) => names.data?.translations[gcid] ?? name;
  const full = chosen.length >= LIMITS.categories;
  return (
    <div className="stack search-form">
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.categories.title)}
      </h2>
      {suggestions.length === 0 && <p className="soft prose">{t(($) => $.search.categories.none, { query })}</p>}
      {suggestions.length > 0 && (
        <fieldset>
          <legend className="small soft">{t(($) => $.search.categories.legend, { query })}</legend>
          <div className="choices">
            {suggestions.map((category) => (
              <Checkbox
                key={category.gcid}
                label={nameOf(category)}
                checked={isChosen(category)}
                disabled={full && !isChosen(category)}
                onChange={() => change({ categories: toggle(chosen, category, keyOf) })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <AddOwn
        own={own}
        label={t(($) => $.search.categories.custom)}
        hint={t(($) => $.search.categories.customHint)}
        add={t(($) => $.search.categories.add)}
      />
      <Chosen
        title={t(($) => $.search.categories.chosen, { count: chosen.length })}
        items={chosen}
        keyOf={keyOf}
        nameOf={nameOf}
        removeLabel={(name) => t(($) => $.search.categories.remove, { name })}
        onRemove={(category) => change({ categories: toggle(chosen, category, keyOf) })}
      />
      {full && <p className="soft small">{t(($) => $.search.categories.max)}</p>}
      <div className="row row-spread">
        <Button icon="back" onClick={() => change({ step: 1 })}>
          {t(($) => $.common.back)}
        </Button>
        <Button
          look="primary"
          icon="arrow"
          onClick={goOn}
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
