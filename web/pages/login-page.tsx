import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { login, signInWithGoogle } from "../features/account/api/account-requests";
import { GoogleSignInButton } from "../features/account/components/google-sign-in-button";
import { useGoogleCode } from "../features/account/hooks/use-google-code";
import { useSessionChanges } from "../features/account/hooks/use-session";
import type { FieldProblems } from "../features/account/model/form-validation";
import { storedReturnPath } from "../features/account/model/stored-return-path";
import { useErrorCodeText, useErrorText } from "../i18n/use-error-text";
import { useShownLanguage } from "../i18n/use-language";
import { AuthLayout } from "../layouts/auth-layout";
import { ApiError } from "../lib/api-error";
import { getFormText } from "../lib/form-data";
import { Button } from "../ui/button/button";
import { TextField } from "../ui/form/field";
import { PasswordField } from "../ui/form/password-field";
import { useFocusFirstError } from "../ui/form/use-focus-first-error";
import { Banner } from "../ui/status/banner";

export function LoginPage() {
  const { t } = useTranslation();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const { startSession } = useSessionChanges();
  const failed = t(($) => $.account.login.failed);
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFocusFirstError(problems);
  const signIn = useMutation({
    mutationFn: login,
    onSuccess: ({ user }) => startSession(user),
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });
  const google = useGoogleCode() !== null;
  const [sessionEnded] = useState(() => storedReturnPath.read() !== null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const values = { email: getFormText(sent, "email").trim(), password: getFormText(sent, "password") };
    const missing = {
      ...(values.email === "" && { email: "required" }),
      ...(values.password === "" && { password: "required" }),
    };
    setProblems(missing);
    if (Object.keys(missing).length === 0) signIn.mutate(values);
  };

  return (
    <AuthLayout
      title={t(($) => $.account.login.title)}
      lead={t(($) => $.account.login.lead)}
      other={t(($) => $.account.login.other)}
      otherLink={t(($) => $.account.login.otherLink)}
      otherTo="/signup"
    >
      <form ref={form} noValidate onSubmit={submit}>
        {sessionEnded && !signIn.isError && <Banner>{t(($) => $.account.login.ended)}</Banner>}
        {signIn.isError && (
          <Banner tone="bad" alert>
            {errorText(signIn.error, failed)}
          </Banner>
        )}
        <TextField
          label={t(($) => $.account.email)}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={codeText(problems.email)}
        />
        <PasswordField
          label={t(($) => $.account.password)}
          name="password"
          autoComplete="current-password"
          required
          error={codeText(problems.password)}
        />
        <Button type="submit" look="primary" busy={signIn.isPending}>
          {t(($) => $.account.login.submit)}
        </Button>
        <p className="small soft">
          {t(($) => $.account.login.forgotten)}
          {google && ` ${t(($) => $.account.login.forgottenGoogle)}`}
        </p>
      </form>
      <GoogleSignInButton
        label={t(($) => $.account.google.button)}
        failed={failed}
        exchange={(given) => signInWithGoogle({ ...given, language })}
        onDone={({ user }) => startSession(user)}
      />
    </AuthLayout>
  );
}
