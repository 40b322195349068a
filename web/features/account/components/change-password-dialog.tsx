import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordBody, getSecurity } from "../../../../worker/contract/account";
import { useErrorCodeText, useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { getFormText } from "../../../lib/form-data";
import { toQueryKey } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { PasswordField } from "../../../ui/form/password-field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { setPassword } from "../api/account-requests";
import { type FieldProblems, findNewPasswordProblems, validateForm } from "../model/form-validation";
import { NewPasswordFields } from "./new-password-fields";
import { needsRecentSignIn, useRecentSignIn } from "./use-recent-sign-in";

/** Changes the password, or sets the first one of an account that signs in with Google. */
export function ChangePasswordDialog({
  email,
  hasPassword,
  onClose,
}: {
  email: string;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const formId = useId();
  const { confirmSignIn, dialog } = useRecentSignIn(email);
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFocusFirstError(problems);
  const save = useMutation({
    mutationFn: setPassword,
    onSuccess: () => {
      notify.success(t(($) => $.account.security.changed));
      onClose();
      void client.invalidateQueries({ queryKey: toQueryKey(getSecurity) });
    },
    onError: (error, body) => {
      if (error instanceof ApiError) setProblems(error.fields);
      if (needsRecentSignIn(error)) confirmSignIn(() => save.mutate(body));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const formData = new FormData(event.currentTarget);
    const body = {
      new_password: getFormText(formData, "new_password"),
      ...(hasPassword && { current_password: getFormText(formData, "current_password") }),
    };
    const found = {
      ...validateForm(PasswordBody, body),
      ...findNewPasswordProblems(body, getFormText(formData, "confirmation")),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate(body);
  };
  const elsewhere = save.isError && !needsRecentSignIn(save.error) && Object.keys(problems).length === 0;
  const confirmationError =
    problems.confirmation === "password_mismatch"
      ? t(($) => $.account.passwordMismatch)
      : codeText(problems.confirmation);
  const footer = (
    <>
      <Button onClick={onClose} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={formId} look="primary" busy={save.isPending}>
        {t(($) => $.account.security.save)}
      </Button>
    </>
  );
  const title = hasPassword ? t(($) => $.account.security.change) : t(($) => $.account.security.choose);
  return (
    <>
      <Dialog title={title} onClose={onClose} locked={save.isPending} footer={footer}>
        <form id={formId} ref={form} noValidate className="stack" onSubmit={submit}>
          <p className="prose">{t(($) => $.account.security.others)}</p>
          {elsewhere && (
            <Banner tone="bad" alert>
              {errorText(
                save.error,
                t(($) => $.account.security.changeError),
              )}
            </Banner>
          )}
          {/* Password managers need the account's email address. */}
          <input hidden readOnly type="email" name="email" autoComplete="username" value={email} />
          {hasPassword && (
            <PasswordField
              label={t(($) => $.account.security.current)}
              name="current_password"
              autoComplete="current-password"
              required
              error={codeText(problems.current_password)}
            />
          )}
          <NewPasswordFields
            name="new_password"
            label={t(($) => $.account.security.new)}
            error={codeText(problems.new_password)}
            confirmLabel={t(($) => $.account.security.confirm)}
            confirmError={confirmationError}
          />
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
