import { useTranslation } from "react-i18next";
import type { SendReason } from "../../../../worker/contract/mail";
import { countReasons } from "../model/rules-send";

/** "3 × no email address", the most frequent first. */
export function SendReasonList({ reasons }: { reasons: readonly SendReason[] }) {
  const { t } = useTranslation();
  return (
    <ul className="plain-list">
      {countReasons(reasons).map(([reason, count]) => (
        <li key={reason}>
          {count} × {t(($) => $.mail.reasons[reason])}
        </li>
      ))}
    </ul>
  );
}
