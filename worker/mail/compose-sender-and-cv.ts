import { type CompanyRow, findMailAddress } from "../companies/rules-recipient";
import { DEFAULT_SUBJECT } from "../contract/mail";
import { type FileMetadata, type FileStorage, ExternalServiceError } from "../platform/ports";
import type { SendFailure } from "../platform/send-request";
import {
  toCvAttachment,
  type EmailAttachment,
  type EmailContent,
  normalizeEmailContent,
} from "./compose-email-content";
import type { MailboxRow } from "./gmail-link/store-mailboxes";
import type { Sender } from "./send/store-send-context";

/** What all letters of a sender share. */
export interface SenderAndCv {
  from: { name: string; address: string };
  attachment: EmailAttachment | null;
}

/** With the content of what is attached: one copy of it, whatever the number of mails. */
export interface LoadedSenderAndCv extends SenderAndCv {
  attached: Uint8Array | null;
}

/** Gets them ready to be shown or compared, without reading the CV. One that is not there is a no: the user counts on it. */
export async function describeSenderAndCv(
  sender: Sender,
  mailbox: MailboxRow,
  files: FileStorage,
): Promise<SenderAndCv | SendFailure> {
  const cv = await findCvFile(sender, (path) => files.stat(path));
  return "reason" in cv ? cv : toSenderAndCv(sender, mailbox, cv.file);
}

/** Gets them ready to be sent. */
export async function loadSenderAndCv(
  sender: Sender,
  mailbox: MailboxRow,
  files: FileStorage,
): Promise<LoadedSenderAndCv | SendFailure> {
  const cv = await findCvFile(sender, (path) => files.load(path));
  return "reason" in cv ? cv : { ...toSenderAndCv(sender, mailbox, cv.file), attached: cv.file?.bytes ?? null };
}

const toSenderAndCv = ({ name }: Sender, { email }: MailboxRow, cv: FileMetadata | null): SenderAndCv => ({
  from: { name, address: email },
  attachment: cv && toCvAttachment(name, cv),
});

/** @returns no file where none is to be attached */
async function findCvFile<F>(
  { attachCv: wanted, cvPath }: Sender,
  read: (path: string) => Promise<F | null>,
): Promise<{ file: F | null } | SendFailure> {
  if (!wanted || cvPath === null) return { file: null };
  try {
    const file = await read(cvPath);
    return file ? { file } : { reason: "provider_error", code: "cv_required" };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    return { reason: "provider_error", code: "unavailable" };
  }
}

/** The letter to a company; a preview, a test and a send all begin here. */
export const toEmailContent = (company: CompanyRow, { from, attachment }: SenderAndCv): EmailContent =>
  fillSubject(
    normalizeEmailContent({
      from,
      to: findMailAddress(company) ?? "",
      subject: company.subject,
      text: company.message,
      attachment,
    }),
    company,
  );

const fillSubject = (letter: EmailContent, { language }: CompanyRow): EmailContent =>
  letter.subject === "" ? { ...letter, subject: DEFAULT_SUBJECT[language] } : letter;
