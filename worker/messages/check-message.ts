import { toCompanySource } from "../companies/company-source";
import type { CompanyRow } from "../companies/rules-recipient";
import type { MessageWarning } from "../contract/companies";
import type { SentenceClaims } from "../contract/field-schemas";
import { DEFAULT_SUBJECT } from "../contract/mail";
import { type BlockingFindingCode, isUsersChoice } from "../contract/messages";
import { type EarlierMessage, checkLetter } from "../letter-check/check-letter.ts";
import { toCompact } from "../letter-check/evidence.ts";
import type { CheckResult } from "../letter-check/findings.ts";
import { type CheckInput, readToday } from "../letter-check/input.ts";
import { findSimilarMessages, findMentionedNames } from "../letter-check/prefilter";
import { toFactText } from "./facts/store-confirmed-facts";
import type { CheckedAnswer } from "./generate/generate-with-retry";
import { anchorQuotes, type MessageDraft } from "./message-answer";
import { normalizeMessage, normalizeTemplate } from "./rules-message";
import { type Candidate, listContacts } from "./store-candidate";

/** The sources a message may state facts from. */
export type MessageSources = Omit<CheckInput, "subject" | "text" | "claims">;

/**
 * All sources of a company's message: more than the prompt shows.
 * @param others names of the user's other companies
 * @param followUp what was sent before, for a follow-up
 */
export const toMessageSources = (
  company: CompanyRow,
  candidate: Candidate,
  cv: string,
  others: string[],
  followUp: CheckInput["followUp"] = null,
): MessageSources => ({
  language: company.language,
  others,
  company: toCompanySource(company),
  cv,
  template: candidate.template,
  confirmed: candidate.confirmed.map(toFactText),
  candidate: { name: candidate.name, email: candidate.email, contacts: listContacts(candidate) },
  followUp,
  today: readToday(),
});

/**
 * The claims of a message's writer, and for each sentence that the user has confirmed since, that fact: it counts
 * whatever the writer took for its source.
 */
export function withConfirmed(claims: SentenceClaims[] | null, confirmed: readonly string[]): SentenceClaims[] | null {
  const facts = confirmed.map((quote) => ({ quote, said: toCompact(quote) })).filter(({ said }) => said !== "");
  return (
    claims?.map((claim) => {
      const { sentence, claims: made } = claim;
      const said = toCompact(sentence);
      const whole = facts.find((fact) => said !== "" && fact.said.includes(said));
      if (whole) return { sentence, claims: [{ source: "confirmed", quote: whole.quote }] };
      const parts = facts.filter((fact) => said.includes(fact.said));
      return { ...claim, claims: [...made, ...parts.map(({ quote }) => ({ source: "confirmed" as const, quote }))] };
    }) ?? null
  );
}

/** Checks a message with what its writer claims. @param earlier the user's other messages */
export function checkMessageText(
  message: { subject: string; body: string; claims: SentenceClaims[] | null },
  sources: MessageSources,
  earlier: EarlierMessage[],
): CheckResult {
  const { subject, body: text } = message;
  const claims = withConfirmed(message.claims, sources.confirmed ?? []);
  const others = findMentionedNames(`${subject}\n${text}`, sources.others);
  return checkLetter({ ...sources, others, claims, subject, text }, findSimilarMessages(text, earlier));
}

/** Whether a text has a sentence or a finding that its user has to look at before it is sent. */
export const needsReview = ({ sentences, reasons }: Pick<CheckResult, "sentences" | "reasons">): boolean =>
  sentences.some(({ status }) => status === "unsupported" || status === "contradicted") ||
  reasons.some(({ code }) => !isUsersChoice(code));

/** Warnings with that of a doubtful sentence, or without it. */
export const setDoubt = (warnings: readonly MessageWarning[], doubtful: boolean): MessageWarning[] => [
  ...warnings.filter((warning) => warning !== "unsupported_sentence"),
  ...(doubtful ? ["unsupported_sentence" as const] : []),
];

/** The warnings to keep with a message: each code once. */
export const toStoredWarnings = ({ warnings }: Pick<CheckResult, "warnings">): MessageWarning[] => [
  ...new Set(warnings.map(({ code }) => code)),
];

export interface CheckedMessage extends MessageDraft {
  warnings: MessageWarning[];
  /** Those of the body, as the check reads them. */
  sentences: string[];
}

/** Normalizes and checks a written message. @returns null when it is empty or too long */
export function checkWritten(
  written: MessageDraft,
  sources: MessageSources,
  earlier: EarlierMessage[],
): CheckedAnswer<CheckedMessage> | null {
  const message = normalizeMessage(written);
  if (message === null) return null;
  const claims = anchorQuotes(written.claims, sources.cv);
  const checked = checkMessageText({ ...message, claims }, sources, earlier);
  if (!checked.ok) return { findings: checked.reasons };
  const sentences = checked.sentences.map(({ text }) => text);
  return {
    accepted: { ...message, claims, warnings: toStoredWarnings(checked), sentences },
    doubts: {
      unsupported: checked.sentences.filter(({ status }) => status === "unsupported").map(({ text }) => text),
      repeated: [],
    },
  };
}

/** Not for a template: it names no company, and the user decides its length. */
const NOT_FOR_TEMPLATES: ReadonlySet<BlockingFindingCode> = new Set(["company_missing", "other_company", "length"]);

/** The same for a template. */
export function checkTemplate(
  written: string,
  sources: Pick<MessageSources, "cv" | "template" | "confirmed" | "candidate" | "language">,
): CheckedAnswer<string> | null {
  const text = normalizeTemplate(written);
  if (text === null) return null;
  const company = { name: "", website: "", city: "", country: "", about: "" };
  const findings = checkLetter({
    ...sources,
    today: readToday(),
    company,
    others: [],
    subject: DEFAULT_SUBJECT[sources.language],
    text,
  }).reasons.filter(({ code }) => !NOT_FOR_TEMPLATES.has(code));
  return findings.length === 0 ? { accepted: text } : { findings };
}
