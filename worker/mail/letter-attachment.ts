import type { CompanyRow } from "../companies/rules-recipient";
import { type FileOwner, toLetterFileName } from "../contract/attachment-names";
import { findPlace, type Letter, toLetterSubject, toPrintedLink } from "../letter-pdf/letter";
import { listContacts } from "../messages/store-candidate";
import { toLetterDay } from "./letter-day";
import type { Sender } from "./send/store-send-context";

/** The letter as a file. Its PDF is made as the mail is composed: it bears the date of that day. */
export interface LetterFile {
  name: string;
  letter: Letter;
}

/** Who writes letters, as they say it. */
export type LetterSender = Letter["sender"];

export const LETTER_TYPE = "application/pdf";

/** @param email the address that the letters come from */
export const toLetterSender = (sender: Sender, email: string): LetterSender => ({
  name: sender.name,
  address: sender.letterAddress
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
  contacts: [email, ...listContacts(sender).map(toPrintedLink)],
});

/** The letter to a company. */
export const toLetterFile = (
  company: CompanyRow,
  subject: string,
  sender: LetterSender,
  owner: FileOwner,
): LetterFile => ({
  name: toLetterFileName(owner, company.language),
  letter: {
    language: company.language,
    sender,
    recipient: [company.name, company.city].filter((line) => line !== ""),
    place: findPlace(sender.address),
    subject: toLetterSubject(subject, sender.name),
    text: company.message.replace(/\r\n?/gu, "\n"),
  },
});

export async function composeLetterFile({ letter }: LetterFile, date: Date): Promise<Uint8Array> {
  // Loaded by the first letter only: library and fonts are a third of a megabyte that other requests do not read.
  const { writeLetterPdf } = await import("../letter-pdf/write-letter-pdf");
  return writeLetterPdf(letter, toLetterDay(date));
}
