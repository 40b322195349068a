import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Settings } from "../../../../worker/contract/account";
import { Banner } from "../../../ui/status/banner";

/** Says why nothing can be sent: Google has revoked the link, or mails are ready and there is no link yet. */
export function GmailNotice({
  gmail,
  ready,
}: {
  gmail: Settings["gmail"];
  /** Number of companies ready to be sent to. */ ready: number;
}) {
  const { t } = useTranslation();
  if (gmail.reconnect)
    return (
      <Banner tone="warn" action={<Link to="/settings">{t(($) => $.mail.gmail.reconnect)}</Link>}>
        {t(($) => $.mail.gmail.lost, { email: gmail.email ?? "Gmail" })}
      </Banner>
    );
  if (gmail.connected || ready === 0) return null;
  return (
    <Banner action={<Link to="/settings">{t(($) => $.mail.gmail.connect)}</Link>}>
      {t(($) => $.errors.gmail_required)}
    </Banner>
  );
}
