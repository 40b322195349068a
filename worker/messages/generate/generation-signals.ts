import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import type { LetterRevocation } from "../../platform/letter-runs";

export const getGenerationObject = ({ generations }: Pick<Deps, "generations">, userId: string) =>
  generations.get(generations.idFromName(userId));

/** Stops the runs that write these letters; one that is not told writes on, and what it has written is discarded. */
export async function revokeLetters(
  deps: Pick<Deps, "generations">,
  userId: string,
  what: LetterRevocation,
): Promise<void> {
  await getGenerationObject(deps, userId)
    .revoke(what)
    .catch((error: unknown) => logError("letter_not_revoked", error));
}
