import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { Confirmation } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { ApiError, hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { previewQuery } from "../api/mail-requests";
import { useSendOne, useSendTest } from "../hooks/use-send-mail";
import { listConfirmations, isKnownUnsent } from "../model/rules-send";
import { EmailPreview } from "./email-preview";
import { EmailPreviewLoader } from "./email-preview-loader";
import { SendConfirmations } from "./send-confirmations";
import { TestMailResult } from "./test-mail-result";

interface SendOneDialogProps {
  company: Company;
  onClose: () => void;
  onSent: (company: Company) => void;
  /** Called once the end of the message has been in view. */
  onRead: () => void;
}

/** The mail exactly as the server composed it, and the send button. Known confirmations are asked for beforehand. */
export function SendOneDialog({ company, onClose, onSent, onRead }: SendOneDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const query = useQuery(previewQuery(company));
  const send = useSendOne();
  const test = useSendTest();
  const [required, setRequired] = useState<Confirmation[]>([]);
  const [confirmed, setConfirmed] = useState<Confirmation[]>([]);
  const [changed, setChanged] = useState(false);
  const preview = query.data?.preview;
  const questions = [...new Set([...(preview ? listConfirmations(preview, company) : []), ...required])];
  const open = questions.filter((each) => !confirmed.includes(each));
  const busy = send.isPending || test.isPending;
  const name = formatCompanyName(company);

  // The mail has changed: earlier confirmations were for another one.
  const requestNewReview = (error: Error) => {
    if (!hasErrorCode(error, "message_changed") && !hasErrorCode(error, "needs_review")) return;
    setChanged(hasErrorCode(error, "message_changed"));
    setConfirmed([]);
    void query.refetch();
  };
  const press = () =>
    preview &&
    send.mutate(
      {
        id: company.id,
        fingerprint: preview.fingerprint,
        confirm: questions.filter((each) => confirmed.includes(each)),
      },
      {
        onSuccess: (answer) => {
          notify.success(t(($) => $.mail.one.sent, { name }));
          onSent(answer.company);
        },
        onError: (error) => {
          const wanted =
            error instanceof ApiError && error.status === 409 ? Confirmation.safeParse(error.code).data : undefined;
          // A new conflict needs a new confirmation.
          if (wanted) setConfirmed((before) => before.filter((other) => other !== wanted));
          if (wanted) setRequired((before) => [...before, wanted]);
          requestNewReview(error);
        },
      },
    );
  const pressTest = () =>
    preview && test.mutate({ id: company.id, fingerprint: preview.fingerprint }, { onError: requestNewReview });
  const isShownAbove =
    hasErrorCode(send.error, "message_changed") || questions.some((each) => hasErrorCode(send.error, each));

  const reason =
    !preview || query.isFetching
      ? t(($) => $.mail.preview.loading)
      : preview.do_not_contact
        ? t(($) => $.mail.preview.listed)
        : open.length > 0
          ? t(($) => $.mail.one.unconfirmed)
          : undefined;
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t(($) => $.common.cancel)}
      </Button>
      {preview && (
        <Button icon="envelope" busy={test.isPending} disabled={send.isPending} onClick={pressTest}>
          {t(($) => $.mail.test.send)}
        </Button>
      )}
      <Button
        look="primary"
        icon="send"
        busy={send.isPending}
        disabled={test.isPending}
        disabledReason={send.isPending ? undefined : reason}
        onClick={press}
      >
        {send.isPending ? t(($) => $.mail.one.sending) : t(($) => $.mail.one.send)}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(($) => $.mail.one.title, { name })}
      onClose={onClose}
      locked={busy}
      footer={footer}
      edge="airmail"
      wide
    >
      <EmailPreviewLoader query={query}>
        {(mail) => (
          <div className="stack">
            <p className="soft">{t(($) => $.mail.one.lead)}</p>
            {changed && (
              <Banner tone="warn" alert>
                {t(($) => $.mail.one.changed)}
              </Banner>
            )}
            {mail.do_not_contact && <Banner tone="bad">{t(($) => $.mail.preview.listed)}</Banner>}
            <SendConfirmations
              questions={questions}
              confirmed={confirmed}
              required={required}
              preview={mail}
              onConfirm={(question, yes) =>
                setConfirmed((before) => (yes ? [...before, question] : before.filter((other) => other !== question)))
              }
            />
            <EmailPreview mail={mail} language={company.language} onEnd={onRead} />
            <TestMailResult test={test} />
            {send.isError && !isShownAbove && (
              <Banner tone="bad" alert>
                {errorText(send.error)}{" "}
                {isKnownUnsent(send.error) ? t(($) => $.mail.one.failed) : t(($) => $.mail.one.unsure)}
              </Banner>
            )}
          </div>
        )}
      </EmailPreviewLoader>
    </Dialog>
  );
}
