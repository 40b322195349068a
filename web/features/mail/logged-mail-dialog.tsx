import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../worker/contract/mail";
import { useShownLanguage } from "../../i18n/use-language";
import { formatTime } from "../../lib/format";
import { Banner } from "../../ui/banner";
import { Dialog } from "../../ui/dialog";
import "./letter.css";

/** One mail of the log: what was sent and what Gmail said. */
export function LoggedMailDialog({ mail, onClose }: { mail: LoggedMail; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <Dialog title={t(($) => $.mail.log.detail, { date: formatTime(mail.time, language) })} onClose={onClose} wide>
      <div className="stack">
        {mail.error !== null && <Banner tone="bad">{t(($) => $.mail.log.error, { error: mail.error })}</Banner>}
        <article className="letter">
          <dl className="letter-head">
            <div><dt>{t(($) => $.mail.letter.to)}</dt><dd>{mail.recipient}</dd></div>
            <div><dt>{t(($) => $.mail.letter.subject)}</dt><dd className="letter-subject">{mail.subject}</dd></div>
          </dl>
          <div className="letter-text prewrap">{mail.body}</div>
        </article>
        {mail.provider_response !== null && <p className="soft small">{t(($) => $.mail.log.provider, { answer: mail.provider_response })}</p>}
      </div>
    </Dialog>
  );
}
