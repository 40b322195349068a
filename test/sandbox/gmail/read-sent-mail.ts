import PostalMime from "postal-mime";
import type { SentMail } from "./company-mails";

/** A mail that an account sent, as its recipient sees it. */
export async function readSentMail(raw: string | ArrayBuffer, account: string): Promise<SentMail> {
  const mail = await PostalMime.parse(raw);
  return {
    from: account,
    replyTo: mail.replyTo?.[0]?.address ?? account,
    to: mail.to?.[0]?.address ?? "",
    subject: mail.subject ?? "",
    messageId: mail.messageId ?? "",
    text: mail.text ?? "",
  };
}
