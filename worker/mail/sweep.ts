import type { Deps } from "../deps";
import { log } from "../log";
import { sweepSending } from "./store-mails";

/** A mail still `sending` after this time was cut off: one POST takes 15 seconds at most. Milliseconds. */
const CUT_OFF = 60_000;

/** Calls mails whose sending was cut off what they are: nobody knows whether Gmail took them. Of one user, or of all. */
export async function sweepMails({ db, now }: Pick<Deps, "db" | "now">, userId?: string): Promise<void> {
  const at = now();
  const swept = await sweepSending(db, new Date(at.getTime() - CUT_OFF).toISOString(), at.toISOString(), userId);
  if (swept > 0) log("mails_swept", { count: swept });
}
