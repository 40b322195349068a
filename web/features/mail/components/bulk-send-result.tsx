import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { Answer } from "../../../../worker/contract/endpoint";
import type { bulkSend } from "../../../../worker/contract/mail";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { formatClockTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { groupByReason, countUnconfirmed, needsSingleReview } from "../model/rules-send";
import { GmailSearchLink } from "./gmail-search-link";

interface BulkSendResultProps {
  answer: Answer<typeof bulkSend>;
  companies: readonly Company[];
  /** The linked Gmail address. */
  account: string | null;
  /** When the daily limit resets, ISO 8601. */
  resetsAt: string;
  onClose: () => void;
  /** Opens the mail of one company for a single review. */
  onLook: (id: string) => void;
}

/** The result of a batch: what was sent, what was not and why, and what to do about it. */
export function BulkSendResult({
  answer: { sent_ids: sent, failed },
  companies,
  account,
  resetsAt,
  onClose,
  onLook,
}: BulkSendResultProps) {
  const { t } = useTranslation();
  const time = formatClockTime(resetsAt, useShownLanguage());
  const unconfirmed = countUnconfirmed(failed);
  const notSent = failed.length - unconfirmed;
  const known = new Map(companies.map((company) => [company.id, company]));
  return (
    <Dialog
      wide
      title={t(($) => $.mail.bulk.resultTitle)}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {t(($) => $.common.close)}
        </Button>
      }
    >
      <div className="stack">
        {sent.length > 0 && <Banner tone="good">{t(($) => $.mail.bulk.sent, { count: sent.length })}</Banner>}
        {notSent > 0 && <Banner tone="warn">{t(($) => $.mail.bulk.notSent, { count: notSent })}</Banner>}
        {unconfirmed > 0 && <Banner tone="warn">{t(($) => $.mail.bulk.unconfirmed, { count: unconfirmed })}</Banner>}
        {groupByReason(failed).map(([reason, items]) => (
          <section key={reason} className="stack stack-tight bulk-reason">
            <h3>
              {t(($) => $.mail.reasons[reason])} <span className="soft numbers">({items.length})</span>
            </h3>
            <p className="soft small">{t(($) => $.mail.advice[reason], { time })}</p>
            <ul className="bulk-failed">
              {items.map(({ id }) => {
                const company = known.get(id);
                return (
                  <li key={id} className="row row-spread">
                    <span>{company ? formatCompanyName(company) : id}</span>
                    <span className="row">
                      {reason === "outcome_unknown" && company && (
                        <GmailSearchLink address={company.recipient ?? ""} account={account} />
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
        ))}
      </div>
    </Dialog>
  );
}
