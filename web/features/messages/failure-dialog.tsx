import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { textOfCode } from "../../i18n/use-error-text";
import { nameOf } from "../../lib/format";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Findings } from "../../ui/findings";
import type { Failure } from "./failures";
import "./messages.css";

interface FailureDialogProps {
  failed: readonly { company: Company; failure: Failure }[];
  onClose: () => void;
  onRetry: (companies: Company[]) => void;
}

/** Why messages were not written, company by company, with another try for each or for all. */
export function FailureDialog({ failed, onClose, onRetry }: FailureDialogProps) {
  const { t } = useTranslation();
  // A message edited meanwhile is written over only when that one is asked for.
  const all = failed.flatMap(({ company, failure }) =>
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
      <ul className="failures">
        {failed.map(({ company, failure }) => (
          <li key={company.id}>
            <div className="stack stack-tight">
              <h3>{nameOf(company)}</h3>
              <FailureText failure={failure} />
            </div>
            {failed.length > 1 && (
              <Button
                size="small"
                aria-label={t(($) => $.messages.failure.retryFor, { name: nameOf(company) })}
                onClick={() => onRetry([company])}
              >
                {t(($) => $.common.retry)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What went wrong, and with a text that was refused what was found in it. */
export function FailureText({ failure: { code, findings } }: { failure: Failure }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{textOfCode(code) ?? t(($) => $.messages.errors.messageGenerateError)}</p>
      <Findings findings={findings} />
    </>
  );
}
