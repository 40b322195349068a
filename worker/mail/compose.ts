import MailComposer from "nodemailer/lib/mail-composer";
import { cvFileName } from "../contract/cv-file-name";

/** What a mail is made of. The recipient is one plain address. */
export interface Letter {
  from: { name: string; address: string };
  recipient: string;
  subject: string;
  text: string;
  /** The CV as PDF; null for none. */
  cv: Uint8Array | null;
  date: Date;
}

/** One line: what could end a header, or hide in it, becomes a space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").replace(/\s+/gu, " ").trim();

/**
 * The MIME message, in ASCII: a plain text and at most one attachment, one recipient, no header that came from outside unencoded.
 * The composer may open neither files nor addresses.
 */
export async function compose({ from, recipient, subject, text, cv, date }: Letter): Promise<string> {
  const name = oneLine(from.name);
  const bytes = await new MailComposer({
    from: { name, address: from.address },
    to: { name: "", address: recipient },
    subject: oneLine(subject),
    text: text.replace(/\r\n?/gu, "\n"),
    textEncoding: "quoted-printable",
    messageId: `<${crypto.randomUUID()}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    date,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(cv && { attachments: [{ filename: cvFileName(name), content: cv.toBase64(), encoding: "base64", contentType: "application/pdf" }] }),
  }).compile().build();
  return bytes.toString("latin1");
}
