import { useTranslation } from "react-i18next";
import { buildGmailSearchUrl } from "../../../lib/gmail-search-url";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";

/** A search in the user's own Gmail: the app's permission only sends and cannot look. */
export function GmailSearchLink({ address, account }: { address: string; account: string | null }) {
  const { t } = useTranslation();
  return (
    <a className="gmail-link" href={buildGmailSearchUrl("to", address, account)} target="_blank" rel="noreferrer">
      {t(($) => $.mail.one.checkGmail)}
      <Icon name="external" />
    </a>
  );
}
