import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";

/** A search in the user's own Gmail: the app's permission only sends and cannot look. */
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
 * URL of a Gmail search for mails to an address.
 * @param account the linked address, for browsers signed in to several; null when unknown
 */
export function buildGmailSearchUrl(address: string, account: string | null): string {
  const who = account === null ? "" : `?${new URLSearchParams({ authuser: account }).toString()}`;
  return `${GMAIL_URL}${who}#search/${encodeURIComponent(`in:anywhere to:"${address.replaceAll('"', "")}"`)}`;
}
