import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName } from "../../../lib/company-name";
import { IconButton } from "../../../ui/button/button";
import { findSendBlock } from "../model/rules-send";

interface SendButtonProps {
  company: Company;
  /** Gmail is linked. */
  linked: boolean;
  /** The recipient is on the do-not-contact list. */
  listed: boolean;
  onSend: () => void;
}

/** Opens the preview of a company's mail. A check mark once sent; a lock with the reason while it cannot be sent. */
export function SendButton({ company, linked, listed, onSend }: SendButtonProps) {
  const { t } = useTranslation();
  const block = findSendBlock(company) ?? (listed ? "do_not_contact" : null);
  const reason =
    block !== null
      ? t(($) => $.mail.reasons[block])
      : company.generating
        ? t(($) => $.errors.generating)
        : linked
          ? undefined
          : t(($) => $.errors.gmail_required);
  const icon = block === "already_sent" ? "check" : reason === undefined ? "send" : "lock";
  return (
    <IconButton
      size="small"
      icon={icon}
      label={t(($) => $.mail.one.title, { name: formatCompanyName(company) })}
      disabledReason={reason}
      onClick={onSend}
    />
  );
}
