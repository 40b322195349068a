/** Findings that keep a letter from being saved. */
export const BLOCKING_CODES = [
  "company_missing", // the company it goes to is not named
  "other_company", // another company is named as the one it goes to
  "unknown_name", // a name that is in no source
  "unknown_figure", // a figure that is in no source, or belongs to someone else there
  "unknown_skill", // a skill, tool, certificate, licence or result the candidate does not have
  "unknown_diploma",
  "unknown_title", // a job title or rank
  "language_level", // a language, or a level of one
  "moved_fact", // a fact of one employer is stated about another
  "placeholder",
  "foreign_contact", // a link, address, phone or account that is not the candidate's own
  "machine_talk", // a refusal, a note to the reader, talk of prompts and models
  "obeyed_stranger", // it follows an instruction injected into a source
  "against_candidate", // a confession, an insult, a concession the candidate never made
  "nothing_of_candidate", // it could be anybody's
  "private_claim", // health, membership or belief (GDPR, article 9) that is in no source
  "wrong_language",
  "length",
  "markup",
  "hidden_characters", // characters that are invisible or look like others
] as const;
export type BlockingCode = (typeof BLOCKING_CODES)[number];

/** Findings that the user should read again; the letter is saved. */
const WARNING_CODES = [
  "nearly_same",
  "not_signed",
  "unusual_length",
  "list",
  "strangers_instruction",
  "unsupported_sentence", // a sentence that no source says; its words are the detail
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export interface Finding<Code extends string> {
  code: Code;
  /** The words of the letter it is about, or a reason in English; at most 160 characters. */
  detail: string;
}

/**
 * `opinion` (a wish, a courtesy, a view) needs no source; `unsupported` must be confirmed or changed before the letter
 * is sent; `contradicted` keeps it from being saved.
 */
export interface CheckedSentence {
  /** As it stands in the letter. */
  text: string;
  status: "supported" | "opinion" | "unsupported" | "contradicted";
  /** The words of the sources that say so, word for word; empty without any. `sent`: earlier mails to the company. */
  sources: { kind: "cv" | "template" | "company" | "confirmed" | "sent"; quote: string }[];
}

export interface CheckResult {
  /** True without blocking findings. */
  ok: boolean;
  reasons: Finding<BlockingCode>[];
  warnings: Finding<WarningCode>[];
  /** Every sentence of the letter's text, in order. */
  sentences: CheckedSentence[];
}
