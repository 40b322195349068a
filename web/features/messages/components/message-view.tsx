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
export function MessageView({ company, attachmentNames }: { company: Company; attachmentNames: readonly string[] }) {
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
          {attachmentNames.length > 0 && status !== "sent" && <AttachmentLines names={attachmentNames} />}
        </article>
      )}
    </div>
  );
}

/** The attachments of a message, or that there is none. */
export function AttachmentLines({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  if (names.length === 0) return <AttachmentSlip none text={t(($) => $.messages.dialog.noEnclosure)} />;
  return (
    <div className="stack stack-tight">
      {names.map((name) => (
        <AttachmentSlip key={name} text={t(($) => $.messages.dialog.enclosure, { name })} />
      ))}
    </div>
  );
}
