import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { listProfiles } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { WaitingMailsNotice } from "../../../ui/mail/waiting-mails-notice";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { setName } from "../api/account-requests";
import { useSessionChanges } from "../hooks/use-session";

/** Changes the name that stands in every mail. */
export function ChangeNameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { refreshSession } = useSessionChanges();
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError<HTMLFormElement>(attempt);
  const isBlank = typed.trim() === "";
  const save = useMutation({
    mutationFn: setName,
    onSuccess: async () => {
      await Promise.all([refreshSession(), client.invalidateQueries({ queryKey: toQueryKey(listProfiles) })]);
      notify.success(t(($) => $.account.settings.nameSaved));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt({});
    if (!isBlank && !save.isPending) save.mutate(typed.trim());
  };
  const footer = (
    <>
      <Button onClick={onClose} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" type="submit" form={id} busy={save.isPending}>
        {t(($) => $.account.settings.nameSave)}
      </Button>
    </>
  );
  return (
    <Dialog title={t(($) => $.account.settings.nameTitle)} onClose={onClose} locked={save.isPending} footer={footer}>
      <form id={id} ref={form} className="stack" noValidate onSubmit={submit}>
        <TextField
          label={t(($) => $.account.settings.name)}
          hint={t(($) => $.account.settings.nameHint)}
          autoComplete="name"
          maxLength={LIMITS.nameLength}
          data-first-focus
          value={typed}
          error={attempt !== null && isBlank ? t(($) => $.account.settings.nameRequired) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed.trim() !== name && <WaitingMailsNotice />}
        {save.isError && (
          <Banner tone="bad" alert>
            {errorText(
              save.error,
              t(($) => $.account.settings.saveError),
            )}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
