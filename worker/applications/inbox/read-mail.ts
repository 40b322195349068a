import { type Address, addressParser, type Attachment, type Email } from "postal-mime";
import { normalizeAddress } from "../../lib/email-address";
import { parseEmail, readEmailText, toOneLine } from "../parse-email";
import type { MailHeader } from "./authentication";

/** Of one mail: its headers and text stand at its beginning, attachments may have 25 MB. */
const MAX_READ_BYTES = 512 * 1024;
/** Of the text: answers are short, what follows is quoted. */
const MAX_TEXT_CHARS = 50_000;
const MAX_SENDER_CHARS = 2_000;
const MAX_ADDRESSES = 50;
const MAX_REFERENCES = 50;

/** A part of a mail that is no text of it. */
interface MailPart {
  type: string;
  text: string;
}

/** A mail as it came, parsed. Nothing in it is to be trusted. */
export interface InboundMail {
  headers: readonly MailHeader[];
  /** The address in From, lower case; null for none, or several. */
  from: string | null;
  fromName: string;
  /** Addresses that it is to or was delivered to, lower case. */
  recipients: readonly string[];
  subject: string;
  /** With its angle brackets; null without one. */
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
  text: string;
  /** Reports, and mails that it encloses. */
  parts: readonly MailPart[];
  /** All of it, for the reader of answers. */
  email: Email;
}

/** Reads the beginning of a mail. */
export async function readBeginning(
  stream: ReadableStream<Uint8Array>,
  maxBytes = MAX_READ_BYTES,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.byteLength;
    }
  } finally {
    // What is left is not read; a stream that has ended has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const chunk of chunks) {
    const fitting = chunk.subarray(0, bytes.byteLength - at);
    bytes.set(fitting, at);
    at += fitting.byteLength;
  }
  return bytes;
}

/** Parses a mail, which may be cut off. @returns null for what is none */
export async function parseMail(bytes: Uint8Array): Promise<InboundMail | null> {
  const email = await parseEmail(bytes);
  if (!email || email.headers.length === 0) return null;
  const headers = email.headers.map(({ key, value }) => ({ key, value }));
  const findAll = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  return {
    headers,
    ...readSender(findAll("from")),
    recipients: listRecipients(email, [...findAll("delivered-to"), ...findAll("x-forwarded-to")]),
    subject: toOneLine(email.subject ?? ""),
    messageId: listMessageIds([email.messageId ?? ""])[0] ?? null,
    inReplyTo: listMessageIds([email.inReplyTo ?? ""]),
    references: listMessageIds([email.references ?? ""]),
    text: readEmailText(email, { maxChars: MAX_TEXT_CHARS, skipsQuotes: false }),
    parts: email.attachments.flatMap((part) => toMailPart(part) ?? []),
    email,
  };
}

/** Several senders are a trick: servers check another one than programs show. */
function readSender(values: readonly string[]): Pick<InboundMail, "from" | "fromName"> {
  const [sender, ...others] = values.flatMap((value) => addressParser(value.slice(0, MAX_SENDER_CHARS)));
  if (values.length !== 1 || !sender || others.length > 0 || sender.group !== undefined)
    return { from: null, fromName: "" };
  return { from: normalizeAddress(sender.address), fromName: toOneLine(sender.name) };
}

function listRecipients({ to, cc }: Email, delivered: readonly string[]): string[] {
  const listed = [...(to ?? []), ...(cc ?? [])].flatMap((address) => listMailboxes(address));
  const all = [...listed, ...delivered.flatMap((value) => value.split(/[\s,<>]+/u))];
  return [...new Set(all.slice(0, 4 * MAX_ADDRESSES).flatMap((address) => normalizeAddress(address) ?? []))].slice(
    0,
    MAX_ADDRESSES,
  );
}

const listMailboxes = (address: Address): string[] =>
  address.group === undefined ? [address.address] : address.group.map((member) => member.address);

/** The identifiers in values of Message-ID, In-Reply-To or References. */
const listMessageIds = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.slice(0, 20_000).match(/<[^<>\s]{3,500}>/gu) ?? []).slice(-MAX_REFERENCES);

const decoder = new TextDecoder();
const REPORT_TYPES = /^(?:message\/|text\/rfc822-headers$)/u;

function toMailPart({ mimeType, content }: Attachment): MailPart | null {
  if (!REPORT_TYPES.test(mimeType)) return null;
  const text = typeof content === "string" ? content : decoder.decode(content);
  return { type: mimeType, text: text.slice(0, MAX_TEXT_CHARS) };
}
