import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import "./auth.css";
import { GoogleError } from "../api/google-sign-in-popup";
import { type GoogleCode, useGoogleCode } from "../hooks/use-google-code";

interface GoogleSignInButtonProps<Answer> {
  label: string;
  /** Message for unknown failures. */
  failed: string;
  /** Email address of the expected account, where known. */
  email?: string;
  /** The only way to sign in: no "or" above it. */
  alone?: boolean;
  /** Sends the popup's code to the server. */
  exchange: (code: GoogleCode) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** Sign-in with Google, where the server supports it; failures are shown below it. */
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
    mutationFn: async (code: Promise<GoogleCode>) => exchange(await code),
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
      {/* Load the script on approach, so that the popup can open in the click itself. */}
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
