import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { translateErrorCode } from "../../../i18n/use-error-text";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import { useDayLimitText } from "../hooks/use-day-limit-text";
import { findDayLimit, type GenerationFailure, meetsDayLimit } from "../model/generation-failures";
import "./messages.css";

interface GenerationFailureDialogProps {
  failed: readonly { company: Company; failure: GenerationFailure }[];
  onClose: () => void;
  onRetry: (companies: Company[]) => void;
}

/** Why messages were not written, per company, with a retry for each or all; a limit of the day is told once. */
export function GenerationFailureDialog({ failed, onClose, onRetry }: GenerationFailureDialogProps) {
  const { t } = useTranslation();
  const limitText = useDayLimitText();
  const limit = findDayLimit(failed.map(({ failure }) => failure.code));
  const others = failed.filter(({ failure }) => !meetsDayLimit(failure));
  // A message edited in the meantime is overwritten only by its own retry.
  const all = others.flatMap(({ company, failure }) =>
    failed.length > 1 && failure.code === "message_changed" ? [] : [company],
  );
  const footer = (
    <>
      <Button onClick={onClose}>{t(($) => $.common.close)}</Button>
      {all.length > 0 && (
        <Button look="primary" icon="wand" onClick={() => onRetry(all)}>
          {t(($) => $.messages.failure.retryAll, { count: all.length })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      wide={failed.length > 1}
      title={t(($) => $.messages.failure.title, { count: failed.length })}
      onClose={onClose}
      footer={footer}
    >
      {limit !== undefined && <Banner tone="warn">{limitText(limit)}</Banner>}
      {others.length > 0 && (
        <ul className="failures">
          {others.map(({ company, failure }) => (
            <li key={company.id}>
              <div className="stack stack-tight">
                <h3>{formatCompanyName(company)}</h3>
                <GenerationFailureText failure={failure} />
              </div>
              {failed.length > 1 && (
                <Button
                  size="small"
                  aria-label={t(($) => $.messages.failure.retryFor, { name: formatCompanyName(company) })}
                  onClick={() => onRetry([company])}
                >
                  {t(($) => $.common.retry)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The error, with the findings of a rejected text. */
export function GenerationFailureText({ failure: { code, findings } }: { failure: GenerationFailure }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{translateErrorCode(code) ?? t(($) => $.messages.errors.messageGenerateError)}</p>
      {code === "no_template" && <Link to="/settings/template">{t(($) => $.messages.errors.toTemplate)}</Link>}
      {code === "writer_failed" && <p>{t(($) => $.messages.failure.noAnswer)}</p>}
      <LetterFindingList findings={findings} />
    </>
  );
}
