import { useTranslation } from "../../i18n/use-translation";
import { useErrorText } from "../../i18n/use-error-text";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { GoogleError } from "./google-client";
import { useGoogleSignIn } from "./use-google-sign-in";

/** "Continue with Google", when the server can; what went wrong stays under it. */
export function GoogleButton({ failed }: { failed: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { available, signIn } = useGoogleSignIn();
  if (!available) return null;

  const text = (): string | null => {
    if (!signIn.isError) return null;
    if (!(signIn.error instanceof GoogleError)) return errorText(signIn.error, failed);
    switch (signIn.error.failure) {
      case "script": return t(($) => $.account.google.scriptFailed);
      case "blocked": return t(($) => $.account.google.popupBlocked);
      case "denied": return t(($) => $.errors.oauth_denied);
      case "state": return failed;
      case "closed": return null;
    }
  };
  const problem = text();
  return (
    <>
      <p className="auth-or soft small"><span>{t(($) => $.account.google.or)}</span></p>
      <Button busy={signIn.isPending} onClick={() => signIn.mutate()}>{t(($) => $.account.google.button)}</Button>
      {problem !== null && <Banner tone="bad" alert>{problem}</Banner>}
    </>
  );
}
