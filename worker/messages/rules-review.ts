import type { CompanyRow } from "../companies/rules";
import type { Review } from "../contract/mail";
import { namesTouching } from "./besides";
import type { Reason } from "./gate/case";
import { judge } from "./gate/judge";
import { companyFacts } from "./rules";

/** A message about to leave, and what it may be true to. */
export interface ReviewFacts {
  writer: { name: string; emails: string[]; cv: string; template: string };
  company: CompanyRow;
  /** Names of the user's other companies. */
  others: string[];
}

/** What to read again in a message, which the user may have written by hand: nobody tells them how long it is to be or that it must name its company. */
export function reviewOf({ writer, company, others }: ReviewFacts): Review[] {
  const { language, subject, message } = company;
  const [email = "", ...more] = writer.emails;
  const { reasons } = judge({
    // Every address of theirs is their own, and the gate looks for one only: the others stand with the CV.
    cv: [writer.cv, ...more].join("\n"),
    template: writer.template,
    company: companyFacts(company),
    others: namesTouching(`${subject}\n${message}`, others),
    candidate: { name: writer.name, email },
    language,
    subject,
    text: message,
  });
  return reasons.flatMap(({ code, detail }) => (isTheirs(code) ? [] : [{ code, detail }]));
}

const isTheirs = (code: Reason): code is "company_missing" | "length" =>
  code === "company_missing" || code === "length";
