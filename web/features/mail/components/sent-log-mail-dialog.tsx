import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../../worker/contract/mail";
import { translateErrorCode } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { Dialog } from "../../../ui/dialog/dialog";
import { SentStamp } from "../../../ui/mail/sent-stamp";
import { Banner } from "../../../ui/status/banner";
import { GmailMailLink } from "./gmail-mail-link";
import { GmailSearchLink } from "./gmail-search-link";
import "./email-preview.css";
import { MailStatusTag } from "./mail-status-tag";

interface SentLogMailDialogProps {
  mail: LoggedMail;
  /** The linked Gmail address. */
  account: string | null;
  onClose: () => void;
}

/** One mail of the log: what was sent, its outcome and Gmail's answer. */
export function SentLogMailDialog({ mail, account, onClose }: SentLogMailDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <Dialog title={t(($) => $.mail.log.detail, { date: formatDateTime(mail.time, language) })} onClose={onClose} wide>
      <div className="stack">
        <p>
          <MailStatusTag mail={mail} />
        </p>
        {mail.test && <Banner>{t(($) => $.mail.log.testText)}</Banner>}
        {mail.status === "unknown" && (
          <Banner tone="warn" action={<GmailSearchLink address={mail.recipient} account={account} />}>
            {t(($) => $.mail.log.unknownText)}
          </Banner>
        )}
        {mail.status === "sent" && !mail.test && <p className="soft small">{t(($) => $.mail.log.sentText)}</p>}
        {mail.status === "sent" && mail.gmail_thread_id !== null && (
          <p>
            <GmailMailLink mail={mail} account={account} />
          </p>
        )}
        {mail.status === "failed" && mail.error !== null && (
          <Banner tone="bad">
            {t(($) => $.mail.log.error, { error: translateErrorCode(mail.error) ?? mail.error })}
          </Banner>
        )}
        <article className="letter">
          {mail.status === "sent" && (
            <SentStamp word={t(($) => $.common.stamp)} around={formatDateTime(mail.time, language).toUpperCase()} />
          )}
          <dl className="letter-head">
            <div>
              <dt>{t(($) => $.mail.log.company)}</dt>
              <dd>{mail.company_name}</dd>
            </div>
            <div>
              <dt>{t(($) => $.mail.letter.to)}</dt>
              <dd>{mail.recipient}</dd>
            </div>
            <div>
              <dt>{t(($) => $.mail.letter.subject)}</dt>
              <dd className="letter-subject">{mail.subject}</dd>
            </div>
          </dl>
          <div className="letter-text prewrap">{mail.body}</div>
        </article>
        {mail.provider_response !== null && (
          <p className="soft small provider-answer">
            {t(($) => $.mail.log.provider, { answer: mail.provider_response })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
