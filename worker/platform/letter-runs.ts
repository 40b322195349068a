/** The writing of one letter, from its claim to its end. */
export interface LetterRun {
  companyId: string;
  /** Null for a letter that was asked for by itself. */
  generationId: string | null;
  /** ISO 8601 UTC; the claim on the company has the same time. */
  startedAt: string;
}

/** Letters that are no longer wanted: a whole generation, or those of a company begun by then (ISO 8601 UTC). */
export type LetterRevocation = { generationId: string } | { companyId: string; startedBy: string };
