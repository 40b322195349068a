import { useTranslation } from "react-i18next";
import type { MessageLanguage } from "../../../worker/contract/fields";
import { DEFAULT_SUBJECT } from "../../../worker/contract/mail";
import { Icon } from "../../ui/icon";
import "./letter.css";

interface LetterProps {
  from: string;
  to: string;
  subject: string;
  body: string;
  /** Language the mail is written in; a mail without a subject gets the default one of it. */
  language: MessageLanguage;
  /** Name of the enclosed file; null without one. */
  enclosure: string | null;
}

/** A mail as it will arrive: letterhead, subject, body, what is clipped on. */
export function Letter({ from, to, subject, body, language, enclosure }: LetterProps) {
  const { t } = useTranslation();
  return (
    <article className="letter">
      <dl className="letter-head">
        <div><dt>{t(($) => $.mail.letter.from)}</dt><dd>{from}</dd></div>
        <div><dt>{t(($) => $.mail.letter.to)}</dt><dd>{to}</dd></div>
        <div><dt>{t(($) => $.mail.letter.subject)}</dt><dd className="letter-subject" lang={language}>{subject.trim() || DEFAULT_SUBJECT[language]}</dd></div>
      </dl>
      <div className="letter-text prewrap" lang={language}>{body}</div>
      <p className="letter-enclosure small">
        <Icon name="clip" />
        {enclosure === null ? t(($) => $.mail.letter.noEnclosure) : t(($) => $.mail.letter.enclosure, { name: enclosure })}
      </p>
    </article>
  );
}
