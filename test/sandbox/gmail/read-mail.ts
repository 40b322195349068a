import PostalMime from "postal-mime";
import type { NewMail } from "../state/mail-table";

const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;

/** base64url (or base64) to bytes; null when it is neither. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!/^[\w+/-]*={0,2}$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

const stripMarkup = (markup: string): string => markup.replace(/<[^>]*>/g, " ").trim();

/**
 * Reads a mail as Gmail would send it: From becomes the account's own address, whatever the header says.
 * @returns the mail, or Gmail's error text
 */
export async function readMail(raw: Uint8Array, account: string): Promise<NewMail | string> {
  const mail = await PostalMime.parse(raw);
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  const addresses = recipients.flatMap((each) => ("address" in each && each.address ? [each.address] : []));
  if (recipients.length === 0) return "Recipient address required";
  if (addresses.length !== recipients.length || !addresses.every((each) => ADDRESS.test(each)))
    return "Invalid To header";
  const name = mail.from?.name ? `${mail.from.name} ` : "";
  return {
    account,
    from: name ? `${name}<${account}>` : account,
    to: addresses.join(", "),
    subject: mail.subject ?? "",
    text: mail.text ?? stripMarkup(mail.html ?? ""),
    attachments: mail.attachments.map((part) => ({
      filename: part.filename ?? "noname",
      mimeType: part.mimeType,
      size: typeof part.content === "string" ? part.content.length : part.content.byteLength,
    })),
    references: (mail.references ?? "").split(/\s+/).filter(Boolean),
    raw,
  };
}
