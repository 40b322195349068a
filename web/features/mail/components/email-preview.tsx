import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MessageLanguage } from "../../../../worker/contract/field-schemas";
import type { MailPreview } from "../../../../worker/contract/mail";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatBytes } from "../../../lib/format";
import { toLetterUrl } from "../../../lib/letter-url";
import { useEndInView } from "../../../lib/use-end-in-view";
import { AttachmentSlip } from "../../../ui/mail/attachment-slip";
import "./email-preview.css";

/** Nobody reads a letter faster; keys pressed in a row do not make it read. */
const LEAST_READING_MS = 1_000;

interface EmailPreviewProps {
  mail: Pick<MailPreview, "from" | "to" | "reply_to" | "subject" | "text" | "attachment" | "letter">;
  companyId: string;
  /** The text with more than its words. */
  body?: ReactNode;
  /** Language of the mail. */
  language: MessageLanguage;
  /** Called once the text could be read to its end. */
  onEnd?: () => void;
  /** Changes the recipient. */
  onAddress?: (() => void) | undefined;
}

/** A mail as it will arrive: sender, recipient, subject, text and attachments. */
export function EmailPreview({
  mail: { from, to, reply_to: replyTo, subject, text, attachment, letter },
  companyId,
  body,
  language,
  onEnd,
  onAddress,
}: EmailPreviewProps) {
  const { t } = useTranslation();
  const end = useEndInView(`${subject} ${text}`, () => onEnd?.(), { leastMs: LEAST_READING_MS });
  const shown = useShownLanguage();
  const describe = ({ name, size }: NonNullable<MailPreview["attachment"]>) =>
    t(($) => $.mail.letter.enclosure, { name, size: formatBytes(size, shown) });
  return (
    <article className="letter">
      <dl className="letter-head">
        <div>
          <dt>{t(($) => $.mail.letter.from)}</dt>
          <dd>{from.name === "" ? from.address : `${from.name} <${from.address}>`}</dd>
        </div>
        <div>
          <dt>{t(($) => $.mail.letter.to)}</dt>
          <dd>
            {to}{" "}
            {onAddress && (
              <button type="button" className="link" onClick={onAddress}>
                {t(($) => $.mail.letter.changeTo)}
              </button>
            )}
          </dd>
        </div>
        {replyTo !== null && (
          <div>
            <dt>{t(($) => $.mail.letter.replyTo)}</dt>
            <dd>{replyTo}</dd>
          </div>
        )}
        <LetterSubject language={language}>{subject}</LetterSubject>
      </dl>
      <div>
        {body ?? (
          <div className="letter-text prewrap" lang={language}>
            {text.trimEnd()}
          </div>
        )}
        <span ref={end} className="end-of-letter" />
      </div>
      <div className="stack stack-tight">
        {letter && <AttachmentSlip href={toLetterUrl(companyId)} text={describe(letter)} />}
        {attachment && <AttachmentSlip text={describe(attachment)} />}
        {!letter && !attachment && <AttachmentSlip none text={t(($) => $.mail.letter.noEnclosure)} />}
      </div>
    </article>
  );
}

/** The line of a letter's head that says what it is about. */
export function LetterSubject({ language, children }: { language: MessageLanguage; children: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{t(($) => $.mail.letter.subject)}</dt>
      <dd className="letter-subject" lang={language}>
        {children}
      </dd>
    </div>
  );
}
