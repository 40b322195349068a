import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../worker/contract/mail";
import { textOfCode } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { formatTime } from "../../lib/format";
import { Banner } from "../../ui/banner";
import { Dialog } from "../../ui/dialog";
import { Postmark } from "../../ui/postmark";
import { GmailSearchLink } from "./gmail-search-link";
import "./letter.css";
import { MailStatusTag } from "./mail-status-tag";

interface LoggedMailDialogProps {
  mail: LoggedMail;
  /** The linked Gmail address. */
  account: string | null;
  onClose: () => void;
}

/** One mail of the log, with every field of it: what was sent, what became of it and what Gmail said. */
export function LoggedMailDialog({ mail, account, onClose }: LoggedMailDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <Dialog title={t(($) => $.mail.log.detail, { date: formatTime(mail.time, language) })} onClose={onClose} wide>
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
        {mail.status === "failed" && mail.error !== null && (
          <Banner tone="bad">{t(($) => $.mail.log.error, { error: textOfCode(mail.error) ?? mail.error })}</Banner>
        )}
        <article className="letter">
          {mail.status === "sent" && (
            <Postmark word={t(($) => $.common.stamp)} around={formatTime(mail.time, language).toUpperCase()} />
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
