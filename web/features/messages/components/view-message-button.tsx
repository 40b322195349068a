import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";

/** Opens a read-only message. */
export function ViewMessageButton({ company, onOpen }: { company: Company; onOpen: () => void }) {
  const { t } = useTranslation();
  const name = formatCompanyName(company);
  if (company.message.trim() === "") return <span className="soft">{t(($) => $.messages.cell.none)}</span>;
  const label = company.email_sent
    ? t(($) => $.messages.cell.sentFor, { name })
    : t(($) => $.messages.cell.readFor, { name });
  return (
    <Button size="small" look="quiet" aria-label={label} onClick={onOpen}>
      {t(($) => $.messages.cell.sent)}
    </Button>
  );
}
