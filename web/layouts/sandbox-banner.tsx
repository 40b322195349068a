import { useTranslation } from "react-i18next";
import "./sandbox-banner.css";

/** Says that the outside services are simulated, and links the mails they received. */
export function SandboxBanner() {
  const { t } = useTranslation();
  return (
    <aside className="sandbox-banner">
      <span>{t(($) => $.common.sandbox.text)}</span>
      <a href="/sandbox/outbox" target="_blank" rel="noreferrer">
        {t(($) => $.common.sandbox.outbox)}
      </a>
    </aside>
  );
}
