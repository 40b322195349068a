import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { TextField } from "../../../ui/form/field";
import { Section } from "../../../ui/page/section";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { deleteAccount } from "../api/account-requests";
import { useSessionChanges } from "../hooks/use-session";
import { needsRecentSignIn, useRecentSignIn } from "./use-recent-sign-in";

export function DeleteAccountSection({ email }: { email: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t(($) => $.account.settings.dangerTitle)} lead={t(($) => $.account.settings.dangerLead)}>
      <div>
        <Button look="danger" icon="trash" onClick={() => setAsking(true)}>
          {t(($) => $.account.settings.delete)}
        </Button>
      </div>
      {asking && <DeleteAccountDialog email={email} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { clearSession } = useSessionChanges();
  const [, navigate] = useLocation();
  const { confirmSignIn, dialog } = useRecentSignIn(email);
  const [typed, setTyped] = useState("");
  const matches = typed.trim().toLowerCase() === email.toLowerCase();
  const remove = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => {
      clearSession();
      navigate("/");
      notify.success(t(($) => $.account.settings.deleted));
    },
    onError: (error) => {
      if (needsRecentSignIn(error)) confirmSignIn(() => remove.mutate());
    },
  });
  const failed = remove.isError && !needsRecentSignIn(remove.error);
  const footer = (
    <>
      <Button onClick={onClose} disabled={remove.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button
        look="danger"
        busy={remove.isPending}
        disabledReason={matches ? undefined : t(($) => $.account.settings.deleteMismatch)}
        onClick={() => remove.mutate()}
      >
        {t(($) => $.account.settings.deleteConfirm)}
      </Button>
    </>
  );
  return (
    <>
      <Dialog
        title={t(($) => $.account.settings.deleteQuestion)}
        onClose={onClose}
        locked={remove.isPending}
        footer={footer}
      >
        <div className="stack">
          <p>{t(($) => $.account.settings.dangerLead)}</p>
          <TextField
            label={t(($) => $.account.settings.deleteType, { email })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          {failed && (
            <Banner tone="bad" alert>
              {errorText(
                remove.error,
                t(($) => $.account.settings.deleteAccountError),
              )}
            </Banner>
          )}
        </div>
      </Dialog>
      {dialog}
    </>
  );
}
