import type { Outcome } from "../../contract/companies";

/** An answer as the user gives it: text that they pasted, or a mail as a file, maybe cut off. */
export type GivenAnswer = { text: string } | { eml: Uint8Array };

/** What is read in an answer. */
export interface AnswerReading {
  /** Null when it cannot be told. */
  outcome: Outcome | null;
  /** From 0 to 1. */
  confidence: number;
  /** A reply that nobody wrote: it is no outcome. */
  isAutomatic: boolean;
  /** Of the mail, where it is known. */
  from: string | null;
  subject: string | null;
  /** What it was read from, at most LIMITS.answerExcerpt characters. */
  excerpt: string | null;
}

/** Reads an answer. Nothing is told yet: the user is asked. */
export const readAnswer = (_given: GivenAnswer): AnswerReading => ({
  outcome: null,
  confidence: 0,
  isAutomatic: false,
  from: null,
  subject: null,
  excerpt: null,
});
