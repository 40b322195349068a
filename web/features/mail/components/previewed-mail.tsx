import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { useErrorText } from "../../../i18n/use-error-text";
import { ElsewhereNotice } from "../../../ui/company/elsewhere-notice";
import { Banner } from "../../../ui/status/banner";
import type { PreviewedMailState } from "../hooks/use-previewed-mail";
import { isKnownUnsent } from "../model/rules-send";
import { CourtesyNotice } from "./courtesy-notice";
import { EmailPreview } from "./email-preview";
import { EmailPreviewLoader } from "./email-preview-loader";
import { SendConfirmations, type SendConfirmationsProps } from "./send-confirmations";

/** Shows the text of a company's mail with what is known of its sentences. */
export type LetterRenderer = (company: Company, text: string) => ReactNode;

interface PreviewedMailProps {
  sending: PreviewedMailState & Pick<SendConfirmationsProps, "company" | "chooseProfile">;
  companyId: string;
  /** Of the text that is shown. */
  version: number;
  /** Of the mail. */
  language: MessageLanguage;
  /** Shows the text. */
  body: (text: string) => ReactNode;
  onRead?: () => void;
  languageAnswer?: SendConfirmationsProps["languageAnswer"];
  /** Opens the message, to choose another address. */
  onEdit?: (() => void) | undefined;
  /** Above the mail. */
  lead?: ReactNode;
  /** Below the mail. */
  children?: ReactNode;
}

/** The mail as it would be sent, after what must be confirmed; then why the last try failed. */
export function PreviewedMail({
  sending,
  companyId,
  version,
  language,
  body,
  onRead,
  languageAnswer,
  onEdit,
  lead,
  children,
}: PreviewedMailProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { query, questions, confirmed, required, changed, confirm, refusal, error } = sending;
  const elsewhere = sending.company?.apply_elsewhere;
  return (
    <EmailPreviewLoader query={query}>
      {(mail) => (
        <div className="stack">
          {lead}
          {changed && (
            <Banner tone="warn" alert>
              {t(($) => $.mail.one.changed)}
            </Banner>
          )}
          {mail.do_not_contact && <Banner tone="bad">{t(($) => $.mail.preview.listed)}</Banner>}
          {mail.undeliverable && <Banner tone="bad">{t(($) => $.mail.preview.undeliverable)}</Banner>}
          {elsewhere && <ElsewhereNotice url={elsewhere.url} />}
          <CourtesyNotice mail={mail} />
          <SendConfirmations
            questions={questions}
            confirmed={confirmed}
            required={required}
            preview={mail}
            onConfirm={confirm}
            languageAnswer={languageAnswer}
            company={sending.company}
            chooseProfile={sending.chooseProfile}
          />
          <EmailPreview
            key={`${companyId} ${version}`}
            mail={mail}
            companyId={companyId}
            body={body(mail.text.trimEnd())}
            language={language}
            {...(onRead && { onEnd: onRead })}
            onAddress={onEdit}
          />
          {children}
          {refusal && (
            <Banner tone="bad" alert>
              {t(($) => $.mail.advice[refusal])}
            </Banner>
          )}
          {error && (
            <Banner tone="bad" alert>
              {errorText(error)} {isKnownUnsent(error) ? t(($) => $.mail.one.failed) : t(($) => $.mail.one.unsure)}
            </Banner>
          )}
        </div>
      )}
    </EmailPreviewLoader>
  );
}
