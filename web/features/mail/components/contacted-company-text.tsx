import { useTranslation } from "react-i18next";
import type { MailPreview } from "../../../../worker/contract/mail";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";

/** Says which other company was written to, as far as it is known. */
export function ContactedCompanyText({ company }: { company: MailPreview["contacted_company"] }) {
  const { t } = useTranslation();
  if (company === null) return t(($) => $.mail.one.question.already_contacted);
  const shown = formatCompanyName(company);
  const host = toReadableHost(company.website);
  // Companies of one name differ in their site.
  const name = host === "" || host === shown ? shown : `${shown} (${host})`;
  return t(($) => $.mail.one.contacted[company.same], { name });
}
