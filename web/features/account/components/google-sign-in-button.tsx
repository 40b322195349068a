import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/toast";
import "./auth.css";
import { GoogleError } from "../api/google-sign-in-popup";
import { type GoogleCode, useGoogleCode } from "../hooks/use-google-code";

interface GoogleSignInButtonProps<Answer> {
  label: string;
  /** What is said where nothing better is known. */
  failed: string;
  /** The account that is meant, where it is known. */
  email?: string;
  /** It is the only way there is. */
  alone?: boolean;
  /** Gives the server what the popup gave. */
  exchange: (given: GoogleCode) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** A way in by Google, when the server can; what went wrong is told, and stays under it. */
export function GoogleSignInButton<Answer>({
  label,
  failed,
  email,
  alone = false,
  exchange,
  onDone,
}: GoogleSignInButtonProps<Answer>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const google = useGoogleCode(email);
  const toErrorMessage = (error: Error): string | null => {
    if (!(error instanceof GoogleError)) return errorText(error, failed);
    switch (error.failure) {
      case "script":
        return t(($) => $.account.google.scriptFailed);
      case "blocked":
        return t(($) => $.account.google.popupBlocked);
      case "denied":
        return t(($) => $.errors.oauth_denied);
      case "state":
        return failed;
      case "closed":
        return null;
    }
  };
  const enter = useMutation({
    mutationFn: async (given: Promise<GoogleCode>) => exchange(await given),
    onSuccess: onDone,
    onError: (error) => {
      const text = toErrorMessage(error);
      if (text !== null) notify.error(text);
    },
  });
  if (google === null) return null;
  const problem = enter.isError ? toErrorMessage(enter.error) : null;
  return (
    <>
      {!alone && (
        <p className="auth-or soft small">
          <span>{t(($) => $.account.google.or)}</span>
        </p>
      )}
      {/* The script comes as soon as the button is gone for, so that the popup can open in the click. */}
      <Button
        busy={enter.isPending}
        onPointerEnter={google.prepare}
        onFocus={google.prepare}
        onPointerDown={google.prepare}
        onClick={() => enter.mutate(google.requestCode())}
      >
        {label}
      </Button>
      {problem !== null && (
        <Banner tone="bad" alert>
          {problem}
        </Banner>
      )}
    </>
  );
}
