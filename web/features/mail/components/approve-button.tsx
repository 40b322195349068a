import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import type { Approval } from "../hooks/use-approval";

interface ApproveButtonProps {
  approval: Approval;
  label: string;
  disabled?: boolean;
}

/** Reads on until the mail was read to its end, then sends it. */
export function ApproveButton({ approval, label, disabled = false }: ApproveButtonProps) {
  const { t } = useTranslation();
  const { mustRead, button, block, busy, press } = approval;
  if (mustRead)
    return (
      <Button key="read" look="primary" icon="down" onClick={press}>
        {t(($) => $.mail.review.readOn)}
      </Button>
    );
  return (
    <Button
      key="send"
      {...button}
      look="primary"
      icon="send"
      busy={busy}
      disabled={disabled || button.disabled}
      disabledReason={busy ? undefined : block}
      onClick={press}
    >
      {busy ? t(($) => $.mail.one.sending) : label}
    </Button>
  );
}
