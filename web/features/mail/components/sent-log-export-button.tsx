import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { translateErrorCode, useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { downloadCsv } from "../../../lib/csv";
import { Button } from "../../../ui/button/button";
import { notify } from "../../../ui/toast/notify";
import { fetchAllSentMails } from "../api/mail-requests";
import { toLogTable } from "../model/sent-log-csv";

/** Downloads the whole log as CSV. */
export function SentLogExportButton() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const save = useMutation({
    mutationFn: fetchAllSentMails,
    onSuccess: (mails) =>
      downloadCsv(
        t(($) => $.mail.log.file),
        toLogTable(mails, {
          header: (column) => t(($) => $.mail.log.columns[column]),
          status: (status) => t(($) => $.mail.log.states[status]),
          error: (code) => translateErrorCode(code) ?? code,
          yes: t(($) => $.mail.log.yes),
        }),
        language,
      ),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.mail.log.loadError),
        ),
      ),
  });
  return (
    <Button icon="download" look="quiet" size="small" busy={save.isPending} onClick={() => save.mutate()}>
      {t(($) => $.mail.log.export)}
    </Button>
  );
}
