import { toCompanySource } from "../../companies/company-source";
import type { CompanyRow } from "../../companies/rules-recipient";
import type { SendFinding } from "../../contract/mail";
import { isUsersChoice } from "../../contract/messages";
import { checkLetter } from "../../letter-check/check-letter";
import { readToday } from "../../letter-check/input";
import { findMentionedNames } from "../../letter-check/prefilter";
import { withConfirmed } from "../../messages/check-message";
import type { Reply } from "./rules-send-refusal";

/** A message to send, and the sources it may state facts from. */
export interface SendCheckInput {
  sender: { name: string; emails: string[]; contacts: string[]; cv: string; template: string; confirmed: string[] };
  company: CompanyRow;
  /** Names of the user's other companies. */
  others: string[];
  /** What was sent before, for a follow-up. */
  reply: Pick<Reply, "sentOn"> | null;
}

/**
 * Checks a message that the user may have edited, with what its writer claims. Length and a missing company name are
 * left to the user, so those findings are dropped; a sentence that no source says is one.
 */
export function checkBeforeSend({ sender, company, others, reply }: SendCheckInput): SendFinding[] {
  const { language, subject, message } = company;
  const [email = "", ...otherEmails] = sender.emails;
  const { reasons, sentences } = checkLetter({
    cv: sender.cv,
    template: sender.template,
    confirmed: sender.confirmed,
    company: toCompanySource(company),
    others: findMentionedNames(`${subject}\n${message}`, others),
    claims: withConfirmed(company.messageClaims, sender.confirmed),
    followUp: reply,
    today: readToday(),
    candidate: { name: sender.name, email, contacts: [...otherEmails, ...sender.contacts] },
    language,
    subject,
    text: message,
  });
  return [
    ...reasons.flatMap(({ code, detail }) => (isUsersChoice(code) ? [] : [{ code, detail }])),
    ...sentences.flatMap(({ status, text }) =>
      status === "unsupported" ? [{ code: "unsupported_sentence" as const, detail: text.replace(/\s+/gu, " ") }] : [],
    ),
  ];
}
