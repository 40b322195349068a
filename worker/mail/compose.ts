import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import type { Preview } from "../contract/mail";
import type { Letter } from "./letter";

/**
 * The MIME message, in ASCII: a plain text and at most one attachment, one recipient, no header that came from outside unencoded.
 * The composer may open neither files nor addresses.
 */
export async function compose({ from, to, subject, text, attachment }: Letter, date: Date): Promise<string> {
  const bytes = await new MailComposer({
    from,
    to: { name: "", address: to },
    subject,
    text,
    textEncoding: "quoted-printable",
    messageId: `<${crypto.randomUUID()}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    date,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(attachment && { attachments: [{ filename: attachment.name, content: attachment.bytes.toBase64(), encoding: "base64", contentType: attachment.type }] }),
  }).compile().build();
  return bytes.toString("latin1");
}

/** What a mail program would show of a composed message. */
export async function readBack(mime: string): Promise<Pick<Preview, "from" | "to" | "subject" | "text" | "attachment">> {
  const { from, to, subject = "", text = "", attachments: [attached] } = await PostalMime.parse(mime);
  return {
    from: { name: from?.name ?? "", address: from?.address ?? "" },
    to: (to ?? []).map(({ address }) => address ?? "").join(", "),
    subject,
    // The parser ends a text with a line break of its own.
    text: text.replace(/\n+$/u, ""),
    attachment: attached ? { name: attached.filename ?? "", size: sizeOf(attached.content), type: attached.mimeType } : null,
  };
}

const sizeOf = (content: ArrayBuffer | Uint8Array | string): number => (typeof content === "string" ? new TextEncoder().encode(content) : content).byteLength;
