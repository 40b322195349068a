import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../../worker/contract/mail";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";
import { GmailSearchLink } from "./gmail-search-link";

interface GmailMailLinkProps {
  mail: Pick<LoggedMail, "recipient" | "gmail_thread_id">;
  /** The linked Gmail address; null when unknown. */
  account: string | null;
}

/** A mail in the user's own Gmail; a search for it where Gmail has not said which one it is. */
export function GmailMailLink({ mail: { recipient, gmail_thread_id: threadId }, account }: GmailMailLinkProps) {
  const { t } = useTranslation();
  if (threadId === null) return <GmailSearchLink address={recipient} account={account} />;
  return (
    <a className="gmail-link" href={buildGmailMailUrl(threadId, account)} target="_blank" rel="noreferrer">
      {t(($) => $.mail.log.openGmail)}
      <Icon name="external" />
    </a>
  );
}

/**
 * URL of a conversation in Gmail, wherever it is filed. Google documents no such URL; this form has worked for years.
 * @param account the linked address, for browsers signed in to several; null when unknown
 */
export function buildGmailMailUrl(threadId: string, account: string | null): string {
  const who = account === null ? "" : `u/${encodeURIComponent(account).replaceAll("%40", "@")}/`;
  return `https://mail.google.com/mail/${who}#all/${encodeURIComponent(threadId)}`;
}
