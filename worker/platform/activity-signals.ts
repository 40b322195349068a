import type { LiveMessage } from "../contract/live";
import { logError } from "../lib/log";
import type { Env } from "./env";

interface SignalPorts {
  activities: Env["ACTIVITY"];
}

export const getActivityObject = ({ activities }: SignalPorts, userId: string) =>
  activities.get(activities.idFromName(userId));

/** Signals that something has begun or ended for a user; a lost signal heals by itself. */
export async function invalidateActivity(ports: SignalPorts, userId: string): Promise<void> {
  await getActivityObject(ports, userId)
    .invalidate()
    .catch((error: unknown) => logError("activity_not_told", error));
}

/** Tells the user's open tabs something. @returns whether there are any; a message that is lost is polled for */
export async function tellTabs(ports: SignalPorts, userId: string, message: LiveMessage): Promise<boolean> {
  return getActivityObject(ports, userId)
    .tell(message)
    .catch((error: unknown) => {
      logError("tabs_not_told", error);
      return false;
    });
}

/** Signals that a session of the user has ended: earlier poll cookies lose their validity. */
export async function revokePollTokens(ports: SignalPorts & { now(): Date }, userId: string): Promise<void> {
  await getActivityObject(ports, userId)
    .rejectPollsBefore(ports.now().getTime())
    .catch((error: unknown) => logError("session_end_not_told", error));
}
