import type { Deps } from "../deps";
import { logFault } from "../log";

/** Tells the object of a user that something has begun or ended; what gets lost of it heals by itself. */
export async function tellActivity(deps: Pick<Deps, "activities">, userId: string): Promise<void> {
  await objectOf(deps, userId)
    .lookAgain()
    .catch((error: unknown) => logFault("activity_not_told", error));
}

/** Tells it that a session of the user has ended: the cookie that its polls have brought is worth nothing any more. */
export async function tellSessionEnded(deps: Pick<Deps, "activities" | "now">, userId: string): Promise<void> {
  await objectOf(deps, userId)
    .refuseBefore(deps.now().getTime())
    .catch((error: unknown) => logFault("session_end_not_told", error));
}

const objectOf = ({ activities }: Pick<Deps, "activities">, userId: string) =>
  activities.get(activities.idFromName(userId));
