import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Banner } from "../../../ui/status/banner";
import { ConnectGmailButton } from "./connect-gmail-button";

/** Says that Google has withdrawn the access, while the next step does not say it. */
export function GmailNotice({ gmail }: { gmail: Settings["gmail"] }) {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" action={<ConnectGmailButton gmail={gmail} look="plain" />}>
      {t(($) => $.mail.gmail.lost, { email: gmail.email ?? "Gmail" })}
    </Banner>
  );
}
