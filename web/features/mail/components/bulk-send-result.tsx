import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName } from "../../../lib/company-name";
import { Button, getButtonClass } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import type { QueueAnswer } from "../hooks/use-send-mail";
import { findRemedyPath, needsOtherMessage, needsSingleReview } from "../model/refusal-remedies";
import { groupByReason } from "../model/rules-send";
import { GmailSearchLink } from "./gmail-search-link";
import { UndoNotice } from "./undo-notice";

interface BulkSendResultProps {
  answer: QueueAnswer;
  companies: readonly Company[];
  /** The linked Gmail address. */
  account: string | null;
  onClose: () => void;
  /** Opens the mail of one company for a single review. */
  onLook: (id: string) => void;
}

/** A batch of which some was refused: what is in the outbox, what is not and why, and what to do about it. */
export function BulkSendResult({
  answer: { queuedIds, failed },
  companies,
  account,
  onClose,
  onLook,
}: BulkSendResultProps) {
  const { t } = useTranslation();
  const known = new Map(companies.map((company) => [company.id, company]));
  const remedies = {
    "/outbox": t(($) => $.outbox.title),
    "/sent": t(($) => $.mail.log.title),
    "/settings/gmail": t(($) => $.mail.gmail.title),
    "/settings/do-not-contact": t(($) => $.mail.never.title),
  };
  return (
    <Dialog
      wide
      title={t(($) => $.mail.bulk.resultTitle)}
      onClose={onClose}
      footer={
        <>
          <UndoNotice place="foot" onUndone={onClose} />
          <Button look="primary" onClick={onClose}>
            {t(($) => $.common.close)}
          </Button>
        </>
      }
    >
      <div className="stack">
        {queuedIds.length > 0 && (
          <Banner tone="good">{t(($) => $.mail.bulk.queued, { count: queuedIds.length })}</Banner>
        )}
        <Banner tone="warn">{t(($) => $.mail.bulk.notQueued, { count: failed.length })}</Banner>
        {groupByReason(failed).map(([reason, items]) => {
          const remedy = findRemedyPath(reason);
          return (
            <section key={reason} className="stack stack-tight bulk-reason">
              <h3>
                {t(($) => $.mail.reasons[reason])} <span className="soft numbers">({items.length})</span>
              </h3>
              <p className="soft small">
                {t(($) => $.mail.advice[reason])} {remedy && <Link to={remedy}>{remedies[remedy]}</Link>}
              </p>
              <ul className="bulk-failed">
                {items.map(({ id }) => {
                  const company = known.get(id);
                  return (
                    <li key={id} className="row row-spread">
                      {company ? <Link to={`/companies/${id}`}>{formatCompanyName(company)}</Link> : <span>{id}</span>}
                      <span className="row">
                        {reason === "outcome_unknown" && company && (
                          <GmailSearchLink address={company.recipient ?? ""} account={account} />
                        )}
                        {needsOtherMessage(reason) && (
                          <Link to={`/companies/${id}?open=message`} className={getButtonClass({ size: "small" })}>
                            {t(($) => $.mail.review.edit)}
                          </Link>
                        )}
                        {needsSingleReview(reason) && company && (
                          <Button
                            size="small"
                            aria-label={t(($) => $.mail.bulk.lookFor, { name: formatCompanyName(company) })}
                            onClick={() => onLook(id)}
                          >
                            {t(($) => $.mail.bulk.lookAgain)}
                          </Button>
                        )}
                      </span>
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
