import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";
import { buildGmailSearchUrl } from "../model/rules-send";

/** Where the user can see for themselves whether a mail left; the permission to send lets nobody else look. */
export function GmailSearchLink({ address, account }: { address: string; account: string | null }) {
  const { t } = useTranslation();
  return (
    <a className="gmail-link" href={buildGmailSearchUrl(address, account)} target="_blank" rel="noreferrer">
      {t(($) => $.mail.one.checkGmail)}
      <Icon name="external" />
    </a>
  );
}
