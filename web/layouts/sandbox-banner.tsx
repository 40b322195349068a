import { useTranslation } from "react-i18next";
import "./sandbox-banner.css";

/** Says that the outside world is played by the sandbox, and where its mails lie. */
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
