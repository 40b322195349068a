import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCodeText, useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { ApiError } from "../../lib/api-error";
import { textOf } from "../../lib/form";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { PasswordField } from "../../ui/password-field";
import { notify } from "../../ui/toast";
import { useFirstWrong } from "../../ui/use-first-wrong";
import { login, signInWithGoogle } from "./api";
import { AuthFrame } from "./auth-frame";
import { GoogleButton } from "./google-button";
import { returnTo } from "./return-to";
import type { FieldProblems } from "./rules";
import { useSessionChanges } from "./session";
import { useGoogleCode } from "./use-google-code";

export function LoginPage() {
  const { t } = useTranslation();
  const codeText = useCodeText();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const { signedIn } = useSessionChanges();
  const failed = t(($) => $.account.login.failed);
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFirstWrong(problems);
  const signIn = useMutation({
    mutationFn: login,
    onSuccess: ({ user }) => signedIn(user),
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
      notify.error(errorText(error, failed));
    },
  });
  const google = useGoogleCode() !== null;
  const [ended] = useState(() => returnTo.read() !== null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const values = { email: textOf(sent, "email").trim(), password: textOf(sent, "password") };
    const missing = {
      ...(values.email === "" && { email: "required" }),
      ...(values.password === "" && { password: "required" }),
    };
    setProblems(missing);
    if (Object.keys(missing).length === 0) signIn.mutate(values);
  };

  return (
    <AuthFrame
      title={t(($) => $.account.login.title)}
      lead={t(($) => $.account.login.lead)}
      other={t(($) => $.account.login.other)}
      otherLink={t(($) => $.account.login.otherLink)}
      otherTo="/signup"
    >
      <form ref={form} noValidate onSubmit={submit}>
        {ended && !signIn.isError && <Banner>{t(($) => $.account.login.ended)}</Banner>}
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
      <GoogleButton
        label={t(($) => $.account.google.button)}
        failed={failed}
        exchange={(given) => signInWithGoogle({ ...given, language })}
        onDone={({ user }) => signedIn(user)}
      />
    </AuthFrame>
  );
}
