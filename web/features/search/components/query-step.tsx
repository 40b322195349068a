import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { Button } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import { useArrivalFocus } from "../../../ui/form/use-arrival-focus";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { suggestCategories } from "../api/search-requests";
import type { SearchForm } from "../hooks/use-search-form";
import { keepSuggested, tickSure } from "../model/custom-values";

interface QueryStepProps {
  draft: SearchForm;
  change: (part: Partial<SearchForm>) => void;
}

/** Step 1: the kind of work; continues once categories are suggested. */
export function QueryStep({ draft, change }: QueryStepProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const heading = useStepHeading();
  // After the heading, which would take the focus from it.
  const field = useArrivalFocus();
  const suggest = useMutation({
    mutationFn: () => suggestCategories(draft.query, language),
    onSuccess: ({ categories: suggestions, sectors, sure, may_be_name: mayBeName }) => {
      const kept = keepSuggested(draft.categories, suggestions, sectors);
      change({ suggestions, sectors, mayBeName, categories: tickSure(kept, suggestions, sure), step: 2 });
    },
  });
  const form = useFocusFirstError(suggest.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!suggest.isPending) suggest.mutate();
  };
  return (
    <form ref={form} className="stack search-form" onSubmit={submit} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.query.title)}
      </h2>
      <TextField
        ref={field}
        label={t(($) => $.search.query.label)}
        hint={t(($) => $.search.query.hint)}
        value={draft.query}
        maxLength={LIMITS.queryLength}
        autoComplete="off"
        error={
          suggest.isError
            ? errorText(
                suggest.error,
                t(($) => $.search.errors.categoriesError),
              )
            : undefined
        }
        onChange={(event) => {
          suggest.reset();
          change({ query: event.target.value });
        }}
      />
      <div className="row row-spread">
        <span className="soft small numbers">
          {t(($) => $.search.query.count, { count: draft.query.length, max: LIMITS.queryLength })}
        </span>
        <Button type="submit" look="primary" icon="arrow" busy={suggest.isPending}>
          {t(($) => $.search.query.submit)}
        </Button>
      </div>
    </form>
  );
}
