import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName } from "../../../lib/company-name";
import { Icon } from "../../../ui/graphics/icon";

/** Leads to the outbox, in which the mail of a company waits. */
export function OutboxLink({ company }: { company: Pick<Company, "name" | "website"> }) {
  const { t } = useTranslation();
  const label = t(($) => $.outbox.openFor, { name: formatCompanyName(company) });
  return (
    <Link to="/outbox" className="icon-button small" aria-label={label} title={label}>
      <Icon name="clock" />
    </Link>
  );
}
