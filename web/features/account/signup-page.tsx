import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { RegisterBody } from "../../../worker/contract/account";
import { useCodeText, useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { ApiError } from "../../lib/api-error";
import { textOf } from "../../lib/form";
import { Link } from "../../lib/router";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { notify } from "../../ui/toast";
import { useFirstWrong } from "../../ui/use-first-wrong";
import { register, signInWithGoogle } from "./api";
import { AuthFrame } from "./auth-frame";
import { GoogleButton } from "./google-button";
import { NewPasswordField } from "./new-password-field";
import { type FieldProblems, passwordProblems, problemsOf } from "./rules";
import { useSessionChanges } from "./session";

export function SignupPage() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const codeText = useCodeText();
  const errorText = useErrorText();
  const { signedIn } = useSessionChanges();
  const failed = t(($) => $.account.signup.failed);
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFirstWrong(problems);
  const signUp = useMutation({
    mutationFn: register,
    onSuccess: ({ user }) => signedIn(user),
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
      notify.error(errorText(error, failed));
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const text = (name: string) => textOf(sent, name);
    const values = { name: text("name"), email: text("email"), password: text("password"), language };
    const found = { ...problemsOf(RegisterBody, values), ...passwordProblems(values.password, text("confirmation")) };
    if (values.email.trim() === "") found.email = "required";
    setProblems(found);
    if (Object.keys(found).length === 0) signUp.mutate(values);
  };
  const confirmationError =
    problems.confirmation === "password_mismatch"
      ? t(($) => $.account.passwordMismatch)
      : codeText(problems.confirmation);

  return (
    <AuthFrame
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
        <NewPasswordField label={t(($) => $.account.password)} name="password" error={codeText(problems.password)} />
        <TextField
          label={t(($) => $.account.confirmPassword)}
          name="confirmation"
          type="password"
          autoComplete="new-password"
          required
          error={confirmationError}
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
      <GoogleButton
        label={t(($) => $.account.google.button)}
        failed={failed}
        exchange={(given) => signInWithGoogle({ ...given, language })}
        onDone={({ user }) => signedIn(user)}
      />
    </AuthFrame>
  );
}
