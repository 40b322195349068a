import type { Deps } from "../../compose";
import { log } from "../../lib/log";
import { expireMailClaims } from "./store-mail-claims";

/** A mail still `sending` after this time was interrupted: one POST takes at most 15 seconds. Milliseconds. */
const INTERRUPTED_AFTER_MS = 60_000;

/** Marks interrupted sends as `unknown`: Gmail may have accepted them. Of one user, or of all. */
export async function markInterruptedSends({ db, now }: Pick<Deps, "db" | "now">, userId?: string): Promise<void> {
  const at = now();
  const cutoff = new Date(at.getTime() - INTERRUPTED_AFTER_MS).toISOString();
  const marked = await expireMailClaims(db, cutoff, at.toISOString(), userId);
  if (marked > 0) log("mails_swept", { count: marked });
}
