import { useTranslation } from "react-i18next";
import { formatCompanyName } from "../../../lib/company-name";
import { IconButton } from "../../../ui/button/button";

interface ApplyButtonProps {
  company: { name: string; website: string; applied: object | null };
  onOpen: () => void;
}

/** Opens the ways to apply without e-mail. A check mark once it is done. */
export function ApplyButton({ company, onOpen }: ApplyButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="small"
      icon={company.applied === null ? "phone" : "check"}
      label={t(($) => $.applications.title, { name: formatCompanyName(company) })}
      onClick={onOpen}
    />
  );
}
