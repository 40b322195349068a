import type { Deps } from "../compose";
import { logError } from "../lib/log";

/** Tells the object of a user that something has begun or ended; what gets lost of it heals by itself. */
export async function invalidateActivity(deps: Pick<Deps, "activities">, userId: string): Promise<void> {
  await getActivityObject(deps, userId)
    .lookAgain()
    .catch((error: unknown) => logError("activity_not_told", error));
}

/** Tells it that a session of the user has ended: the cookie that its polls have brought is worth nothing any more. */
export async function revokePollTokens(deps: Pick<Deps, "activities" | "now">, userId: string): Promise<void> {
  await getActivityObject(deps, userId)
    .refuseBefore(deps.now().getTime())
    .catch((error: unknown) => logError("session_end_not_told", error));
}

const getActivityObject = ({ activities }: Pick<Deps, "activities">, userId: string) =>
  activities.get(activities.idFromName(userId));
