import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Settings } from "../../../../worker/contract/account";
import { Banner } from "../../../ui/status/banner";

/** Nothing can be sent: because Google no longer honours the link, or, once something is ready, because there is none yet. */
export function GmailNotice({
  gmail,
  ready,
}: {
  gmail: Settings["gmail"];
  /** Companies that could be written to. */ ready: number;
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
