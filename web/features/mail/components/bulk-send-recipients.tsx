import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { MailPreview } from "../../../../worker/contract/mail";
import { toReadableHost } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { listConfirmations } from "../model/rules-send";
import { EmailPreviewDialog } from "./email-preview-dialog";

/** Names shown before "+N more". */
const MAX_COLLAPSED_RECIPIENTS = 5;

interface BulkSendRecipientsProps {
  companies: readonly Company[];
  /** Previews opened so far, by company. */
  seen: ReadonlyMap<string, MailPreview>;
  disabled: boolean;
  onSeen: (id: string, preview: MailPreview) => void;
}

/** The recipients of the batch. Pressing one previews its mail; an icon then shows that it was reviewed. */
export function BulkSendRecipients({ companies, seen, disabled, onSeen }: BulkSendRecipientsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Company | null>(null);
  const shown = all ? companies : companies.slice(0, MAX_COLLAPSED_RECIPIENTS);
  const chooseIcon = (company: Company) => {
    const preview = seen.get(company.id);
    if (!preview) return "envelope";
    return preview.do_not_contact || listConfirmations(preview, company).length > 0 ? "warning" : "check";
  };
  return (
    <div className="stack stack-tight">
      <ul className="pills" aria-label={t(($) => $.mail.bulk.sites)}>
        {shown.map((company) => {
          const name = toReadableHost(company.website) || company.name;
          return (
            <li key={company.id}>
              <Button
                size="small"
                icon={chooseIcon(company)}
                disabled={disabled}
                title={t(($) => $.mail.preview.title, { name })}
                onClick={() => setOpen(company)}
              >
                {name}
              </Button>
            </li>
          );
        })}
        {companies.length > shown.length && (
          <li>
            <Button size="small" look="quiet" onClick={() => setAll(true)}>
              {t(($) => $.mail.bulk.more, { count: companies.length - MAX_COLLAPSED_RECIPIENTS })}
            </Button>
          </li>
        )}
      </ul>
      <p className="soft small">{t(($) => $.mail.bulk.look)}</p>
      {open && (
        <EmailPreviewDialog
          company={open}
          onClose={() => setOpen(null)}
          onSeen={(preview) => onSeen(open.id, preview)}
        />
      )}
    </div>
  );
}
