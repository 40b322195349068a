import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/icon";
import "./letter.css";

interface LetterProps {
  from: string;
  to: string;
  subject: string;
  body: string;
  /** Name of the enclosed file; null without one. */
  enclosure: string | null;
}

/** A mail as it will arrive: letterhead, subject, body, what is clipped on. */
export function Letter({ from, to, subject, body, enclosure }: LetterProps) {
  const { t } = useTranslation();
  return (
    <article className="letter">
      <dl className="letter-head">
        <div><dt>{t(($) => $.mail.letter.from)}</dt><dd>{from}</dd></div>
        <div><dt>{t(($) => $.mail.letter.to)}</dt><dd>{to}</dd></div>
        <div><dt>{t(($) => $.mail.letter.subject)}</dt><dd className="letter-subject">{subject === "" ? t(($) => $.mail.letter.noSubject) : subject}</dd></div>
      </dl>
      <div className="letter-text prewrap">{body}</div>
      <p className="letter-enclosure small">
        <Icon name="clip" />
        {enclosure === null ? t(($) => $.mail.letter.noEnclosure) : t(($) => $.mail.letter.enclosure, { name: enclosure })}
      </p>
    </article>
  );
}
