import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { Banner } from "../../../ui/status/banner";
import "../../../ui/mail/letter-finding-list.css";

/**
 * Warnings about a message, for example that it nearly repeats another. The sentences without source are marked in the
 * text itself.
 */
export function MessageWarnings({ company }: { company: Pick<Company, "message_warnings"> }) {
  const { t } = useTranslation();
  const warnings = company.message_warnings.filter((warning) => warning !== "unsupported_sentence");
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warn">
      <ul className="findings">
        {warnings.map((warning) => (
          <li key={warning}>{t(($) => $.messages.warnings[warning])}</li>
        ))}
      </ul>
    </Banner>
  );
}
