import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime, { type Attachment } from "postal-mime";
import { type CompanyRow, findMailAddress } from "../companies/rules-recipient";
import { type FileOwner, toCvFileName } from "../contract/attachment-names";
import type { MessageLanguage } from "../contract/field-schemas";
import { LIMITS } from "../contract/limits";
import { type Confirmation, DEFAULT_SUBJECT, type FollowUpStep, type MailPreview } from "../contract/mail";
import { toReplyAddress } from "../contract/reply-address";
import { sha256 } from "../lib/hash";
import { listContacts } from "../messages/store-candidate";
import { ExternalServiceError, type FileMetadata, type FileStorage, type MimeMessage } from "../platform/ports";
import type { ReceivedSendRequest, SendFailure } from "../platform/send-request";
import type { MailboxRow } from "./gmail-link/store-mailboxes";
import {
  composeLetterFile,
  LETTER_TYPE,
  type LetterFile,
  type LetterSender,
  toLetterFile,
  toLetterSender,
} from "./letter-attachment";
import { checkBeforeSend } from "./send/check-letter-before-send";
import type { Reply, SendRow } from "./send/rules-send-refusal";
import type { SendContext, Sender } from "./send/store-send-context";
import { findSourceLine } from "./source-line";

export interface EmailAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Changes with the content. */
  etag: string;
}

/** What the reader of an e-mail sees: all but its date, identifier and MIME structure. */
export interface EmailContent {
  /** `name` is one line, perhaps empty. */
  from: { name: string; address: string };
  /** One plain address. */
  to: string;
  /** Where answers go, if not to `from`. */
  replyTo: string | null;
  /** One line. */
  subject: string;
  /** Lines end in \n. Trailing space is cut: a parser could not tell it from the MIME structure. */
  text: string;
  attachment: EmailAttachment | null;
  /** The same letter as a PDF, which goes before the attachment. */
  letter: LetterFile | null;
  /** Null for a mail that begins a conversation. */
  thread: EmailThread | null;
}

/** Where a reply belongs. */
interface EmailThread {
  step: FollowUpStep;
  /** Message-IDs of the mails before it, oldest first. */
  references: string[];
  /** Gmail's id of the conversation; null where this mailbox does not know it. */
  gmailId: string | null;
}

/** What all e-mails of a sender share. */
export interface SenderAndCv {
  from: { name: string; address: string };
  owner: FileOwner;
  /** Null where none is attached. */
  cv: Pick<FileMetadata, "size" | "etag"> | null;
  /** Null where no letter goes along as a PDF. */
  letter: LetterSender | null;
  /** Telephone and links, a line each. */
  signature: string[];
  /** Whether a mail ends with where its address was found. */
  tellsSource: boolean;
  /** Whether answers go to an address that tells the company. */
  tagsReplies: boolean;
}

/** The same with the bytes of the CV: one copy for all e-mails of a batch. */
export interface LoadedSenderAndCv extends SenderAndCv {
  attached: Uint8Array | null;
}

/** A composed e-mail: its content, and the MIME message for Gmail. */
export interface ComposedEmail {
  /** Id of its row in the sent log. */
  id: string;
  messageId: string;
  content: EmailContent;
  mime: MimeMessage;
}

/** The MIME message without the bytes of the CV, which go between `head` and `tail`. */
export type MimeFrame = Pick<MimeMessage, "head" | "tail">;

// Sender and CV

/** Describes sender and CV without reading the CV. A missing CV is an error: the user expects it to be attached. */
export async function describeSenderAndCv(
  sender: Sender,
  cvPath: string | null,
  mailbox: MailboxRow,
  files: FileStorage,
): Promise<SenderAndCv | SendFailure> {
  const cv = await findCvFile(sender, cvPath, (path) => files.stat(path));
  return "reason" in cv ? cv : toSenderAndCv(sender, mailbox, cv.file);
}

/** Describes sender and CV for several mails, each CV once. */
export function describeEachCv(sender: Sender, mailbox: MailboxRow, files: FileStorage) {
  const described = new Map<string | null, Promise<SenderAndCv | SendFailure>>();
  return (cvPath: string | null): Promise<SenderAndCv | SendFailure> => {
    const senderAndCv = described.get(cvPath) ?? describeSenderAndCv(sender, cvPath, mailbox, files);
    described.set(cvPath, senderAndCv);
    return senderAndCv;
  };
}

/** The same for a send, with the bytes of the CV. */
export async function loadSenderAndCv(
  sender: Sender,
  cvPath: string | null,
  mailbox: MailboxRow,
  files: FileStorage,
): Promise<LoadedSenderAndCv | SendFailure> {
  const cv = await findCvFile(sender, cvPath, (path) => files.load(path));
  return "reason" in cv ? cv : { ...toSenderAndCv(sender, mailbox, cv.file), attached: cv.file?.bytes ?? null };
}

/** @returns `file: null` when no CV is to be attached */
async function findCvFile<F>(
  { attachCv }: Sender,
  cvPath: string | null,
  read: (path: string) => Promise<F | null>,
): Promise<{ file: F | null } | SendFailure> {
  if (!attachCv || cvPath === null) return { file: null };
  try {
    const file = await read(cvPath);
    return file ? { file } : { reason: "provider_error", code: "cv_required" };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    return { reason: "provider_error", code: "unavailable" };
  }
}

