import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/icon";
import "./letter.css";
import { gmailSearch } from "./rules";

/** Where the user can see for themselves whether a mail left; the permission to send lets nobody else look. */
export function GmailSearchLink({ address, account }: { address: string; account: string | null }) {
  const { t } = useTranslation();
  return (
    <a className="gmail-link" href={gmailSearch(address, account)} target="_blank" rel="noreferrer">
      {t(($) => $.mail.one.checkGmail)}
      <Icon name="external" />
    </a>
  );
}
