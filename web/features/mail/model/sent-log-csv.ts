import type { LoggedMail, MailStatus } from "../../../../worker/contract/mail";

/** The columns of the export, in order: every field of the log. */
const LOG_COLUMNS = [
  "time",
  "company",
  "recipient",
  "subject",
  "body",
  "status",
  "followUp",
  "test",
  "error",
  "provider",
] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];

interface LogCsvTexts {
  header: (column: LogColumn) => string;
  status: (status: MailStatus) => string;
  /** The text of an error code. */
  error: (code: string) => string;
  yes: string;
}

const toCsvRow = (mail: LoggedMail, { status, error, yes }: LogCsvTexts): Record<LogColumn, string> => ({
  time: mail.time,
  company: mail.company_name,
  recipient: mail.recipient,
  subject: mail.subject,
  body: mail.body,
  status: status(mail.status),
  followUp: mail.step > 0 ? yes : "",
  test: mail.test ? yes : "",
  error: mail.error === null ? "" : error(mail.error),
  provider: mail.provider_response ?? "",
});

/** The log as a table, header first. */
export const toLogTable = (mails: readonly LoggedMail[], words: LogCsvTexts): string[][] => [
  LOG_COLUMNS.map(words.header),
  ...mails.map((mail) => Object.values(toCsvRow(mail, words))),
];
