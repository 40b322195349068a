import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { exportData } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Section } from "../../../ui/page/section";
import { Banner } from "../../../ui/status/banner";
import { checkRecentSignIn } from "../api/account-requests";
import { needsRecentSignIn, useRecentSignIn } from "./use-recent-sign-in";

/** A link, so that the browser streams a large file to disk. */
function downloadExport(): void {
  const link = document.createElement("a");
  link.href = `/api${exportData.path}`;
  link.download = "";
  link.click();
}

/** Exports all stored data of the account. */
export function ExportDataSection({ email }: { email: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { confirmSignIn, dialog } = useRecentSignIn(email);
  // Checked first: a rejected download could not be told from a failed one.
  const begin = useMutation({
    mutationFn: checkRecentSignIn,
    onSuccess: downloadExport,
    onError: (error) => {
      if (needsRecentSignIn(error)) confirmSignIn(() => begin.mutate());
    },
  });
  const failed = begin.isError && !needsRecentSignIn(begin.error);
  return (
    <Section title={t(($) => $.account.settings.dataTitle)} lead={t(($) => $.account.settings.dataLead)}>
      <div>
        <Button icon="download" busy={begin.isPending} onClick={() => begin.mutate()}>
          {t(($) => $.account.settings.export)}
        </Button>
      </div>
      {failed && (
        <Banner tone="bad" alert>
          {errorText(
            begin.error,
            t(($) => $.account.settings.exportError),
          )}
        </Banner>
      )}
      {dialog}
    </Section>
  );
}
