import type { Deps } from "../../compose";
import { log } from "../../lib/log";
import { expireMailClaims } from "./store-mail-claims";

/** A mail still `sending` after this time was cut off: one POST takes 15 seconds at most. Milliseconds. */
const INTERRUPTED_AFTER_MS = 60_000;

/** Calls mails whose sending was cut off what they are: nobody knows whether Gmail took them. Of one user, or of all. */
export async function markInterruptedSends({ db, now }: Pick<Deps, "db" | "now">, userId?: string): Promise<void> {
  const at = now();
  const swept = await expireMailClaims(
    db,
    new Date(at.getTime() - INTERRUPTED_AFTER_MS).toISOString(),
    at.toISOString(),
    userId,
  );
  if (swept > 0) log("mails_swept", { count: swept });
}
