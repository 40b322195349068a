import { z } from "zod";

const blankable = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** One letter and everything it may be true to. */
export const CheckInput = z.object({
  /** Text of the CV; blank when there is none. */
  cv: blankable,
  /** The candidate's own message. */
  template: blankable,
  company: z.object({
    name: z.string().trim().min(1),
    website: blankable,
    city: blankable,
    country: blankable,
    /** What its site says of it: facts, and whatever else a stranger wrote there. */
    about: blankable,
  }),
  /** Names of the user's other companies. */
  others: z
    .array(z.string())
    .nullish()
    .transform((names) => names ?? []),
  candidate: z.object({ name: blankable, email: blankable }),
  language: z.enum(["fr", "en", "de"]),
  subject: z.string(),
  text: z.string(),
});
export type CheckInput = z.output<typeof CheckInput>;
export type LetterLanguage = CheckInput["language"];

/** Why a letter is not saved. */
export const BLOCKING_CODES = [
  "company_missing", // the company it goes to is not named
  "other_company", // another company is named as the one it goes to
  "unknown_name", // a name that stands in no source
  "unknown_figure", // a figure that stands in no source, or not for whom the letter says it
  "unknown_skill", // a skill, tool, certificate, licence or result the candidate does not have
  "unknown_diploma",
  "unknown_title", // a job title or rank
  "language_level", // a language, or a level of one
  "moved_fact", // what belongs to one employer is told of another
  "placeholder",
  "foreign_contact", // a link, address, phone or account that is not the candidate's own
  "machine_talk", // a refusal, a note to the reader, talk of prompts and models
  "obeyed_stranger", // it does what an instruction hidden in a source says
  "against_candidate", // a confession, an insult, a concession the candidate never made
  "private_claim", // health, membership or belief (GDPR, article 9) of which no source says a word
  "wrong_language",
  "length",
  "markup",
  "hidden_characters", // what the reader does not see, or sees as something else
] as const;
export type BlockingCode = (typeof BLOCKING_CODES)[number];

/** What a person should read again; the letter is saved all the same. */
const WARNING_CODES = [
  "nearly_same",
  "not_signed",
  "unusual_length",
  "list",
  "vague_figure",
  "unsupported_word",
  "strangers_instruction",
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export interface Finding<Code extends string> {
  code: Code;
  /** The words of the letter it is about, or why, in English; at most 160 characters. */
  detail: string;
}
export interface CheckResult {
  /** True when there is no reason against the letter. */
  ok: boolean;
  reasons: Finding<BlockingCode>[];
  warnings: Finding<WarningCode>[];
}