const toSenderAndCv = (sender: Sender, { email }: MailboxRow, cv: FileMetadata | null): SenderAndCv => ({
  from: { name: sender.name, address: email },
  owner: sender,
  cv,
  letter: sender.attachLetter ? toLetterSender(sender, email) : null,
  signature: listContacts(sender),
  tellsSource: sender.tellSource,
  tagsReplies: sender.tagReplies,
});

/** The CV under a file name made of the sender's name, in the language of the letter. */
export const toCvAttachment = (
  { owner, cv }: Pick<SenderAndCv, "owner" | "cv">,
  language: MessageLanguage,
): EmailAttachment | null =>
  cv && { name: toCvFileName(owner, language), type: "application/pdf", size: cv.size, etag: cv.etag };

// Content and fingerprint

/** The content of an application: the same for a preview, a test and a send. */
export function toEmailContent(company: CompanyRow, senderAndCv: SenderAndCv): EmailContent {
  const { from, owner, letter, signature, tellsSource, tagsReplies } = senderAndCv;
  const to = findMailAddress(company) ?? "";
  const text = addSignature(company.message, signature);
  const source = tellsSource ? findSourceLine(company, to) : null;
  const content = normalizeEmailContent({
    from,
    to,
    replyTo: tagsReplies ? toReplyAddress(from.address, company.id) : null,
    subject: company.subject,
    text: source === null ? text : `${text.trimEnd()}\n\n${source}`,
    attachment: toCvAttachment(senderAndCv, company.language),
    letter: null,
    thread: null,
  });
  const subject = content.subject === "" ? DEFAULT_SUBJECT[company.language] : content.subject;
  return { ...content, subject, letter: letter && toLetterFile(company, subject, letter, owner) };
}

/** The content of a follow-up: the text alone, as what was attached is in the conversation. */
function toReplyContent(
  company: CompanyRow,
  reply: Reply,
  { from, signature, tagsReplies }: SenderAndCv,
): EmailContent {
  const isSameMailbox = reply.sender === null || reply.sender === from.address;
  return normalizeEmailContent({
    from,
    to: findMailAddress(company) ?? "",
    replyTo: tagsReplies ? toReplyAddress(from.address, company.id) : null,
    subject: toReplySubject(reply.subject),
    text: addSignature(company.message, signature),
    attachment: null,
    letter: null,
    thread: {
      step: reply.step,
      references: reply.references,
      gmailId: isSameMailbox ? reply.threadId : null,
    },
  });
}

const REPLY_PREFIX = "Re: ";
/** Gmail keeps a mail in a conversation only if the subject is the same but for this prefix. */
const toReplySubject = (subject: string): string => (/^re:/iu.test(subject) ? subject : `${REPLY_PREFIX}${subject}`);

/** The content of the mail to a company that its state is about. */
export const toMailContent = ({ company, reply }: Pick<SendRow, "company" | "reply">, sender: SenderAndCv) =>
  reply ? toReplyContent(company, reply, sender) : toEmailContent(company, sender);

/** The letter with the signature below it, without lines that the letter has already. */
function addSignature(message: string, signature: readonly string[]): string {
  const lines = signature.filter((line) => !message.includes(line));
  return lines.length === 0 ? message : `${message.trimEnd()}\n\n${lines.join("\n")}`;
}

/** Brings an e-mail into the one form in which it is shown, compared and sent. */
export function normalizeEmailContent(content: EmailContent): EmailContent {
  return {
    from: { name: toOneLine(content.from.name, LIMITS.nameLength), address: content.from.address },
    to: content.to,
    replyTo: content.replyTo,
    subject: toOneLine(content.subject, LIMITS.subjectLength + (content.thread ? REPLY_PREFIX.length : 0)),
    text: content.text
      .toWellFormed()
      .replace(/\r\n?/gu, "\n")
      .replace(/^\ufeff+/u, "")
      .trimEnd(),
    attachment: content.attachment,
    letter: content.letter,
    thread: content.thread,
  };
}

/**
 * One line of at most `maxChars` characters. Characters that could end a header or hide in it become a space, but the
 * no-break spaces of French stay; `=?` is split, because mail programs would decode what follows.
 */
const toOneLine = (text: string, maxChars: number): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ")
      .replaceAll("=?", "= ?")
      .replace(/[^\S\u00a0\u202f]+/gu, " ")
      .trim(),
  ]
    .slice(0, maxChars)
    .join("")
    .trim();

/** Hashes what a reader would see of an e-mail. 64 hexadecimal digits. */
export function computeFingerprint(content: EmailContent): Promise<string> {
  const { from, to, replyTo, subject, text, attachment, letter, thread } = content;
  const visible = [
    from.name,
    from.address,
    to,
    subject,
    text,
    attachment && [attachment.name, attachment.type, attachment.size, attachment.etag],
    // What was approved without a letter or an address for answers stays approved.
    ...(letter ? [letter] : []),
    ...(replyTo === null ? [] : [{ replyTo }]),
    ...(thread ? [{ thread }] : []),
  ];
  return sha256(JSON.stringify(visible));
}

