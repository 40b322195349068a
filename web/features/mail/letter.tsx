import { useTranslation } from "react-i18next";
import type { MessageLanguage } from "../../../worker/contract/fields";
import type { Preview } from "../../../worker/contract/mail";
import { useShownLanguage } from "../../i18n/use-language";
import { formatBytes } from "../../lib/format";
import { EnclosureSlip } from "../../ui/enclosure";
import "./letter.css";

interface LetterProps {
  mail: Pick<Preview, "from" | "to" | "subject" | "text" | "attachment">;
  /** Language the mail is written in. */
  language: MessageLanguage;
}

/** A mail as it will arrive: letterhead, subject, body, what is clipped on. */
export function Letter({ mail: { from, to, subject, text, attachment }, language }: LetterProps) {
  const { t } = useTranslation();
  const shown = useShownLanguage();
  return (
    <article className="letter">
      <dl className="letter-head">
        <div>
          <dt>{t(($) => $.mail.letter.from)}</dt>
          <dd>{from.name === "" ? from.address : `${from.name} <${from.address}>`}</dd>
        </div>
        <div>
          <dt>{t(($) => $.mail.letter.to)}</dt>
          <dd>{to}</dd>
        </div>
        <div>
          <dt>{t(($) => $.mail.letter.subject)}</dt>
          <dd className="letter-subject" lang={language}>
            {subject}
          </dd>
        </div>
      </dl>
      <div className="letter-text prewrap" lang={language}>
        {text.trimEnd()}
      </div>
      <EnclosureSlip
        none={attachment === null}
        text={
          attachment === null
            ? t(($) => $.mail.letter.noEnclosure)
            : t(($) => $.mail.letter.enclosure, { name: attachment.name, size: formatBytes(attachment.size, shown) })
        }
      />
    </article>
  );
}
