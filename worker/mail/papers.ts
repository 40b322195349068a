import { DEFAULT_SUBJECT } from "../contract/mail";
import type { CompanyRow } from "../companies/rules";
import { OutsideError } from "../ports";
import type { Files } from "../ports";
import { attachedCv, type Attachment, type Letter, letterOf } from "./letter";
import type { No } from "./rules";
import { addressOf } from "../companies/rules-address";
import type { MailboxRow } from "./store";
import type { Sender } from "./store-desk";

/** What all letters of a sender share. */
export interface Papers {
  from: { name: string; address: string };
  attachment: Attachment | null;
}

/** Gets them ready. A CV that cannot be read is a no: the user counts on it being there. */
export async function openPapers(sender: Sender, mailbox: MailboxRow, files: Files): Promise<Papers | No> {
  const from = { name: sender.name, address: mailbox.email };
  if (!sender.attachCv || sender.cvPath === null) return { from, attachment: null };
  try {
    const cv = await files.get(sender.cvPath);
    return cv ? { from, attachment: await attachedCv(sender.name, cv) } : { reason: "provider_error", code: "cv_required" };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { reason: "provider_error", code: "unavailable" };
  }
}

/** The letter to a company; a preview, a test and a send all begin here. */
export const letterTo = (company: CompanyRow, { from, attachment }: Papers): Letter =>
  withSubject(letterOf({ from, to: addressOf(company) ?? "", subject: company.subject, text: company.message, attachment }), company);

const withSubject = (letter: Letter, { language }: CompanyRow): Letter => (letter.subject === "" ? { ...letter, subject: DEFAULT_SUBJECT[language] } : letter);
