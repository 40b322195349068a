import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../../worker/contract/limits";
import { useErrorText } from "../../../../i18n/use-error-text";
import { Button } from "../../../../ui/button/button";
import { TextAreaField } from "../../../../ui/form/field";
import { previewPastedList, runPastedList } from "../../api/search-requests";
import { type ListStart, useStartList } from "../../hooks/use-start-list";
import { ListPreviewPanel } from "./list-preview";

interface PastedListProps extends ListStart {
  text: string;
  onText: (text: string) => void;
}

/** Addresses of sites, as many as the user likes, seen through before they are read. */
export function PastedList({ text, onText, profileId, ...followed }: PastedListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [blank, setBlank] = useState(false);
  const preview = useMutation({ mutationFn: previewPastedList });
  const start = useStartList((pasted: string) => runPastedList(pasted, profileId), followed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(text.trim() === "");
    if (text.trim() !== "" && !preview.isPending) preview.mutate(text);
  };
  return (
    <>
      <form className="stack" onSubmit={submit} noValidate>
        <TextAreaField
          label={t(($) => $.search.own.paste.label)}
          hint={t(($) => $.search.own.paste.hint)}
          value={text}
          maxLength={LIMITS.listText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t(($) => $.search.own.paste.example)}
          error={
            blank
              ? t(($) => $.search.own.paste.blank)
              : preview.isError
                ? errorText(
                    preview.error,
                    t(($) => $.search.own.preview.failed),
                  )
                : undefined
          }
          onChange={(event) => {
            setBlank(false);
            preview.reset();
            onText(event.target.value);
          }}
        />
        <div className="row">
          <Button type="submit" look={preview.data ? "plain" : "primary"} busy={preview.isPending}>
            {t(($) => $.search.own.paste.submit)}
          </Button>
        </div>
      </form>
      {preview.data && (
        <ListPreviewPanel preview={preview.data} start={start} onStart={() => start.mutate(preview.variables)} />
      )}
    </>
  );
}
