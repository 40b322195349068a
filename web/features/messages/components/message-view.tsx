import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { DEFAULT_SUBJECT } from "../../../../worker/contract/mail";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { AttachmentSlip } from "../../../ui/mail/attachment-slip";
import { SentStamp } from "../../../ui/mail/sent-stamp";
import { Banner } from "../../../ui/status/banner";
import "./messages.css";

/** A message in the layout of a letter, with its status. */
export function MessageView({ company, attachmentName }: { company: Company; attachmentName: string | null }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { recipient, subject, message, sent_at: sentAt, send_status: status } = company;
  return (
    <div className="composer composer-view">
      {sentAt !== null && (
        <p className="soft">
          {t(($) => $.messages.dialog.sentOn, { date: formatDateTime(sentAt, language), recipient: recipient ?? "" })}
        </p>
      )}
      {status === "sending" && <Banner>{t(($) => $.messages.dialog.sending)}</Banner>}
      {message.trim() === "" ? (
        <p className="soft">{t(($) => $.messages.dialog.empty)}</p>
      ) : (
        <article className="composer-sheet">
          {sentAt !== null && (
            <SentStamp word={t(($) => $.common.stamp)} around={formatDateTime(sentAt, language).toUpperCase()} />
          )}
          <dl>
            <dt>{t(($) => $.messages.dialog.to)}</dt>
            <dd>{recipient ?? t(($) => $.messages.dialog.noRecipient)}</dd>
            <dt>{t(($) => $.messages.dialog.subject)}</dt>
            <dd>
              <strong lang={company.language}>{subject.trim() || DEFAULT_SUBJECT[company.language]}</strong>
            </dd>
          </dl>
          <div className="letter-text prewrap prose" lang={company.language}>
            {message}
          </div>
          {attachmentName !== null && status !== "sent" && <AttachmentLine name={attachmentName} />}
        </article>
      )}
    </div>
  );
}

/** The attachment of a message. */
export function AttachmentLine({ name }: { name: string | null }) {
  const { t } = useTranslation();
  return (
    <AttachmentSlip
      none={name === null}
      text={name === null ? t(($) => $.messages.dialog.noEnclosure) : t(($) => $.messages.dialog.enclosure, { name })}
    />
  );
}
