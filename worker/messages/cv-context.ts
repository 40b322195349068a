import { withoutPageMarks } from "../account/cv/cv-pages";
import type { Deps } from "../compose";
import type { StoredFacts } from "../db/schema/json-types";
import { log } from "../lib/log";
import { ExternalServiceError, type Llm } from "../platform/ports";
import { formatCvFacts, listCvFacts, splitCvFacts, verifyFacts } from "./facts/cv-facts";
import { buildCvFactsPrompt } from "./facts/prompt-cv-facts";
import { claimCvFacts, saveCvFacts } from "./facts/store-cv-facts";
import { toSupportingCvText } from "./facts/supporting-cv-text";
import { type Candidate, candidateQuery, chooseCandidate } from "./store-candidate";

/** How long to wait for the text of a CV that was just uploaded, and how often to poll. Milliseconds. */
const CV_TEXT_TIMEOUT_MS = 20_000;
const CV_TEXT_POLL_MS = 500;
/** How long the LLM may take for the facts, and the pause of messages after a failure. Milliseconds. */
const FACTS_TIMEOUT_MS = 40_000;
const FACTS_RETRY_AFTER_MS = 10 * 60_000;
/** A claim older than this without facts: whoever made it died. Milliseconds. */
const FACTS_STALE_MS = FACTS_TIMEOUT_MS + 20_000;
/** Characters of the CV in a prompt when there are no facts. */
const MAX_EXCERPT_CHARS = 8_000;

/** A CV whose text could be read. */
export interface CandidateCv {
  path: string;
  /** What supports a message: without the words of facts that the user has removed. */
  text: string;
  /** The whole text with a mark where each page begins, for `findCvPage`. */
  markedText: string;
  /** Facts stored for this version of the CV. */
  storedFacts: StoredFacts | null;
}

/** The user's CV; null when there is none, or none that could be read yet. */
export function toCandidateCv(
  candidate: Pick<Candidate, "cvPath" | "cvText" | "cvTextStatus" | "cvFacts"> | undefined,
): CandidateCv | null {
  const markedText = candidate?.cvText ?? "";
  const text = withoutPageMarks(markedText).trim();
  if (!candidate || candidate.cvPath === null || candidate.cvTextStatus !== "ok" || text === "") return null;
  const storedFacts = candidate.cvFacts?.of === candidate.cvPath ? candidate.cvFacts : null;
  return { path: candidate.cvPath, text: toSupportingCvText(text, storedFacts), markedText, storedFacts };
}

/**
 * Loads the user's CV, and waits for its text when it was just uploaded.
 * @returns null when there is none, it cannot be read, or extraction takes too long
 */
export async function loadCv(
  deps: Pick<Deps, "db">,
  userId: string,
  candidate: Candidate | undefined,
  signal: AbortSignal,
  timeoutMs = CV_TEXT_TIMEOUT_MS,
): Promise<CandidateCv | null> {
  let current = candidate;
  for (
    let waitedMs = 0;
    current?.cvTextStatus === "pending" && waitedMs < timeoutMs && !signal.aborted;
    waitedMs += CV_TEXT_POLL_MS
  ) {
    await scheduler.wait(CV_TEXT_POLL_MS);
    current = chooseCandidate(await candidateQuery(deps.db, userId), candidate?.profileId);
  }
  return toCandidateCv(current);
}

/** The CV in a prompt: its facts without those that the user has removed, else the beginning of its text. */
export const formatCvForPrompt = (
  cv: CandidateCv | null,
  stored: StoredFacts | null | undefined = cv?.storedFacts,
): string => (stored?.found ? formatCvFacts(splitCvFacts(stored).kept) : cv?.text.slice(0, MAX_EXCERPT_CHARS)) ?? "";

type ExtractionPorts = Pick<Deps, "db" | "now"> & { writer: Llm };

/**
 * The facts of a CV, extracted by the LLM at first use and stored. One caller extracts; meanwhile, and after a failure,
 * all others continue without facts.
 * @returns null when there are none, or not yet
 */
export async function loadOrExtractCvFacts(
  deps: ExtractionPorts,
  userId: string,
  cv: CandidateCv,
  signal: AbortSignal,
): Promise<StoredFacts | null> {
  if (cv.storedFacts?.found) return cv.storedFacts;
  try {
    return await extractCvFacts(deps, userId, cv, signal, { staleAfterMs: FACTS_RETRY_AFTER_MS, retriesFailed: false });
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    return null;
  }
}

/** How an extraction treats an earlier one that gave no facts. */
interface RetryRules {
  staleAfterMs: number;
  retriesFailed: boolean;
}

/** The rules for a user who asks for the facts: a failure may be repeated at once. */
export const EXTRACT_ON_REQUEST: RetryRules = { staleAfterMs: FACTS_STALE_MS, retriesFailed: true };

/** Whether an extraction is under way. */
export const isExtracting = ({ at, found, failed }: StoredFacts, now: Date): boolean =>
  found === null && !failed && now.getTime() - Date.parse(at) < FACTS_STALE_MS;

/**
 * Extracts the facts of a CV by the LLM and stores them.
 * @returns null when another caller extracts them, or there are none
 * @throws ExternalServiceError when the LLM fails
 */
export async function extractCvFacts(
  deps: ExtractionPorts,
  userId: string,
  { path, markedText }: CandidateCv,
  signal: AbortSignal,
  { staleAfterMs, retriesFailed }: RetryRules,
): Promise<StoredFacts | null> {
  const now = deps.now();
  const text = withoutPageMarks(markedText);
  const claim: StoredFacts = { of: path, at: now.toISOString(), found: null };
  const staleBefore = new Date(now.getTime() - staleAfterMs).toISOString();
  if (!(await claimCvFacts(deps.db, userId, claim, { staleBefore, retriesFailed }))) return null;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), FACTS_TIMEOUT_MS);
  try {
    const found = verifyFacts(
      await deps.writer.generate(buildCvFactsPrompt(text), AbortSignal.any([signal, timeout.signal])),
      text,
    );
    const stored = listCvFacts(found).length > 0 ? { ...claim, found } : { ...claim, failed: true as const };
    await saveCvFacts(deps.db, userId, stored);
    return stored.found && stored;
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    // The user cancelled: the next message may extract again at once.
    await saveCvFacts(deps.db, userId, { ...claim, ...(signal.aborted ? { at: "" } : {}), failed: true });
    log("cv_facts_failed", { failure: error.failure });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
