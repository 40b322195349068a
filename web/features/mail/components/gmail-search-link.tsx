import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";

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

const GMAIL_URL = "https://mail.google.com/mail/";

/**
 * A search in the user's own Gmail for what went to an address: nobody else can look there.
 * @param account the linked address, for browsers signed in to several; null when it is not known
 */
export function buildGmailSearchUrl(address: string, account: string | null): string {
  const who = account === null ? "" : `?${new URLSearchParams({ authuser: account }).toString()}`;
  return `${GMAIL_URL}${who}#search/${encodeURIComponent(`in:anywhere to:"${address.replaceAll('"', "")}"`)}`;
}
