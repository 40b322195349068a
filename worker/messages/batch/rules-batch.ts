import { ExternalServiceError } from "../../platform/ports";

// When a batch is looked at, given up, and forgotten. Times in milliseconds.

const MIN_POLL_MS = 30_000;
const MAX_POLL_MS = 10 * 60_000;
/** Once it is cancelled somebody may be waiting for it. */
const CANCELLING_POLL_MS = 10_000;
/** Letters that a batch has not answered by then are written in what is left of the time promised. */
const WRITING_MS = 30 * 60_000;
/** How long the service takes to cancel a batch, as its documentation says. */
const CANCELLING_MS = 10 * 60_000;
/** By then a batch whose making was not confirmed is in the service's list, or never will be. */
const UNCONFIRMED_MS = 10 * 60_000;
/** How long the service keeps what we could not delete: a day after the latest time of any batch. */
const KEPT_MS = 2 * 24 * 3_600_000;

/** A batch as the object of its user knows it. */
export interface LetterBatch {
  generationId: string;
  begunAt: number;
  /** Until when its letters may wait. */
  until: number;
  /** Letters in it, whose calls were counted. */
  letters: number;
  /** The file of prompts at the service; null before it is there. */
  file: string | null;
  /** Since when the service may have the batch; null before it was asked for it. */
  askedAt: number | null;
  /** Its id at the service; null while that is not known. */
  id: string | null;
}

/** What the service calls batch and file; it tells no user. */
export const toBatchName = ({ generationId }: Pick<LetterBatch, "generationId">): string => `letters-${generationId}`;
export const toFileName = (batch: Pick<LetterBatch, "generationId">): string => `${toBatchName(batch)}.jsonl`;

/** By how much the clock of an object may be behind that of a request. */
const CLOCK_SKEW_MS = 10_000;
/** Until when letters may wait that the user wants written now: so that their batch is cancelled at once. */
export const toHurriedUntil = (now: Date): string => new Date(now.getTime() + WRITING_MS - CLOCK_SKEW_MS).toISOString();

/** Whether it is time to cancel it, or to wait no more for what it was cancelled with. */
export function findUrgency({ until }: Pick<LetterBatch, "until">, now: number): "none" | "cancel" | "give_up" {
  if (now < until - WRITING_MS) return "none";
  return now < until - WRITING_MS + CANCELLING_MS ? "cancel" : "give_up";
}

/** Seldom once it takes long. */
export function computePollMs(batch: Pick<LetterBatch, "begunAt" | "until">, now: number): number {
  const urgency = findUrgency(batch, now);
  if (urgency === "cancel") return CANCELLING_POLL_MS;
  return urgency === "give_up" ? MIN_POLL_MS : Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (now - batch.begunAt) / 10));
}

export const mayStillAppear = ({ askedAt }: Pick<LetterBatch, "askedAt">, now: number): boolean =>
  askedAt !== null && now - askedAt < UNCONFIRMED_MS;

/** Seconds that the service keeps files. */
export const SECONDS_KEPT = KEPT_MS / 1_000;
export const isForgotten = ({ begunAt }: Pick<LetterBatch, "begunAt">, now: number): boolean => now - begunAt > KEPT_MS;

/** Whether a failed call to make a batch leaves open that there is one. */
export const isUnconfirmed = (error: unknown): boolean =>
  !(error instanceof ExternalServiceError) ||
  !(error.failure === "refused" || error.failure === "misconfigured" || error.failure === "rate_limited");
