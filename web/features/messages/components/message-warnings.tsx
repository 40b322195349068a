import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { Banner } from "../../../ui/status/banner";
import "../../../ui/mail/letter-finding-list.css";

/** Warnings about a generated message, for example that it nearly repeats another. An edit clears them. */
export function MessageWarnings({
  company: { message_warnings: warnings },
}: {
  company: Pick<Company, "message_warnings">;
}) {
  const { t } = useTranslation();
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