// Composing

/** Checks and composes the e-mail to a company. It runs before the claim, so that a failure leaves no row. */
export async function checkAndComposeEmail(
  state: SendRow,
  request: ReceivedSendRequest,
  context: SendContext,
  senderAndCv: LoadedSenderAndCv,
  date: Date,
): Promise<ComposedEmail | SendFailure> {
  const { id } = state.company;
  const approved = { confirm: request.confirm, fingerprint: request.fingerprints[id] };
  const content = await checkEmailContent(state, approved, context, senderAndCv);
  return "reason" in content ? content : composeEmail(content, senderAndCv, date, request.mailIds?.[id]);
}

/** The content of the e-mail to a company, if it is the one that was approved and needs no review. */
export async function checkEmailContent(
  state: SendRow,
  approved: { confirm: readonly Confirmation[]; fingerprint: string | undefined },
  context: SendContext,
  senderAndCv: SenderAndCv,
): Promise<EmailContent | SendFailure> {
  if (!approved.confirm.includes("needs_review") && checkBeforeSend(context.toSendCheckInput(state)).length > 0)
    return { reason: "needs_review" };
  const content = toMailContent(state, senderAndCv);
  const isApproved = approved.fingerprint === undefined || approved.fingerprint === (await computeFingerprint(content));
  return isApproved ? content : { reason: "message_changed", hasOtherSender: true };
}

/** @param id of its row in the sent log */
export async function composeEmail(
  content: EmailContent,
  { attached }: LoadedSenderAndCv,
  date: Date,
  id: string = crypto.randomUUID(),
): Promise<ComposedEmail> {
  const messageId = await makeMessageId(id, content.from.address);
  return { id, messageId, content, mime: { ...(await buildMime(content, messageId, date)), attached } };
}

const DOMAIN_PATTERN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/**
 * The Message-ID of an e-mail, derived from its id in the sent log. It is hashed, so that the id cannot be read off it,
 * and ends in the domain of the sender, so that it tells no more than From does.
 */
export async function makeMessageId(mailId: string, from: string): Promise<string> {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const local = (await sha256(`Message-ID of ${mailId}`)).slice(0, 32);
  return `<${local}@${DOMAIN_PATTERN.test(domain) ? domain : "gmail.com"}>`;
}

/**
 * Builds the MIME message, in ASCII: plain text, at most the letter and the CV attached, one recipient, all foreign
 * header text encoded. The composer may open neither files nor URLs.
 */
export async function buildMime(
  { from, to, replyTo, subject, text, attachment, letter, thread }: EmailContent,
  messageId: string,
  date: Date,
): Promise<MimeFrame> {
  const pdf = letter && (await composeLetterFile(letter, date)).toBase64();
  const attachments = [
    letter && pdf && { filename: letter.name, content: pdf, contentType: LETTER_TYPE },
    attachment && { filename: attachment.name, content: "", contentType: attachment.type },
  ].flatMap((part) => (part ? [{ ...part, encoding: "base64" as const }] : []));
  const bytes = await new MailComposer({
    from,
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    textEncoding: "quoted-printable",
    messageId,
    ...(thread && { references: thread.references, inReplyTo: thread.references.at(-1) }),
    date,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments,
  })
    .compile()
    .build();
  const mime = bytes.toString("latin1");
  // The CV is the last part: its bytes belong before the last boundary.
  const end = attachment ? mime.lastIndexOf("\r\n--") : mime.length;
  return { head: mime.slice(0, end), tail: mime.slice(end) };
}

/** Reads back what a mail program would show of a message. Only the size of the CV is not in the frame. */
export async function parseMime(
  { head, tail }: MimeFrame,
  { attachment, letter }: Pick<EmailContent, "attachment" | "letter">,
): Promise<Pick<MailPreview, "from" | "to" | "reply_to" | "subject" | "text" | "attachment" | "letter">> {
  const { from, to, replyTo, subject = "", text = "", attachments } = await PostalMime.parse(head + tail);
  const [letterPart, cvPart] = letter ? attachments : [undefined, ...attachments];
  return {
    from: { name: from?.name ?? "", address: from?.address ?? "" },
    to: (to ?? []).map(({ address }) => address ?? "").join(", "),
    reply_to: replyTo ? replyTo.map(({ address }) => address ?? "").join(", ") : null,
    subject,
    // The parser appends a line break to every text.
    text: text.replace(/\n+$/u, ""),
    attachment: cvPart ? toSeenAttachment(cvPart, attachment?.size ?? 0) : null,
    letter: letterPart ? toSeenAttachment(letterPart, measureContent(letterPart)) : null,
  };
}

const toSeenAttachment = ({ filename, mimeType }: Attachment, size: number): MailPreview["attachment"] => ({
  name: filename ?? "",
  size,
  type: mimeType,
});

const measureContent = ({ content }: Attachment): number =>
  typeof content === "string" ? content.length : content.byteLength;
