import type { Deps } from "../deps";
import { log } from "../log";
import { OutsideError, type Writer } from "../ports";
import { type CvFacts, factsText, heldFacts, type KeptFacts } from "./facts";
import { factsPrompt } from "./prompt-facts";
import { type Candidate, candidateQuery } from "./store";
import { claimFacts, saveFacts } from "./store-facts";

/** How long a text that is being read out of its PDF is waited for, and how often it is looked for. Milliseconds. */
const PATIENCE = 20_000;
const LOOK_AGAIN = 500;
/** How long the model may take for the facts, and how long after a failure it is left in peace. Milliseconds. */
const FACTS_PATIENCE = 40_000;
const FACTS_AGAIN = 10 * 60_000;
/** What is shown of the text where there are no facts, in characters. */
const EXCERPT = 8_000;

/** A CV whose text could be read. */
export interface Cv {
  path: string;
  text: string;
  /** Kept for this very CV. */
  kept: KeptFacts | null;
}

/**
 * The user's CV; a text that was uploaded a moment ago is waited for.
 * @returns null when there is none, it cannot be read, or it takes too long
 */
export async function readCv(
  deps: Pick<Deps, "db">,
  userId: string,
  candidate: Candidate | undefined,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Cv | null> {
  let current = candidate;
  for (
    let waited = 0;
    current?.cvTextStatus === "pending" && waited < patience && !signal.aborted;
    waited += LOOK_AGAIN
  ) {
    await scheduler.wait(LOOK_AGAIN);
    [current] = await candidateQuery(deps.db, userId);
  }
  const text = current?.cvText?.trim() ?? "";
  if (!current || current.cvPath === null || current.cvTextStatus !== "ok" || text === "") return null;
  return { path: current.cvPath, text, kept: current.cvFacts?.of === current.cvPath ? current.cvFacts : null };
}

/** What a prompt shows of a CV: its facts, else the beginning of its text. */
export const shownOf = (cv: Cv | null, found: CvFacts | null | undefined = cv?.kept?.found): string =>
  (found ? factsText(found) : cv?.text.slice(0, EXCERPT)) ?? "";

/**
 * The facts of a CV, asked of the model at the first need and kept. One caller asks; the others, and everybody while the model
 * fails, go on without.
 * @returns null when there are none, or not yet
 */
export async function factsOf(
  deps: Pick<Deps, "db" | "now"> & { writer: Writer },
  userId: string,
  cv: Cv,
  signal: AbortSignal,
): Promise<CvFacts | null> {
  if (cv.kept?.found) return cv.kept.found;
  const now = deps.now();
  const claim: KeptFacts = { of: cv.path, at: now.toISOString(), found: null };
  if (!(await claimFacts(deps.db, userId, claim, new Date(now.getTime() - FACTS_AGAIN).toISOString()))) return null;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), FACTS_PATIENCE);
  try {
    const found = heldFacts(
      await deps.writer.answer(factsPrompt(cv.text), AbortSignal.any([signal, clock.signal])),
      cv.text,
    );
    if (factsText(found) === "") return null;
    await saveFacts(deps.db, userId, { ...claim, found });
    return found;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    // Given up by the user: the next letter may ask again at once.
    if (signal.aborted) await saveFacts(deps.db, userId, { ...claim, at: "" });
    log("cv_facts_failed", { failure: error.failure });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
