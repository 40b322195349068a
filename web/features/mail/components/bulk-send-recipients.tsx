import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { MailPreview } from "../../../../worker/contract/mail";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { Tag } from "../../../ui/status/tag";
import { formatCompanyAndTown } from "../model/company-and-town";
import { listConfirmations } from "../model/rules-send";
import { EmailPreviewDialog } from "./email-preview-dialog";
import type { LetterRenderer } from "./previewed-mail";
import { ReadState } from "./read-state";

/** Recipients shown before "+N more". */
const MAX_COLLAPSED_RECIPIENTS = 5;

interface BulkSendRecipientsProps {
  companies: readonly Company[];
  /** Those left out for a point to check. */
  doubtful: readonly Company[];
  letter: LetterRenderer;
  /** Ids of those whose message, as it is sent, was read to its end. */
  read: ReadonlySet<string>;
  /** Previews opened so far, by company. */
  seen: ReadonlyMap<string, MailPreview>;
  disabled: boolean;
  onSeen: (id: string, preview: MailPreview) => void;
  onRead: (company: Company) => void;
  /** Opens one letter after the other. */
  onReview: () => void;
}

/** The recipients of the batch: name, address, read or unread. Pressing one previews its mail. */
export function BulkSendRecipients({
  companies,
  doubtful,
  letter,
  read,
  seen,
  disabled,
  onSeen,
  onRead,
  onReview,
}: BulkSendRecipientsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Company | null>(null);
  const shown = all ? companies : companies.slice(0, MAX_COLLAPSED_RECIPIENTS);
  const unread = companies.filter(({ id }) => !read.has(id)).length;
  const isUnconfirmed = (company: Company) => {
    const preview = seen.get(company.id);
    if (preview === undefined) return false;
    const isUnsure = company.send_status === "unknown";
    return preview.do_not_contact || preview.undeliverable || listConfirmations(preview, isUnsure).length > 0;
  };
  const list = (listed: readonly Company[], label: string) => (
    <ul className="recipients" aria-label={label}>
      {listed.map((company) => {
        const name = formatCompanyName(company);
        return (
          <li key={company.id}>
            <button
              type="button"
              className="recipient"
              title={t(($) => $.mail.preview.title, { name })}
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (!disabled) setOpen(company);
              }}
            >
              <span className="recipient-name">
                <span>{formatCompanyAndTown(company)}</span> <span className="soft small">{company.recipient}</span>
              </span>
              {isUnconfirmed(company) && <Tag tone="warn">{t(($) => $.mail.bulk.toCheck)}</Tag>}
              <ReadState read={read.has(company.id)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
  return (
    <div className="stack stack-tight">
      {companies.length > 0 && (
        <>
          <div className="row row-spread">
            <p role="status">{t(($) => $.mail.bulk.unreadCount, { count: unread })}</p>
            <Button size="small" icon="envelope" disabled={disabled} onClick={onReview}>
              {t(($) => $.mail.review.open)}
            </Button>
          </div>
          {list(
            shown,
            t(($) => $.mail.bulk.sites),
          )}
        </>
      )}
      {companies.length > shown.length && (
        <div className="row">
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {t(($) => $.mail.bulk.more, { count: companies.length - MAX_COLLAPSED_RECIPIENTS })}
          </Button>
        </div>
      )}
      <p className="soft small">
        {t(($) => $.mail.bulk.look)} {unread > 0 && t(($) => $.mail.bulk.unreadHint)}
      </p>
      {doubtful.length > 0 && (
        <section className="stack stack-tight bulk-reason">
          <h3>{t(($) => $.mail.bulk.doubtful, { count: doubtful.length })}</h3>
          <p className="soft small">{t(($) => $.mail.bulk.doubtfulHint)}</p>
          {list(
            doubtful,
            t(($) => $.mail.bulk.doubtful, { count: doubtful.length }),
          )}
        </section>
      )}
      {open && (
        <EmailPreviewDialog
          company={open}
          letter={letter}
          onClose={() => setOpen(null)}
          onSeen={(preview) => onSeen(open.id, preview)}
          onRead={() => onRead(open)}
        />
      )}
    </div>
  );
}
