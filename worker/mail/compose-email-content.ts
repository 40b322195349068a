import { toCvFileName } from "../contract/cv-file-name";
import { LIMITS } from "../contract/limits";
import { sha256 } from "../lib/hash";
import type { FileMetadata } from "../platform/ports";

export interface EmailAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Changes with the content. */
  etag: string;
}

/** All of a mail that matters to a person: the rest of it is date, identifier and frame. */
export interface EmailContent {
  /** `name` is one line, perhaps empty. */
  from: { name: string; address: string };
  /** One plain address. */
  to: string;
  /** One line. */
  subject: string;
  /** Lines end in \n; no space at the end, which no parser could tell from the frame. */
  text: string;
  attachment: EmailAttachment | null;
}

/**
 * One line: what could end a header, or hide in it, becomes a space, and what mail programs would decode is taken apart.
 * At most `most` characters, the longest we ever take in.
 */
const toOneLine = (text: string, most: number): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ")
      .replaceAll("=?", "= ?")
      .replace(/\s+/gu, " ")
      .trim(),
  ]
    .slice(0, most)
    .join("")
    .trim();

/** Puts a letter together in the one form in which it is shown, compared and sent. */
export function normalizeEmailContent(parts: EmailContent): EmailContent {
  return {
    from: { name: toOneLine(parts.from.name, LIMITS.nameLength), address: parts.from.address },
    to: parts.to,
    subject: toOneLine(parts.subject, LIMITS.subjectLength),
    text: parts.text
      .toWellFormed()
      .replace(/\r\n?/gu, "\n")
      .replace(/^\ufeff+/u, "")
      .trimEnd(),
    attachment: parts.attachment,
  };
}

/** The CV as it goes out, under a name made of the sender's. */
export const toCvAttachment = (senderName: string, { size, etag }: FileMetadata): EmailAttachment => ({
  name: toCvFileName(senderName),
  type: "application/pdf",
  size,
  etag,
});

/** Tells two letters apart by what a person would see in them. 64 hexadecimal digits. */
export function computeFingerprint({ from, to, subject, text, attachment }: EmailContent): Promise<string> {
  const seen = [
    from.name,
    from.address,
    to,
    subject,
    text,
    attachment && [attachment.name, attachment.type, attachment.size, attachment.etag],
  ];
  return sha256(JSON.stringify(seen));
}
