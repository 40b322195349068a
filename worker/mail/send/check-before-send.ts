import type { CompanyRow } from "../../companies/rules-recipient";
import type { SendFinding } from "../../contract/mail";
import { checkLetter } from "../../letter-check/check-letter";
import type { BlockingCode } from "../../letter-check/input";
import { findMentionedNames } from "../../letter-check/prefilter";
import { toCompanySource } from "../../messages/rules-message";

/** A message about to leave, and what it may be true to. */
export interface SendCheckInput {
  sender: { name: string; emails: string[]; cv: string; template: string };
  company: CompanyRow;
  /** Names of the user's other companies. */
  others: string[];
}

/** What to read again in a message, which the user may have written by hand: nobody tells them how long it is to be or that it must name its company. */
export function checkBeforeSend({ sender: writer, company, others }: SendCheckInput): SendFinding[] {
  const { language, subject, message } = company;
  const [email = "", ...more] = writer.emails;
  const { reasons } = checkLetter({
    // Every address of theirs is their own, and the gate looks for one only: the others stand with the CV.
    cv: [writer.cv, ...more].join("\n"),
    template: writer.template,
    company: toCompanySource(company),
    others: findMentionedNames(`${subject}\n${message}`, others),
    candidate: { name: writer.name, email },
    language,
    subject,
    text: message,
  });
  return reasons.flatMap(({ code, detail }) => (isUsersChoice(code) ? [] : [{ code, detail }]));
}

const isUsersChoice = (code: BlockingCode): code is "company_missing" | "length" =>
  code === "company_missing" || code === "length";
