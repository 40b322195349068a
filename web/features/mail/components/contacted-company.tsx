import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { MailPreview } from "../../../../worker/contract/mail";
import { formatCompanyName, toReadableSite } from "../../../lib/company-name";

/** Says which other company was written to, as far as it is known. */
export function ContactedCompany({ company }: { company: MailPreview["contacted_company"] }) {
  const { t } = useTranslation();
  if (company === null) return t(($) => $.mail.one.question.already_contacted);
  const name = formatCompanyName(company);
  const site = toReadableSite(company.website);
  return (
    <>
      {t(($) => $.mail.one.contacted[company.same])} {/* Companies of one name differ in their site. */}
      <Link to={`/companies/${company.id}`}>{site === "" || site === name ? name : `${name} (${site})`}</Link>
    </>
  );
}
