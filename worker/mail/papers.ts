import type { CompanyRow } from "../companies/rules";
import { addressOf } from "../companies/rules-address";
import { DEFAULT_SUBJECT } from "../contract/mail";
import { type FileFacts, type Files, OutsideError } from "../ports";
import { attachCv, type Attachment, type Letter, letterOf } from "./letter";
import type { No } from "./rules";
import type { MailboxRow } from "./store";
import type { Sender } from "./store-desk";

/** What all letters of a sender share. */
export interface Papers {
  from: { name: string; address: string };
  attachment: Attachment | null;
}

/** With the content of what is attached: one copy of it, whatever the number of mails. */
export interface LoadedPapers extends Papers {
  attached: Uint8Array | null;
}

/** Gets them ready to be shown or compared, without reading the CV. One that is not there is a no: the user counts on it. */
export async function describePapers(sender: Sender, mailbox: MailboxRow, files: Files): Promise<Papers | No> {
  const cv = await findCv(sender, (path) => files.stat(path));
  return "reason" in cv ? cv : lay(sender, mailbox, cv.file);
}

/** Gets them ready to be sent. */
export async function loadPapers(sender: Sender, mailbox: MailboxRow, files: Files): Promise<LoadedPapers | No> {
  const cv = await findCv(sender, (path) => files.load(path));
  return "reason" in cv ? cv : { ...lay(sender, mailbox, cv.file), attached: cv.file?.bytes ?? null };
}

const lay = ({ name }: Sender, { email }: MailboxRow, cv: FileFacts | null): Papers => ({
  from: { name, address: email },
  attachment: cv && attachCv(name, cv),
});

/** @returns no file where none is to be attached */
async function findCv<F>(
  { attachCv: wanted, cvPath }: Sender,
  read: (path: string) => Promise<F | null>,
): Promise<{ file: F | null } | No> {
  if (!wanted || cvPath === null) return { file: null };
  try {
    const file = await read(cvPath);
    return file ? { file } : { reason: "provider_error", code: "cv_required" };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { reason: "provider_error", code: "unavailable" };
  }
}

/** The letter to a company; a preview, a test and a send all begin here. */
export const letterTo = (company: CompanyRow, { from, attachment }: Papers): Letter =>
  withSubject(
    letterOf({ from, to: addressOf(company) ?? "", subject: company.subject, text: company.message, attachment }),
    company,
  );

const withSubject = (letter: Letter, { language }: CompanyRow): Letter =>
  letter.subject === "" ? { ...letter, subject: DEFAULT_SUBJECT[language] } : letter;
