import type { CompanyRow } from "../../companies/rules-recipient";
import type { MessageLanguage } from "../../contract/field-schemas";
import { readLanguage } from "../../letter-check/detect-language";
import { toLetterDay } from "../letter-day";
import type { SendRow } from "../send/rules-send-refusal";
import { findFollowUpBlock, type FollowUpBlock, type FollowUpFacts } from "./rules-follow-up";
import type { FollowUpRow } from "./store-follow-ups";

export const toFollowUpFacts = (row: FollowUpRow): FollowUpFacts => ({
  isArchived: row.company.archivedAt !== null,
  locks: { 0: row.applicationStatus, 1: row.firstStatus, 2: row.secondStatus },
  isCalled: { 1: row.isFirstCalled, 2: row.isSecondCalled },
  lastContactAt: row.lastContactAt,
  outcome: row.company.outcome,
  hasProposal: row.hasProposal,
});

/** Why the follow-up of a row may not leave now; null when it may. */
export const findRowBlock = (row: FollowUpRow, now: Date): FollowUpBlock | null =>
  findFollowUpBlock(toFollowUpFacts(row), row.step ?? 2, now);

/** The language of a text that is written, else that of the application. */
const findLanguage = ({ version, language, applicationBody }: FollowUpRow): MessageLanguage =>
  version > 0 ? language : (readLanguage(applicationBody ?? "") ?? language);

/** The company with the follow-up in place of its message, as all that composes and checks messages takes it. */
export const toFollowedUpCompany = (row: FollowUpRow): CompanyRow => ({
  ...row.company,
  // A follow-up goes where the application went.
  email: row.recipient ?? "",
  recipient: row.recipient,
  language: findLanguage(row),
  subject: row.applicationSubject ?? "",
  message: row.message,
  messageVersion: row.version,
  messageAuthor: row.author,
  messageClaims: row.claims,
  messageWarnings: null,
});

/** What the database says of a follow-up before it is sent. */
export function toFollowUpSendRow(row: FollowUpRow, now: Date): SendRow {
  const step = row.step ?? 2;
  const references = [row.applicationMessageId, step === 2 ? row.firstMessageId : null];
  return {
    company: toFollowedUpCompany(row),
    step,
    reply: {
      step,
      subject: row.applicationSubject ?? "",
      references: references.filter((id) => id !== null),
      threadId: row.threadId,
      sender: row.sender,
      sentOn: listSentDays(row),
    },
    followUpBlock: findRowBlock(row, now),
    lock: step === 1 ? row.firstStatus : row.secondStatus,
    contacted: row.contacted,
    dead: row.dead,
    blocked: row.blocked,
    // The CV went with the application, and is in the same conversation.
    cvPath: null,
    movedAt: row.movedAt,
  };
}

/** The days on which the application and the follow-up before this one were sent, YYYY-MM-DD. */
export const listSentDays = ({ step, appliedOn, firstStatus, firstSentAt }: FollowUpRow): string[] =>
  [appliedOn, step === 2 && firstStatus === "sent" ? firstSentAt : null].flatMap((time) =>
    time === null ? [] : [toLetterDay(new Date(time))],
  );
