import type { Deps } from "../compose";
import type { CvFacts, StoredFacts } from "../db/schema/json-types";
import { log } from "../lib/log";
import { ExternalServiceError, type Llm } from "../platform/ports";
import { formatCvFacts, verifyFacts } from "./cv-facts";
import { buildCvFactsPrompt } from "./prompts/prompt-cv-facts";
import { type Candidate, candidateQuery } from "./store-candidate";
import { claimCvFacts, saveCvFacts } from "./store-cv-facts";

/** How long to wait for the text of a CV that was just uploaded, and how often to poll. Milliseconds. */
const CV_TEXT_TIMEOUT_MS = 20_000;
const CV_TEXT_POLL_MS = 500;
/** How long the LLM may take for the facts, and the pause after a failure. Milliseconds. */
const FACTS_TIMEOUT_MS = 40_000;
const FACTS_RETRY_AFTER_MS = 10 * 60_000;
/** Characters of the CV in a prompt when there are no facts. */
const MAX_EXCERPT_CHARS = 8_000;

/** A CV whose text could be read. */
export interface CandidateCv {
  path: string;
  text: string;
  /** Facts stored for this version of the CV. */
  storedFacts: StoredFacts | null;
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
    [current] = await candidateQuery(deps.db, userId);
  }
  const text = current?.cvText?.trim() ?? "";
  if (!current || current.cvPath === null || current.cvTextStatus !== "ok" || text === "") return null;
  return { path: current.cvPath, text, storedFacts: current.cvFacts?.of === current.cvPath ? current.cvFacts : null };
}

/** The CV in a prompt: its facts, else the beginning of its text. */
export const formatCvForPrompt = (
  cv: CandidateCv | null,
  found: CvFacts | null | undefined = cv?.storedFacts?.found,
): string => (found ? formatCvFacts(found) : cv?.text.slice(0, MAX_EXCERPT_CHARS)) ?? "";

/**
 * The facts of a CV, extracted by the LLM at first use and stored. One caller extracts; meanwhile, and after a failure,
 * all others continue without facts.
 * @returns null when there are none, or not yet
 */
export async function loadOrExtractCvFacts(
  deps: Pick<Deps, "db" | "now"> & { writer: Llm },
  userId: string,
  cv: CandidateCv,
  signal: AbortSignal,
): Promise<CvFacts | null> {
  if (cv.storedFacts?.found) return cv.storedFacts.found;
  const now = deps.now();
  const claim: StoredFacts = { of: cv.path, at: now.toISOString(), found: null };
  if (!(await claimCvFacts(deps.db, userId, claim, new Date(now.getTime() - FACTS_RETRY_AFTER_MS).toISOString())))
    return null;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), FACTS_TIMEOUT_MS);
  try {
    const found = verifyFacts(
      await deps.writer.generate(buildCvFactsPrompt(cv.text), AbortSignal.any([signal, timeout.signal])),
      cv.text,
    );
    if (formatCvFacts(found) === "") return null;
    await saveCvFacts(deps.db, userId, { ...claim, found });
    return found;
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    // The user cancelled: the next message may extract again at once.
    if (signal.aborted) await saveCvFacts(deps.db, userId, { ...claim, at: "" });
    log("cv_facts_failed", { failure: error.failure });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
