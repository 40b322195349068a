import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { MailPreview } from "../../../../worker/contract/mail";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { Tag } from "../../../ui/status/tag";
import { listConfirmations } from "../model/rules-send";
import { EmailPreviewDialog } from "./email-preview-dialog";

/** Recipients shown before "+N more". */
const MAX_COLLAPSED_RECIPIENTS = 5;

interface BulkSendRecipientsProps {
  companies: readonly Company[];
  /** Ids of those whose message, as it is sent, was read to its end. */
  read: ReadonlySet<string>;
  /** Previews opened so far, by company. */
  seen: ReadonlyMap<string, MailPreview>;
  disabled: boolean;
  onSeen: (id: string, preview: MailPreview) => void;
  onRead: (company: Company) => void;
}

/** The recipients of the batch: name, address, read or unread. Pressing one previews its mail. */
export function BulkSendRecipients({ companies, read, seen, disabled, onSeen, onRead }: BulkSendRecipientsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Company | null>(null);
  const shown = all ? companies : companies.slice(0, MAX_COLLAPSED_RECIPIENTS);
  const unread = companies.filter(({ id }) => !read.has(id)).length;
  const isDoubtful = (company: Company) => {
    const preview = seen.get(company.id);
    return preview !== undefined && (preview.do_not_contact || listConfirmations(preview, company).length > 0);
  };
  return (
    <div className="stack stack-tight">
      <p role="status">{t(($) => $.mail.bulk.unreadCount, { count: unread })}</p>
      <ul className="recipients" aria-label={t(($) => $.mail.bulk.sites)}>
        {shown.map((company) => {
          const name = formatCompanyName(company);
          const isRead = read.has(company.id);
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
                  <span>{name}</span> <span className="soft small">{company.recipient}</span>
                </span>
                {isDoubtful(company) && <Tag tone="warn">{t(($) => $.mail.bulk.toCheck)}</Tag>}
                <span className={isRead ? "recipient-state soft" : "recipient-state unread"}>
                  <Icon name={isRead ? "check" : "envelope"} />
                  {isRead ? t(($) => $.mail.bulk.read) : t(($) => $.mail.bulk.unread)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {companies.length > shown.length && (
        <div className="row">
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {t(($) => $.mail.bulk.more, { count: companies.length - MAX_COLLAPSED_RECIPIENTS })}
          </Button>
        </div>
      )}
      <p className="soft small">{t(($) => $.mail.bulk.look)}</p>
      {open && (
        <EmailPreviewDialog
          company={open}
          onClose={() => setOpen(null)}
          onSeen={(preview) => onSeen(open.id, preview)}
          onRead={() => onRead(open)}
        />
      )}
    </div>
  );
}
