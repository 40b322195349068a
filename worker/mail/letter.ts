import { cvFileName } from "../contract/cv-file-name";
import { LIMITS } from "../contract/limits";
import type { FileFacts } from "../ports";
import { sha256 } from "../sha256";

export interface Attachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Changes with the content. */
  etag: string;
}

/** All of a mail that matters to a person: the rest of it is date, identifier and frame. */
export interface Letter {
  /** `name` is one line, perhaps empty. */
  from: { name: string; address: string };
  /** One plain address. */
  to: string;
  /** One line. */
  subject: string;
  /** Lines end in \n; no space at the end, which no parser could tell from the frame. */
  text: string;
  attachment: Attachment | null;
}

/**
 * One line: what could end a header, or hide in it, becomes a space, and what mail programs would decode is taken apart.
 * At most `most` characters, the longest we ever take in.
 */
const oneLine = (text: string, most: number): string =>
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
export function letterOf(parts: Letter): Letter {
  return {
    from: { name: oneLine(parts.from.name, LIMITS.nameLength), address: parts.from.address },
    to: parts.to,
    subject: oneLine(parts.subject, LIMITS.subjectLength),
    text: parts.text
      .toWellFormed()
      .replace(/\r\n?/gu, "\n")
      .replace(/^\ufeff+/u, "")
      .trimEnd(),
    attachment: parts.attachment,
  };
}

/** The CV as it goes out, under a name made of the sender's. */
export const attachCv = (senderName: string, { size, etag }: FileFacts): Attachment => ({
  name: cvFileName(senderName),
  type: "application/pdf",
  size,
  etag,
});

/** Tells two letters apart by what a person would see in them. 64 hexadecimal digits. */
export function fingerprintOf({ from, to, subject, text, attachment }: Letter): Promise<string> {
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
