const GMAIL_URL = "https://mail.google.com/mail/";

/**
 * URL of a Gmail search for mails to or from an address.
 * @param account the linked address, for browsers signed in to several; null when unknown
 */
export function buildGmailSearchUrl(side: "to" | "from", address: string, account: string | null): string {
  const who = account === null ? "" : `?${new URLSearchParams({ authuser: account }).toString()}`;
  return `${GMAIL_URL}${who}#search/${encodeURIComponent(`in:anywhere ${side}:"${address.replaceAll('"', "")}"`)}`;
}
