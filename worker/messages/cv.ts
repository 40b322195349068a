import type { Deps } from "../deps";
import { type Candidate, candidateQuery } from "./store";

/** How long a text that is being read out of its PDF is waited for, and how often it is looked for. Milliseconds. */
const PATIENCE = 20_000;
const LOOK_AGAIN = 500;

/**
 * Text of the CV; one that was uploaded a moment ago is waited for.
 * @returns null when there is none, it cannot be read, or it takes too long
 */
export async function readCv(deps: Pick<Deps, "db">, userId: string, candidate: Candidate | undefined, signal: AbortSignal, patience = PATIENCE): Promise<string | null> {
  let current = candidate;
  for (let waited = 0; current?.cvTextStatus === "pending" && waited < patience && !signal.aborted; waited += LOOK_AGAIN) {
    await scheduler.wait(LOOK_AGAIN);
    [current] = await candidateQuery(deps.db, userId);
  }
  return (current?.cvTextStatus === "ok" && current.cvText?.trim()) || null;
}
