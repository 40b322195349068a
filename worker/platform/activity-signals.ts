import { logError } from "../lib/log";
import type { Env } from "./env";

interface SignalPorts {
  activities: Env["ACTIVITY"];
}

/** Tells the object of a user that something has begun or ended; what gets lost of it heals by itself. */
export async function invalidateActivity(ports: SignalPorts, userId: string): Promise<void> {
  await getActivityObject(ports, userId)
    .invalidate()
    .catch((error: unknown) => logError("activity_not_told", error));
}

/** Tells it that a session of the user has ended: the cookie that its polls have brought is worth nothing any more. */
export async function revokePollTokens(ports: SignalPorts & { now(): Date }, userId: string): Promise<void> {
  await getActivityObject(ports, userId)
    .rejectPollsBefore(ports.now().getTime())
    .catch((error: unknown) => logError("session_end_not_told", error));
}

const getActivityObject = ({ activities }: SignalPorts, userId: string) =>
  activities.get(activities.idFromName(userId));
