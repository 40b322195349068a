import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { TextField } from "../../../ui/form/field";
import { savedSearchesQuery } from "../api/saved-search-requests";

interface NameSearchDialogProps {
  title: string;
  /** The button that saves. */
  submit: string;
  /** Proposed at first. */
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a kept search. */
export function NameSearchDialog({ title, submit: label, name: proposed, onSave, onClose }: NameSearchDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(proposed.slice(0, LIMITS.savedSearchName));
  const [isBlank, setBlank] = useState(false);
  const save = useMutation({
    mutationFn: () => onSave(name.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: savedSearchesQuery().queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(name.trim() === "");
    if (name.trim() !== "" && !save.isPending) save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" type="submit" form={formId} busy={save.isPending}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer} locked={save.isPending}>
      <form id={formId} onSubmit={submit}>
        <TextField
          label={t(($) => $.search.saved.name)}
          value={name}
          maxLength={LIMITS.savedSearchName}
          data-first-focus
          error={isBlank ? t(($) => $.search.saved.blank) : save.isError ? errorText(save.error) : undefined}
          onChange={(event) => {
            setBlank(false);
            save.reset();
            setName(event.target.value);
          }}
        />
      </form>
    </Dialog>
  );
}
