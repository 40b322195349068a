import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import type { Preview } from "../../../worker/contract/mail";
import { shownHost } from "../../lib/format";
import { Button } from "../../ui/button";
import { PreviewDialog } from "./preview-dialog";
import { questionsOf } from "./rules";

/** Sites shown by name before "+N more". */
const PILLS = 5;

interface BulkRecipientsProps {
  companies: readonly Company[];
  /** Mails looked at so far, by company. */
  seen: ReadonlyMap<string, Preview>;
  disabled: boolean;
  onSeen: (id: string, preview: Preview) => void;
}

/** Who gets a mail of the batch. Pressing one shows that mail; a check or a warning says it was looked at. */
export function BulkRecipients({ companies, seen, disabled, onSeen }: BulkRecipientsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Company | null>(null);
  const shown = all ? companies : companies.slice(0, PILLS);
  const iconOf = (company: Company) => {
    const preview = seen.get(company.id);
    if (!preview) return "envelope";
    return preview.do_not_contact || questionsOf(preview, company).length > 0 ? "warning" : "check";
  };
  return (
    <div className="stack stack-tight">
      <ul className="pills" aria-label={t(($) => $.mail.bulk.sites)}>
        {shown.map((company) => {
          const name = shownHost(company.website) || company.name;
          return (
            <li key={company.id}>
              <Button
                size="small"
                icon={iconOf(company)}
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
              {t(($) => $.mail.bulk.more, { count: companies.length - PILLS })}
            </Button>
          </li>
        )}
      </ul>
      <p className="soft small">{t(($) => $.mail.bulk.look)}</p>
      {open && (
        <PreviewDialog company={open} onClose={() => setOpen(null)} onSeen={(preview) => onSeen(open.id, preview)} />
      )}
    </div>
  );
}
