import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSecurity } from "../../../../worker/contract/account";
import { useErrorCodeText, useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { getFormText } from "../../../lib/form-data";
import { endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { PasswordField } from "../../../ui/form/password-field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { reauthenticate, reauthenticateWithGoogle } from "../api/account-requests";
import { useGoogleCode } from "../hooks/use-google-code";
import type { FieldProblems } from "../model/form-validation";
import { GoogleSignInButton } from "./google-sign-in-button";

interface ReauthenticationDialogProps {
  email: string;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for the password or for Google, depending on the account. */
export function ReauthenticationDialog({ email, onConfirmed, onClose }: ReauthenticationDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const formId = useId();
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(getSecurity));
  const google = useGoogleCode() !== null && data?.has_google === true;
  const [busy, setBusy] = useState(false);
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t(($) => $.common.cancel)}
      </Button>
      {data?.has_password && (
        <Button type="submit" form={formId} look="primary" busy={busy}>
          {t(($) => $.account.reauthentication.submit)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t(($) => $.account.reauthentication.title)} onClose={onClose} locked={busy} footer={footer}>
      <div className="stack">
        <p className="prose">{t(($) => $.account.reauthentication.lead)}</p>
        {error && (
          <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
            {errorText(error)}
          </RetryBanner>
        )}
        {!data && !error && <Skeleton lines={2} label={t(($) => $.common.loading)} />}
        {data?.has_password && <PasswordForm id={formId} email={email} onBusy={setBusy} onConfirmed={onConfirmed} />}
        {google && (
          <GoogleSignInButton
            label={t(($) => $.account.reauthentication.google)}
            failed={t(($) => $.account.reauthentication.failed)}
            email={email}
            alone={!data.has_password}
            exchange={reauthenticateWithGoogle}
            onDone={onConfirmed}
          />
        )}
        {data && !data.has_password && !google && (
          <Banner tone="warn">{t(($) => $.account.reauthentication.none)}</Banner>
        )}
      </div>
    </Dialog>
  );
}

function PasswordForm({
  id,
  email,
  onBusy,
  onConfirmed,
}: {
  id: string;
  email: string;
  onBusy: (busy: boolean) => void;
  onConfirmed: () => void;
}) {
  const { t } = useTranslation();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFocusFirstError(problems);
  useEffect(() => {
    // The dialog opens after its children mount.
    const frame = requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[name='password']")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [form]);
  const confirm = useMutation({
    mutationFn: reauthenticate,
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: onConfirmed,
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const password = getFormText(new FormData(event.currentTarget), "password");
    setProblems(password === "" ? { password: "required" } : {});
    if (password !== "") confirm.mutate(password);
  };
  // An error shown at the field is not shown again above the form.
  const elsewhere = confirm.isError && problems.password === undefined;
  return (
    <form id={id} ref={form} noValidate className="stack" onSubmit={submit}>
      {elsewhere && (
        <Banner tone="bad" alert>
          {errorText(
            confirm.error,
            t(($) => $.account.reauthentication.failed),
          )}
        </Banner>
      )}
      {/* Password managers need the account's email address. */}
      <input hidden readOnly type="email" name="email" autoComplete="username" value={email} />
      <PasswordField
        label={t(($) => $.account.password)}
        name="password"
        autoComplete="current-password"
        required
        error={codeText(problems.password)}
      />
    </form>
  );
}
