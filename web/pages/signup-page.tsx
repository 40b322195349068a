import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { RegisterBody } from "../../worker/contract/account";
import { register, signInWithGoogle } from "../features/account/api/account-requests";
import { GoogleSignInButton } from "../features/account/components/google-sign-in-button";
import { NewPasswordFields } from "../features/account/components/new-password-fields";
import { useSessionChanges } from "../features/account/hooks/use-session";
import { type FieldProblems, findPasswordProblems, validateForm } from "../features/account/model/form-validation";
import { useErrorCodeText, useErrorText } from "../i18n/use-error-text";
import { useShownLanguage } from "../i18n/use-language";
import { AuthLayout } from "../layouts/auth-layout";
import { ApiError } from "../lib/api-error";
import { getFormText } from "../lib/form-data";
import { Button } from "../ui/button/button";
import { TextField } from "../ui/form/field";
import { useArrivalFocus } from "../ui/form/use-arrival-focus";
import { useFocusFirstError } from "../ui/form/use-focus-first-error";
import { Banner } from "../ui/status/banner";

export function SignupPage() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const { startSession } = useSessionChanges();
  const failed = t(($) => $.account.signup.failed);
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFocusFirstError(problems);
  const name = useArrivalFocus();
  const signUp = useMutation({
    mutationFn: register,
    onSuccess: ({ user }) => startSession(user),
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const text = (name: string) => getFormText(sent, name);
    const values = { name: text("name"), email: text("email"), password: text("password"), language };
    const found = {
      ...validateForm(RegisterBody, values),
      ...findPasswordProblems(values.password, text("confirmation")),
    };
    if (values.email.trim() === "") found.email = "required";
    setProblems(found);
    if (Object.keys(found).length === 0) signUp.mutate(values);
  };
  const confirmationError =
    problems.confirmation === "password_mismatch"
      ? t(($) => $.account.passwordMismatch)
      : codeText(problems.confirmation);

  return (
    <AuthLayout
      title={t(($) => $.account.signup.title)}
      lead={t(($) => $.account.signup.lead)}
      other={t(($) => $.account.signup.other)}
      otherLink={t(($) => $.account.signup.otherLink)}
      otherTo="/login"
    >
      <form ref={form} noValidate onSubmit={submit}>
        {signUp.isError && (
          <Banner tone="bad" alert>
            {errorText(signUp.error, failed)}
          </Banner>
        )}
        <TextField
          ref={name}
          label={t(($) => $.account.name)}
          name="name"
          autoComplete="name"
          required
          error={codeText(problems.name)}
        />
        <TextField
          label={t(($) => $.account.email)}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={codeText(problems.email)}
        />
        <NewPasswordFields
          name="password"
          label={t(($) => $.account.password)}
          error={codeText(problems.password)}
          confirmLabel={t(($) => $.account.confirmPassword)}
          confirmError={confirmationError}
        />
        <p className="small soft">
          <Trans
            i18nKey={($) => $.account.signup.consent}
            components={{ terms: <Link to="/terms" />, privacy: <Link to="/privacy" /> }}
          />
        </p>
        <Button type="submit" look="primary" busy={signUp.isPending}>
          {t(($) => $.account.signup.submit)}
        </Button>
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
