import type { Deps } from "../compose";
import type { CvFacts, StoredFacts } from "../db/schema/json-types";
import { log } from "../lib/log";
import { ExternalServiceError, type Llm } from "../platform/ports";
import { formatCvFacts, verifyFacts } from "./cv-facts";
import { buildCvFactsPrompt } from "./prompts/prompt-cv-facts";
import { claimCvFacts, saveCvFacts } from "./store-cv-facts";
import { type Candidate, candidateQuery } from "./store-messages";

/** How long a text that is being read out of its PDF is waited for, and how often it is looked for. Milliseconds. */
const CV_TEXT_TIMEOUT_MS = 20_000;
const CV_TEXT_POLL_MS = 500;
/** How long the model may take for the facts, and how long after a failure it is left in peace. Milliseconds. */
const FACTS_TIMEOUT_MS = 40_000;
const FACTS_RETRY_AFTER_MS = 10 * 60_000;
/** What is shown of the text where there are no facts, in characters. */
const MAX_EXCERPT_CHARS = 8_000;

/** A CV whose text could be read. */
export interface CandidateCv {
  path: string;
  text: string;
  /** Kept for this very CV. */
  storedFacts: StoredFacts | null;
}

/**
 * The user's CV; a text that was uploaded a moment ago is waited for.
 * @returns null when there is none, it cannot be read, or it takes too long
 */
export async function loadCv(
  deps: Pick<Deps, "db">,
  userId: string,
  candidate: Candidate | undefined,
  signal: AbortSignal,
  patience = CV_TEXT_TIMEOUT_MS,
): Promise<CandidateCv | null> {
  let current = candidate;
  for (
    let waited = 0;
    current?.cvTextStatus === "pending" && waited < patience && !signal.aborted;
    waited += CV_TEXT_POLL_MS
  ) {
    await scheduler.wait(CV_TEXT_POLL_MS);
    [current] = await candidateQuery(deps.db, userId);
  }
  const text = current?.cvText?.trim() ?? "";
  if (!current || current.cvPath === null || current.cvTextStatus !== "ok" || text === "") return null;
  return { path: current.cvPath, text, storedFacts: current.cvFacts?.of === current.cvPath ? current.cvFacts : null };
}

/** What a prompt shows of a CV: its facts, else the beginning of its text. */
export const formatCvForPrompt = (
  cv: CandidateCv | null,
  found: CvFacts | null | undefined = cv?.storedFacts?.found,
): string => (found ? formatCvFacts(found) : cv?.text.slice(0, MAX_EXCERPT_CHARS)) ?? "";

/**
 * The facts of a CV, asked of the model at the first need and kept. One caller asks; the others, and everybody while the model
 * fails, go on without.
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
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), FACTS_TIMEOUT_MS);
  try {
    const found = verifyFacts(
      await deps.writer.generate(buildCvFactsPrompt(cv.text), AbortSignal.any([signal, clock.signal])),
      cv.text,
    );
    if (formatCvFacts(found) === "") return null;
    await saveCvFacts(deps.db, userId, { ...claim, found });
    return found;
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    // Given up by the user: the next letter may ask again at once.
    if (signal.aborted) await saveCvFacts(deps.db, userId, { ...claim, at: "" });
    log("cv_facts_failed", { failure: error.failure });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
