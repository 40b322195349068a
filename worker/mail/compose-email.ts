import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import type { MailPreview } from "../contract/mail";
import { sha256 } from "../lib/hash";
import type { MimeMessage } from "../platform/ports";
import type { EmailContent } from "./compose-email-content";

/** A composed mail but for the content of what is attached: that goes between `head` and `tail`. */
export type MimeFrame = Pick<MimeMessage, "head" | "tail">;

/**
 * The MIME message, in ASCII: a plain text and at most one attachment, one recipient, no header that came from outside unencoded.
 * The composer may open neither files nor addresses.
 */
export async function buildMime(
  { from, to, subject, text, attachment }: EmailContent,
  messageId: string,
  date: Date,
): Promise<MimeFrame> {
  const bytes = await new MailComposer({
    from,
    to: { name: "", address: to },
    subject,
    text,
    textEncoding: "quoted-printable",
    messageId,
    date,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(attachment && {
      attachments: [{ filename: attachment.name, content: "", encoding: "base64", contentType: attachment.type }],
    }),
  })
    .compile()
    .build();
  const mime = bytes.toString("latin1");
  // What is attached is the last part: its content ends where the last boundary begins.
  const end = attachment ? mime.lastIndexOf("\r\n--") : mime.length;
  return { head: mime.slice(0, end), tail: mime.slice(end) };
}

const DOMAIN_PATTERN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/**
 * The Message-ID of a mail: the same whenever it is made, another one for each mail. It tells nothing that From does not, since it stands at
 * the same domain, and the id in our log cannot be read off it.
 */
export async function makeMessageId(mailId: string, from: string): Promise<string> {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return `<${(await sha256(`Message-ID of ${mailId}`)).slice(0, 32)}@${DOMAIN_PATTERN.test(domain) ? domain : "gmail.com"}>`;
}

/** What a mail program would show of a composed message. Of what is attached only the size is not read off the message. */
export async function parseMime(
  { head, tail }: MimeFrame,
  attachedSize: number,
): Promise<Pick<MailPreview, "from" | "to" | "subject" | "text" | "attachment">> {
  const {
    from,
    to,
    subject = "",
    text = "",
    attachments: [attached],
  } = await PostalMime.parse(head + tail);
  return {
    from: { name: from?.name ?? "", address: from?.address ?? "" },
    to: (to ?? []).map(({ address }) => address ?? "").join(", "),
    subject,
    // The parser ends a text with a line break of its own.
    text: text.replace(/\n+$/u, ""),
    attachment: attached ? { name: attached.filename ?? "", size: attachedSize, type: attached.mimeType } : null,
  };
}
